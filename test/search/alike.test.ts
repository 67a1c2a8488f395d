import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/schema.js';
import { hashesOf, withAlike } from '../../src/search/alike.js';
import type { Scored } from '../../src/search/result.js';

const piece = (id: string, score: number): Scored => ({
  id,
  score,
  chunk: { embedHash: id } as Chunk, // all that is asked of it
  explanation: [{ reason: 'words', kind: 'add', value: score }],
});
const ranked = (
  question: readonly number[],
  vectors: Readonly<Record<string, readonly number[]>>,
  ...pieces: readonly Scored[]
): string[] =>
  withAlike(
    pieces,
    Float32Array.from(question),
    new Map(Object.entries(vectors).map(([hash, vector]) => [hash, Float32Array.from(vector)])),
  ).map(({ id, score }) => `${id} ${score.toFixed(3)}`);

describe('likeness to the best pieces', () => {
  it('is measured from the middle between them and the question; half of what is more than the least is gained', () =>
    // The middle of (1, 0) and (0, 1) is (0.707, 0.707); z is 0 from it.
    expect(ranked([1, 0], { a: [0, 1], z: [Math.SQRT1_2, -Math.SQRT1_2] }, piece('a', 0.9), piece('z', 0))).toEqual([
      'a 1.254',
      'z 0.000',
    ]));

  it('the better piece says more', () =>
    // (1, 0, 0) + 0.75 (0, 1, 0) + 0.25 (0, 0, 1), of length 1: (0.784, 0.588, 0.196).
    expect(ranked([1, 0, 0], { a: [0, 1, 0], b: [0, 0, 1] }, piece('a', 0.9), piece('b', 0.3))).toEqual([
      'a 1.096',
      'b 0.300',
    ]));

  it('only the three best say what was meant', () => {
    const vectors = { a: [1, 0], b: [1, 0], c: [1, 0], d: [0, 1], e: [0, 1] };
    const pieces = ['a', 'b', 'c', 'd', 'e'].map((id, i) => piece(id, 0.9 - i / 10));
    expect(ranked([1, 0], vectors, ...pieces)).toEqual(['a 1.400', 'b 1.300', 'c 1.200', 'd 0.600', 'e 0.500']);
  });

  it('gives what has no vector as much as the farthest: nothing', () =>
    expect(ranked([1, 0], { a: [1, 0], b: [-1, 0] }, piece('a', 0.9), piece('b', 0.5), piece('c', 0.4))).toEqual([
      'a 1.900',
      'b 0.500',
      'c 0.400',
    ]));

  it('may lift a piece over another, and says why', () => {
    const found = withAlike(
      [piece('a', 1), piece('b', 0.5), piece('c', 0.4)],
      Float32Array.of(1, 0),
      new Map([
        ['a', Float32Array.of(1, 0)],
        ['b', Float32Array.of(0, 1)],
        ['c', Float32Array.of(1, 0)],
      ]),
    );
    expect(found.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(found[1].explanation.slice(1)).toEqual([
      { reason: 'like the best pieces', kind: 'add', value: expect.any(Number) },
    ]);
    expect(found[2].explanation.slice(1)).toEqual([]);
  });

  it('of nothing, of one, and of what has no vector is nothing', () => {
    expect(ranked([1, 0], {})).toEqual([]);
    expect(ranked([1, 0], {}, piece('a', 0.5))).toEqual(['a 0.500']);
    expect(ranked([1, 0], { a: [1, 0] }, piece('a', 0.5))).toEqual(['a 0.500']);
    expect(ranked([0, 0], { a: [1, 0], b: [0, 0] }, piece('a', 0), piece('b', 0))).toEqual(['a 0.000', 'b 0.000']);
  });

  it('is asked of a hundred', () =>
    expect(hashesOf(Array.from({ length: 120 }, (_, i) => piece(`${i}`, 1)))).toHaveLength(100));
});
