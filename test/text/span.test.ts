import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complement, covers, intersect, subtract, union } from '../../src/text/span.js';

const spans = fc.array(
  fc.tuple(fc.nat(40), fc.nat(10)).map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 8 },
);
const points = (set: readonly { start: number; end: number }[]): Set<number> =>
  new Set(set.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));

describe('spans', () => {
  it('are sets: every operation agrees with the one on plain positions', () => {
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const [A, B] = [points(a), points(b)];
        expect(points(union(a, b))).toEqual(new Set([...A, ...B].sort((x, y) => x - y)));
        expect(points(intersect(a, b))).toEqual(new Set([...A].filter((x) => B.has(x)).sort((x, y) => x - y)));
        expect(points(subtract(a, b))).toEqual(new Set([...A].filter((x) => !B.has(x)).sort((x, y) => x - y)));
        const within = { start: 5, end: 30 };
        expect(points(complement(within, a))).toEqual(new Set([...points([within])].filter((x) => !A.has(x))));
        expect(covers(a, within)).toBe([...points([within])].every((x) => A.has(x)));
      }),
    );
  });

  it('are written without empty ones', () => {
    const [left, right] = [
      { start: 0, end: 4 },
      { start: 4, end: 8 },
    ];
    expect(intersect([left], [right])).toEqual([]);
    expect(intersect([left, { start: 6, end: 8 }], [{ start: 2, end: 7 }])).toEqual([
      { start: 2, end: 4 },
      { start: 6, end: 7 },
    ]);
    expect(complement(left, [left])).toEqual([]);
    expect(complement(left, [right])).toEqual([left]);
    expect(complement({ start: 0, end: 8 }, [right])).toEqual([left]);
    expect(covers([left, right], { start: 2, end: 6 })).toBe(true);
    expect(covers([left], { start: 2, end: 6 })).toBe(false);
  });

  it('join what touches and drop what is empty', () => {
    expect(
      union([
        { start: 3, end: 5 },
        { start: 1, end: 3 },
        { start: 9, end: 9 },
      ]),
    ).toEqual([{ start: 1, end: 5 }]);
  });
});
