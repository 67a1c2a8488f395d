/** The fast merge of byte pairs agrees with the reference merge. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Merge } from '../../../src/text/tokens/merge.js';
import { NO_RANK, Ranks } from '../../../src/text/tokens/ranks.js';
import { referenceMerge, tinyRanks } from './tiny.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function agrees(merge: Merge, bytes: Uint8Array, more = 'aalow'): void {
  const ends: number[] = [];
  const behind = Uint8Array.from([...bytes, ...encode(more)]); // must not be seen
  expect(merge.run(behind, bytes.length, ends)).toBe(referenceMerge(bytes).length);
  expect(ends).toEqual(referenceMerge(bytes));
  expect(merge.run(behind, bytes.length)).toBe(ends.length);
}

describe('merging', () => {
  it.each([
    'l',
    'low',
    'lower',
    'lowlower',
    'slower',
    'aaaaaaa',
    'aaaaaaaaaaaaaaaaa',
    'x..y',
    ' lowe',
    'éé',
    '😀',
    '中中',
    '1212.',
  ])('%j is merged like by a reference implementation', (text) => agrees(new Merge(tinyRanks()), encode(text)));

  it('merges every mixture, short or long', () => {
    const word = fc.constantFrom('low', 'er', 'a', 'aa', 'o', ' ', 'l', '\n', 'é', '😀', '中', '1', '2', '.', 'w');
    const merge = new Merge(tinyRanks());
    for (const [least, most, runs] of [
      [1, 12, 100],
      [60, 90, 6],
    ] as const)
      fc.assert(
        fc.property(fc.array(word, { minLength: least, maxLength: most }), (parts) =>
          agrees(merge, encode(parts.join(''))),
        ),
        { numRuns: runs },
      );
  });

  it.each([95, 96, 97, 98])('is the same at the limit of long pretokens: %i bytes', (length) => {
    agrees(new Merge(tinyRanks()), encode('lower aaa'.repeat(11).slice(0, length)));
    agrees(new Merge(tinyRanks()), encode('a'.repeat(length)));
  });
});

describe('merging a long pretoken', () => {
  it('does not join its last token with the bytes after it', () => {
    agrees(new Merge(tinyRanks()), encode(`${'.'.repeat(99)}lo`), 'w');
  });

  it('keeps all pairs if joining makes more of them', () => {
    agrees(new Merge(tinyRanks()), encode('xy'.repeat(60)));
  });
});

describe('ranks', () => {
  const table = (...tokens: readonly string[]): Ranks =>
    new Ranks(Uint8Array.from(tokens.flatMap((token) => [token.length, ...encode(token)])));

  it('are the order of the tokens, and -1 for other bytes', () => {
    const tokens = ['a', 'b', 'ab', 'abc', 'bc', 'abcd'];
    const ranks = table(...tokens);
    for (const [rank, token] of tokens.entries())
      expect(ranks.rank(encode(`x${token}x`), 1, 1 + token.length)).toBe(rank);
    for (const other of ['c', 'ba', 'abd', 'abcde', 'abcdabcd'])
      expect(ranks.rank(encode(other), 0, other.length)).toBe(-1);
  });

  it('are found however many there are', () => {
    const tokens = Array.from({ length: 500 }, (_, i) => `t${i}`);
    const ranks = table(...tokens);
    expect(tokens.map((token) => ranks.rank(encode(token), 0, token.length))).toEqual(tokens.map((_, i) => i));
    expect(Array.from({ length: 500 }, (_, i) => ranks.rank(encode(`u${i}`), 0, `u${i}`.length))).toEqual(
      tokens.map(() => -1),
    );
  });

  it('are those of a whole token, not of its beginning', () => {
    for (const token of ['ab', 'bc', 'cd', 'de', 'ef', 'fg'])
      expect(table(token).rank(encode(token), 0, 1), token).toBe(-1);
  });

  it('of two bytes have their own table', () => {
    const ranks = table('a', 'b', 'ab', 'abc');
    expect(ranks.pair(97, 98)).toBe(2);
    expect(ranks.pair(98, 97)).toBe(NO_RANK);
    expect(ranks.pair(98, 99)).toBe(NO_RANK);
  });

  it('have the longest token, and skip an empty one', () => {
    expect(table('a', 'abc', 'ab').longest).toBe(3);
    const ranks = new Ranks(Uint8Array.from([1, 97, 0, 1, 98]));
    expect([ranks.rank(encode('a'), 0, 1), ranks.rank(encode('b'), 0, 1)]).toEqual([0, 2]);
  });
});
