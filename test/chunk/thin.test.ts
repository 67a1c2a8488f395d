/** Cuts that stand too close to choose between are dropped. A chunk of 240 tokens, so the finest is 10. */
import { describe, expect, it } from 'vitest';
import { pack, ThinnedCuts } from '../../src/chunk/pack.js';

const [PARAGRAPH, LINE, WORD] = [1, 2, 7];

/** What is left of cuts at these places, each with its price, in a text of 400. */
function left(cuts: readonly (readonly [at: number, cost: number])[], { chars = 24_000, end = 400 } = {}): string[] {
  const all = new ThinnedCuts(
    (place) => place,
    { start: 0, end },
    { firstTokens: 300, otherTokens: 240, maxChars: chars },
  );
  for (const [at, cost] of cuts) all.add(at, cost);
  const { at, cost } = all.bounds();
  return [...at].map((place, i) => `${place} for ${cost[i]}`).slice(1, -1);
}

describe('cuts that are thinned', () => {
  it('keep those that are far enough apart', () => {
    expect(
      left([
        [10, LINE],
        [20, LINE],
        [30, LINE],
      ]),
    ).toEqual(['10 for 2', '20 for 2', '30 for 2']);
  });

  it('lose one that is closer than the finest chunk to the one before', () => {
    expect(
      left([
        [10, LINE],
        [19, LINE],
        [30, LINE],
      ]),
    ).toEqual(['10 for 2', '30 for 2']);
    expect(
      left([
        [9, LINE],
        [20, LINE],
      ]),
    ).toEqual(['20 for 2']);
  });

  it('keep it if the next is far away', () => {
    expect(
      left([
        [10, LINE],
        [19, LINE],
        [31, LINE],
      ]),
    ).toEqual(['10 for 2', '19 for 2', '31 for 2']);
    expect(left([[9, LINE]], { end: 20 })).toEqual([]);
    expect(left([[9, LINE]], { end: 21 })).toEqual(['9 for 2']);
  });

  it('keep the cheaper of two that are close', () => {
    expect(
      left([
        [10, LINE],
        [14, 1.5],
        [24, LINE],
      ]),
    ).toEqual(['14 for 1.5', '24 for 2']);
    expect(
      left([
        [10, LINE],
        [14, LINE],
        [24, LINE],
      ]),
    ).toEqual(['10 for 2', '24 for 2']);
    expect(
      left([
        [4, 1.5],
        [14, LINE],
      ]),
    ).toEqual(['14 for 2']);
  });

  it('are measured from the cut that was kept, not from the cheaper one that replaced it', () => {
    expect(
      left([
        [10, LINE],
        [14, 1.5],
        [18, LINE],
        [22, LINE],
        [30, LINE],
      ]),
    ).toEqual(['14 for 1.5', '22 for 2', '30 for 2']);
  });

  it('keep paragraphs four times as close', () => {
    expect(
      left([
        [3, PARAGRAPH],
        [6, PARAGRAPH],
        [8, PARAGRAPH],
        [11, PARAGRAPH],
      ]),
    ).toEqual(['3 for 1', '6 for 1', '11 for 1']);
    expect(
      left([
        [3, 1.01],
        [6, 1.01],
        [8, 1.01],
        [20, LINE],
      ]),
    ).toEqual(['20 for 2']);
  });

  it('keep a paragraph whose neighbours would be more than two quarter chunks apart', () => {
    expect(
      left([
        [3, PARAGRAPH],
        [5, PARAGRAPH],
        [9, PARAGRAPH],
      ]),
    ).toEqual(['3 for 1', '5 for 1', '9 for 1']);
  });

  it('keep all cuts between words', () => {
    expect(
      left([
        [1, WORD],
        [2, WORD],
        [3, 12],
        [4, 6.9],
      ]),
    ).toEqual(['1 for 7', '2 for 7', '3 for 12', '4 for 6.9']);
    expect(
      left([
        [1, WORD],
        [2, 6.9],
        [3, WORD],
      ]),
    ).toEqual(['2 for 6.9', '3 for 7']);
  });

  it('are measured in characters, too, if those are limited', () => {
    const lines = [
      [4, LINE],
      [8, LINE],
      [12, LINE],
    ] as const;
    expect(left(lines, { chars: 96, end: 16 })).toEqual(['4 for 2', '8 for 2', '12 for 2']);
    expect(left(lines, { chars: 97, end: 16 })).toEqual(['8 for 2']);
    expect(
      left(
        [
          [4, LINE],
          [8, LINE],
          [13, LINE],
        ],
        { chars: 120, end: 17 },
      ),
    ).toEqual(['8 for 2', '13 for 2']);
  });

  it('are measured in characters four times as close between paragraphs', () => {
    const paragraphs = (...at: readonly number[]) => at.map((place) => [place, PARAGRAPH] as const);
    expect(left(paragraphs(2, 4), { chars: 192, end: 9 })).toEqual(['2 for 1', '4 for 1']);
    expect(left(paragraphs(2, 4), { chars: 193, end: 9 })).toEqual(['4 for 1']);
    expect(left(paragraphs(2, 5), { chars: 216, end: 9 })).toEqual(['2 for 1', '5 for 1']);
    expect(left(paragraphs(2, 5), { chars: 240, end: 9 })).toEqual(['5 for 1']);
  });

  it('lose one whose neighbours are just two finest chunks apart, in characters', () => {
    const lines = [
      [3, LINE],
      [8, LINE],
    ] as const;
    expect(left(lines, { chars: 96, end: 30 })).toEqual(['8 for 2']);
    expect(left(lines, { chars: 95, end: 30 })).toEqual(['3 for 2', '8 for 2']);
  });

  it('of nothing are none', () => {
    expect(left([])).toEqual([]);
  });
});

/** Atoms of these sizes, each with the price of cutting before it. */
function packed(
  atoms: readonly (readonly [size: number, price: number])[],
  limits: Partial<Parameters<typeof pack>[3]>,
): number[] {
  const at = [0];
  for (const [size] of atoms) at.push(at[at.length - 1] + size);
  const between = (i: number, j: number): number => at[j] - at[i];
  const cost = atoms.map(([, price]) => price);
  return pack(at, cost, between, { firstTokens: 20, otherTokens: 20, maxChars: Number.POSITIVE_INFINITY, ...limits });
}
const same = (count: number, size: number) => Array.from({ length: count }, () => [size, 1] as const);

describe('packing', () => {
  it('fills the first chunk further than the others, which repeat some of it', () => {
    expect(packed(same(5, 4), { firstTokens: 12, otherTokens: 8 })).toEqual([3]);
    expect(packed(same(5, 4), { firstTokens: 8, otherTokens: 8 })).toEqual([1, 3]);
    expect(packed(same(6, 4), { firstTokens: 8, otherTokens: 16 })).toEqual([2]);
  });

  it('respects the limit of characters', () => {
    expect(packed(same(4, 5), { maxChars: 20 })).toEqual([]);
    expect(packed(same(4, 5), { maxChars: 19 })).toEqual([2]);
    expect(packed(same(6, 5), { firstTokens: 90, otherTokens: 90, maxChars: 10 })).toEqual([2, 4]);
  });

  it('cuts early on a tie', () => {
    expect(packed(same(5, 5), {})).toEqual([2]);
    expect(packed(same(3, 10), {})).toEqual([1]);
  });

  it('keeps a part that exceeds the cap', () => {
    expect(
      packed(
        [
          [5, 1],
          [50, 1],
          [5, 1],
        ],
        {},
      ),
    ).toEqual([1, 2]);
    expect(packed([[50, 1]], {})).toEqual([]);
    expect(
      packed(
        [
          [50, 1],
          [50, 1],
        ],
        {},
      ),
    ).toEqual([1]);
  });

  it('prefers a cheap cut to a full chunk, and does not end a chunk near an unused cheaper one', () => {
    expect(
      packed(
        [
          [6, 0],
          [6, 0.5],
          [6, 3],
          [6, 3],
        ],
        {},
      ),
    ).toEqual([1]);
    expect(
      packed(
        [
          [9, 0],
          [1, 3],
          [9, 0.5],
          [1, 3],
          [9, 0.5],
        ],
        {},
      ),
    ).toEqual([2]);
  });

  it('searches past a few counts over the cap, since counts need not grow with every character', () => {
    const at = [0, 5, 10, 15, 20];
    const counts = (i: number, j: number): number => (j - i === 2 ? 21 : 5 * (j - i));
    expect(pack(at, [0, 1, 1, 1], counts, { firstTokens: 20, otherTokens: 20, maxChars: 100 })).toEqual([]);
    const far = (i: number, j: number): number => (j - i === 2 ? 26 : 5 * (j - i));
    expect(pack(at, [0, 1, 1, 1], far, { firstTokens: 20, otherTokens: 20, maxChars: 100 })).toEqual([1, 2, 3]);
  });
});
