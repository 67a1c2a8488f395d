import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bagOfWords, TermCounter } from '../../src/store/terms.js';
import { wordsOf } from '../../src/text/words.js';

const fields = ['name', 'path', 'headings', 'body'] as const;
const ofFields = (text: (field: (typeof fields)[number]) => string): Record<(typeof fields)[number], string> => ({
  name: text('name'),
  path: text('path'),
  headings: text('headings'),
  body: text('body'),
});

describe('a counter of terms', () => {
  it('counts the same as the words of the texts, text by text', () => {
    const counter = new TermCounter();
    const text = fc
      .array(
        fc.constantFrom('getUser', 'user_id', 'the', 'HTTPServer2', 'Füße', '検索する', 'ﷺ', '½', 'नमस्ते', '-', '\n'),
      )
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(fc.record({ name: text, path: text, headings: text, body: text }), (texts) => {
        const { length, terms, counts } = counter.count(texts);
        const expected = bagOfWords(ofFields((field) => wordsOf(texts[field])));
        expect(length).toBe(expected.length);
        expect(new Map(Array.from(terms, (term, i) => [term, counts[i]]))).toEqual(expected.counts);
        expect(terms).toHaveLength(expected.counts.size);
      }),
    );
  });
});
