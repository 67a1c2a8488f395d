/** froe/ai against the AI SDK itself, with the model that it gives for tests. */
import { generateText, stepCountIs, type ToolSet } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { froeTools } from '../../src/adapters/ai.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { tokenizer } from '../../src/index.js';
import { folder } from '../folder.js';

const long = Array.from({ length: 400 }, (_, i) => `const line${i} = ${i}; // of a long file`).join('\n');
const files = {
  'src/retry.py': 'def retry(times):\n    """Sends a request again when it failed."""\n    return times\n',
  'docs/guide.md': '# Guide\n\nHow to split wood with a froe.\n',
  'src/long.ts': `${long}\n`,
  'src/wide.ts': `const wide = "${'oak '.repeat(5000)}";\n`,
  'src/empty.ts': '',
};
let engine: Engine;
beforeAll(async () => {
  engine = await open(folder(files), { index: ':memory:' });
});
afterAll(() => engine.close());

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls a tool once, and then says that it is done; with what it was sent the second time. */
async function callOnce(toolName: string, input: object, tools: ToolSet = froeTools(engine)) {
  const call = { type: 'tool-call' as const, toolCallId: '1', toolName, input: JSON.stringify(input) };
  const model = new MockLanguageModelV3({
    doGenerate: [
      { content: [call], finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage, warnings: [] },
      {
        content: [{ type: 'text', text: 'done' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      },
    ],
  });
  const result = await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: 'How are retries done?' });
  const [asked, told] = model.doGenerateCalls;
  const [part] = told.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  if (part.type !== 'tool-result') throw new Error('the model is sent a result');
  return { result, listed: asked.tools ?? [], output: part.output, data: result.steps[0].toolResults[0]?.output };
}

describe('froeTools', () => {
  it('lists three tools with the schemas of their input', async () => {
    const { listed, result } = await callOnce('search', { query: 'retry' });
    expect(listed.map(({ name }) => name)).toEqual(['search', 'read', 'context']);
    expect(listed[0]).toMatchObject({
      description: expect.stringContaining('Search code and documents'),
      inputSchema: {
        properties: { query: { type: 'string', description: expect.stringContaining('symbol:') } },
        required: ['query'],
      },
    });
    expect(result.text).toBe('done');
  });

  it('search: returns a list for the model and hits for the program', async () => {
    const { output, data } = await callOnce('search', { query: 'send a request again', limit: 2 });
    expect(output).toEqual({
      type: 'text',
      value: expect.stringMatching(/^1\. src\/retry\.py:1-3 {2}.*\n {3}def retry/),
    });
    expect(data).toMatchObject({
      hits: [{ path: 'src/retry.py', startLine: 1, endLine: 3, id: 'main:src/retry.py' }],
    });
  });

  it('read: returns numbered lines, and the address of the rest', async () => {
    const { output, data } = await callOnce('read', { target: 'src/retry.py#retry' });
    expect(output).toEqual({
      type: 'text',
      value: `src/retry.py:\n1  def retry(times):\n2      """Sends a request again when it failed."""\n3      return times\n`,
    });
    expect(data).toMatchObject({ path: 'src/retry.py', startLine: 1, endLine: 3 });
    const { data: empty } = await callOnce('read', { target: 'src/empty.ts' });
    expect(empty).toMatchObject({ text: 'src/empty.ts is empty\n' });
  });

  it('context: returns source within the budget, and its citations', async () => {
    const { output, data } = await callOnce('context', { query: 'send a request again', budget: 300 });
    expect(output).toEqual({ type: 'text', value: expect.stringContaining('def retry(times):') });
    expect(data).toMatchObject({
      citations: expect.arrayContaining([expect.objectContaining({ path: 'src/retry.py', startLine: 1 })]),
    });
  });

  it.each([
    ['search', { query: 'line oak wide froe', limit: 50 }],
    ['read', { target: 'src/long.ts' }],
    ['read', { target: 'src/wide.ts' }],
    ['context', { query: 'lines of a long file', budget: 5000 }],
  ])('%s %j: never shows the model more than maxTokens', async (name, input) => {
    const { output, data } = await callOnce(
      name,
      input,
      froeTools(engine, { maxTokens: 200, tokenizer: 'o200k_base' }),
    );
    const shown = output.type === 'text' ? output.value : '';
    expect(shown.length).toBeGreaterThan(0);
    expect(tokenizer('o200k_base').count(shown)).toBeLessThanOrEqual(200);
    expect(data).toMatchObject({ text: shown });
  });

  it('read: the named target returns the rest', async () => {
    const tools = froeTools(engine, { maxTokens: 1500 });
    const seen: string[] = [];
    for (let target: string | undefined = 'src/long.ts'; target !== undefined; ) {
      const { data } = await callOnce('read', { target }, tools);
      const { text, next }: { text: string; next?: string } = data;
      seen.push(...[...text.matchAll(/^\d+ {2}(.*)$/gm)].map(([, line]) => line));
      target = next;
    }
    expect(seen.join('\n')).toBe(long);
  });

  it('reads an artifact from the results', async () => {
    const content = Buffer.from('The planks come on Friday, says Ann.');
    await engine.ingest({ content, filename: 'planks.txt', sourceSystem: 'notes', title: 'Planks for Ann' });
    const { data } = await callOnce('search', { query: 'when do the planks come?', limit: 1 });
    const { hits }: { hits: { path: string }[] } = data;
    const { output } = await callOnce('read', { target: hits[0].path });
    expect(output).toMatchObject({ type: 'text', value: expect.stringContaining('The planks come on Friday') });
    const { data: context } = await callOnce('context', { query: 'when do the planks come?' });
    const { citations }: { citations: { path: string }[] } = context;
    const { output: cited } = await callOnce('read', { target: citations[0].path });
    expect(cited).toEqual(output);
  });

  it('returns an error with a hint for the model', async () => {
    const { output } = await callOnce('read', { target: 'src/retri.py' });
    expect(output.type).toBe('error-text');
    expect(output).toMatchObject({ value: expect.stringMatching(/src\/retri\.py.*Did you mean src\/retry\.py/s) });
    const { output: refused } = await callOnce('search', { query: '' });
    expect(refused).toMatchObject({ type: 'error-text', value: expect.stringContaining('query') });
  });

  it('stops an aborted call', async () => {
    const abortSignal = AbortSignal.abort(new Error('enough'));
    const run = froeTools(engine).search.execute?.({ query: 'retry' }, { abortSignal, toolCallId: '1', messages: [] });
    await expect(run).rejects.toThrow('enough');
  });
});
