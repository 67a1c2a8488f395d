import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Terms } from '../../../src/embed/builtin/terms.js';

const reader = new Terms();
const termsOf = (text: string): number[] => {
  reader.read(text);
  return [...reader.list.subarray(0, reader.count)];
};
/** The terms of a text that has one word, and perhaps its stem. */
const wordsOf = (...words: readonly string[]): number[] => words.flatMap(termsOf);

describe('terms', () => {
  const same: readonly (readonly [string, readonly string[]])[] = [
    ['getUser', ['get', 'user']],
    ['get_user', ['get', 'user']],
    ['HTTPServer2', ['http', 'server', '2']],
    ['parseHTTPHeaders', ['parse', 'http', 'headers']],
    ['XMLHttpRequest', ['xml', 'http', 'request']],
    ['SCREAMING_CASE', ['screaming', 'case']],
    ['__init__', ['init']],
    ['a-b.c/d', ['a', 'b', 'c', 'd']],
    ['utf8Decode', ['utf', '8', 'decode']],
    ['Füße', ['fusse']],
    ['naïveBayes', ['naive', 'bayes']],
    ['«Поиск»', ['поиск']],
    ['x→y', ['x', 'y']],
  ];
  for (const [text, words] of same) {
    it(`reads ${text} as ${words.join(', ')}`, () => expect(termsOf(text)).toEqual(wordsOf(...words)));
  }

  it('reads a text of ASCII as it reads the same in a text of other letters', () => {
    const parts = fc.constantFrom(
      'a',
      'get',
      'User',
      'HTTP',
      '12345',
      '7',
      '_',
      ' ',
      '-',
      'indexing',
      'x'.repeat(60),
      ' › ',
      '…',
      '»',
      '×',
      '→',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(parts).map((all) => all.join('')),
          fc.string(),
        ),
        (text) => {
          expect(termsOf(`${text} ж`)).toEqual([...termsOf(text), ...termsOf('ж')]);
        },
      ),
    );
  });

  it('adds the stem of a word of six letters or more', () => {
    expect(termsOf('index')).toHaveLength(1);
    const [word, stem] = termsOf('indexing');
    expect(termsOf('indexes')[0]).not.toBe(word);
    expect(termsOf('indexes')[1]).toBe(stem);
  });

  it('distinguishes a stem from a word of the same letters', () => {
    expect(termsOf('indexing')[1]).not.toBe(termsOf('index')[0]);
  });

  it('reads scripts without spaces in pairs', () => {
    expect(termsOf('検索する')).toEqual(wordsOf('検索', '索す', 'する'));
    expect(termsOf('検')).toHaveLength(1);
  });

  it('skips data: long names and long numbers', () => {
    expect(termsOf('x'.repeat(65))).toEqual([]);
    expect(termsOf('12345')).toEqual([]);
    expect(termsOf('1234')).toHaveLength(1);
  });

  it('has no terms for text without letters', () => {
    for (const text of ['', ' \n\t', '{}();', '—…•', '\ufeff', '\ufffd']) expect(termsOf(text)).toEqual([]);
  });

  it('grows with the text', () => {
    expect(termsOf('ab '.repeat(10_000))).toHaveLength(10_000);
  });

  it('reads two texts with something between them as one after the other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(termsOf(`${a} ${b}`)).toEqual([...termsOf(a), ...termsOf(b)]);
      }),
    );
  });

  it('ignores case where it separates no words', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}( [a-z]{1,20}){0,5}$/), (text) => {
        expect(termsOf(text.toUpperCase())).toEqual(termsOf(text));
      }),
    );
  });
});
