/** The tokenizer over a table of a few tokens: pretokens by the published pattern, merged by the reference merge. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BytePair } from '../../../src/text/tokens/bytePair.js';
import { nextCl100k } from '../../../src/text/tokens/pretokens.js';
import { awkward, published } from './published.js';
import { referenceMerge, tinyRanks } from './tiny.js';

const tiny = (): BytePair => new BytePair('tiny', tinyRanks(), nextCl100k);
const pretokensOf = (text: string): string[] => text.match(published.cl100k) ?? [];

/** Ends of the tokens in code units: one that ends inside a character ends where that starts. */
function referenceEnds(text: string): number[] {
  let at = 0;
  return pretokensOf(text).flatMap((pretoken) => {
    const starts: number[] = []; // of the character that each byte is in
    let char = at;
    for (const letter of pretoken) {
      for (let i = 0; i < Buffer.byteLength(letter); i++) starts.push(char);
      char += letter.length;
    }
    at += pretoken.length;
    starts.push(at);
    return referenceMerge(new TextEncoder().encode(pretoken)).map((end) => starts[end]);
  });
}

const anyText = fc.array(
  fc.constantFrom(...awkward, 'low', 'aaaa', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}'),
  {
    maxLength: 16,
  },
);

describe('a tokenizer', () => {
  it('counts and ends its tokens like a reference implementation', () => {
    const tokenizer = tiny();
    fc.assert(
      fc.property(anyText, (parts) => {
        const text = parts.join('');
        expect(tokenizer.tokenEnds(text)).toEqual(referenceEnds(text));
        expect(tokenizer.count(text)).toBe(referenceEnds(text).length);
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    '',
    'a',
    'lower low',
    '😀😀',
    'é中',
    '\ud83d',
    '\ude00',
    'x\ud83dx',
    '\udbff\udfff',
    '\udc00\udc00',
    '😀1\ud83d',
    '\u0080\u07ff\u0800\uffff',
  ])('counts %j the same the second time', (text) => {
    const tokenizer = tiny();
    const expected = referenceEnds(text);
    expect([tokenizer.count(text), tokenizer.count(text)]).toEqual([expected.length, expected.length]);
    expect(tokenizer.tokenEnds(text)).toEqual(expected);
  });

  it('does not depend on the text before', () => {
    const tokenizer = tiny();
    tokenizer.count('\udc00'.repeat(4));
    expect(tokenizer.count('.\ud800')).toBe(referenceEnds('.\ud800').length);
    tokenizer.count('a'.repeat(20));
    expect(tokenizer.pretokenEnd('. low', 2, 5)).toBe(5);
  });

  it('has a name, and knows its longest token', () => {
    expect([tiny().name, tiny().longest]).toEqual(['tiny', 8]);
  });

  it('may stop above a limit', () => {
    const text = 'low '.repeat(100);
    expect(tiny().count(text)).toBe(101);
    expect(tiny().count(text, 101)).toBe(101);
    expect(tiny().count(text, 5)).toBe(6);
    expect(tiny().count(text, 0)).toBe(1);
  });

  it('finds where a pretoken ends, however long it is', () => {
    const tokenizer = tiny();
    const text = `  ${'a'.repeat(700)} low ${'.'.repeat(60)}\n\n`;
    const ends: number[] = [];
    for (let at = 0; at < text.length; at = ends[ends.length - 1])
      ends.push(tokenizer.pretokenEnd(text, at, text.length));
    let at = 0;
    expect(ends).toEqual(pretokensOf(text).map((pretoken) => (at += pretoken.length)));
    expect(tokenizer.pretokenEnd(`${'.'.repeat(40)}${'a'.repeat(100)}.`, 40, 141)).toBe(140);
    expect(tokenizer.pretokenEnd('lower', 1, 3)).toBe(3);
    expect(tokenizer.pretokenEnd(`${'a'.repeat(61)}'s`, 61, 63)).toBe(63);
  });
});

describe('a long text', () => {
  const BLOCK = 1 << 16;

  it('is counted correctly across blocks', () => {
    const tokenizer = tiny();
    const line = (letters: number): string => `${'a'.repeat(letters)}\n`;
    const tail = "lower don't 123\n\nlow";
    for (const before of [5, 4, 2, 0]) {
      const filler = line(1023)
        .repeat(63)
        .concat(line(1023 - before));
      expect(filler).toHaveLength(BLOCK - before);
      expect(tokenizer.count(filler + tail) - tokenizer.count(filler)).toBe(referenceEnds(tail).length);
    }
  });

  it.each([1023, 1024, 1025, 1026])('may have a pretoken of %i letters, which is counted the same twice', (length) => {
    const tokenizer = tiny();
    const text = `low ${'é'.repeat(length)}x low`;
    expect([tokenizer.count(text), tokenizer.count(text)]).toEqual([length + 4, length + 4]);
  });

  it('may have long pretokens that differ only at their end, or have three bytes per character', () => {
    const tokenizer = tiny();
    const [one, other] = [`low ${'a'.repeat(1104)}`, `low ${'a'.repeat(704)}${'b'.repeat(400)}`];
    expect([one, other].map((text) => tokenizer.count(text))).toEqual([2 + 138, 2 + 88 + 400]);
    expect(tokenizer.count('中'.repeat(1100))).toBe(2200);
  });
});
