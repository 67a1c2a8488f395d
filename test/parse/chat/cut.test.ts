/** Turns are atoms: how a chat comes out of the cutting loop. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../../src/chunk/cut.js';
import { limits } from '../../../src/options.js';
import { chat } from '../../../src/parse/chat.js';
import { prove } from '../../../src/pipeline/verify.js';
import { tokenizer } from '../../../src/text/tokens/index.js';
import type { Cut } from '../../../src/types.js';
import { sourceOf } from '../document/drawDocument.js';

const counter = tokenizer('cl100k_base');

function cutChat(text: string, maxTokens: number, granularity: 'pack' | 'node' = 'pack'): Cut {
  const source = sourceOf(text, 'chat');
  const root = chat.parse(source);
  if (root === undefined) throw new Error('no chat');
  return cut(source, root, { parser: chat, limits: limits({}, { maxTokens, granularity }), tokenizer: counter });
}

const turn = (name: string, minute: number, words: number): string =>
  `[10:${minute}] ${name}: ${'some words here. '.repeat(words)}\n`;

describe('a chat that is cut', () => {
  it('keeps every turn that fits whole', () => {
    const text = [0, 1, 2, 3, 4, 5].map((i) => turn(i % 2 ? 'Bob' : 'Ann', 10 + i, 5)).join('');
    const { chunks } = cutChat(text, 60);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { content } of chunks) expect(content).toMatch(/^\[10:1\d\] \w+: [\s\S]*\n$/);
  });

  it('lists speakers and times of each chunk', () => {
    const { chunks } = cutChat(turn('Ann', 10, 2) + turn('Bob', 11, 2) + turn('Ann', 12, 2), 512);
    expect(chunks.map(({ metadata }) => [metadata.speakers, metadata.time_range])).toEqual([
      [
        ['Ann', 'Bob'],
        ['10:10', '10:12'],
      ],
    ]);
    expect(chunks[0]).toMatchObject({ sourceType: 'artifact', chunkType: 'artifact' });
  });

  it('has the head of a long turn as the lead of its chunks', () => {
    const { chunks } = cutChat(turn('Ann', 10, 2) + turn('Bob', 11, 60), 64);
    const later = chunks.filter(({ content }) => !content.startsWith('['));
    expect(later.length).toBeGreaterThan(1);
    for (const { context, metadata } of later) {
      expect(context?.trim()).toBe('[10:11] Bob:');
      expect(metadata.speakers).toEqual(['Bob']);
    }
  });

  it('is exact, lossless and bounded', () => {
    const word = fc.constantFrom('[10:15] Ann: ', '[10:16] Bob: ', 'some words. ', '\n', '```\n', '😀', 'x'.repeat(70));
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 60 }),
        fc.constantFrom(16, 40, 200),
        fc.constantFrom('pack' as const, 'node' as const),
        (words, maxTokens, granularity) => {
          const text = `[10:15] Ann: ${words.join('')}`;
          const { chunks } = cutChat(text, maxTokens, granularity);
          const bytes = new TextEncoder().encode(text);
          expect(prove({ bytes, chunks, tokenizer: counter, maxTokens }).failures).toEqual([]);
        },
      ),
    );
  });
});
