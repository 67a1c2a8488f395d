/** The programs of docs/adapters.md. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { blocksBelow, project, root, run } from './programs.js';

const files = {
  'src/retry.py': 'def retry(times):\n    """Sends a request again: how retries are done."""\n    return times\n',
  'README.md': '# Wood\n\nOak is hard.\n',
};
const programOf = (heading: string): string => {
  const [program] = blocksBelow('docs/adapters.md', heading, 'js');
  return program;
};

it('LangChain', () => {
  const place = project(files, ['@langchain/core', '@langchain/textsplitters']);
  const printed = run(place, programOf('LangChain')).split('\n');
  expect(printed[0]).toBe('main:wood.md { from: 1, to: 3 }');
  expect(printed[1]).toMatch(/^src\/retry\.py 1 [\d.]+ \d+$/);
});

it('LlamaIndex', () => {
  const printed = run(project(files, ['@llamaindex/core']), programOf('LlamaIndex')).split('\n');
  expect(printed[0]).toBe('0 20 true');
  expect(printed[1]).toMatch(/^src\/retry\.py 1 [\d.]+$/);
});

/** A model is named by a string, and found by the provider that is set: here, the one that the SDK has for tests. */
const scripted = `
  import { MockLanguageModelV3, MockProviderV3 } from '${pathToFileURL(join(root, 'node_modules/ai/dist/test/index.mjs'))}';
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'context', input: '{"query":"how are retries done?"}' };
  const model = new MockLanguageModelV3({
    doGenerate: ({ prompt }) => {
      const told = prompt.at(-1).content[0].output;
      const content = told ? { type: 'text', text: 'I read: ' + told.value } : call;
      const reason = told ? 'stop' : 'tool-calls';
      return Promise.resolve({ content: [content], finishReason: { unified: reason, raw: reason }, usage, warnings: [] });
    },
  });
  globalThis.AI_SDK_DEFAULT_PROVIDER = new MockProviderV3({ languageModels: { 'anthropic/claude-sonnet-4.5': model } });`;

it('AI SDK', () => {
  const printed = run(project(files, ['ai']), programOf('AI SDK'), {}, scripted);
  expect(printed).toMatch(/^I read: [\s\S]*def retry\(times\):/);
});
