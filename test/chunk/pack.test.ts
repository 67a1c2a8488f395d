/** The packer finds the cheapest cuts there are, and never a dearer set than trying them all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack } from '../../src/chunk/pack.js';

const EMPTY_WEIGHT = 6;
const CROSSING_WEIGHT = 0.5;
const limits = { firstTokens: 20, otherTokens: 20, maxChars: Number.POSITIVE_INFINITY };

function cost(sizes: readonly number[], prices: readonly number[], cuts: readonly number[]): number {
  const bounds = [0, ...cuts, sizes.length];
  let total = 0;
  for (let i = 0; i + 1 < bounds.length; i++) {
    const tokens = sizes.slice(bounds[i], bounds[i + 1]).reduce((sum, size) => sum + size, 0);
    if (tokens > limits.firstTokens) return Number.POSITIVE_INFINITY;
    const [from, to] = [bounds[i], bounds[i + 1]];
    const cheapest = Math.min(...prices.slice(from + 1, to));
    const ends = [from > 0 ? prices[from] : 0, to < sizes.length ? prices[to] : 0];
    const crossed = ends.reduce((sum, price) => sum + Math.max(0, price - cheapest), 0);
    total +=
      EMPTY_WEIGHT * (1 - tokens / limits.firstTokens) ** 2 + CROSSING_WEIGHT * crossed + (from > 0 ? prices[from] : 0);
  }
  return total;
}

const run = (sizes: readonly number[], prices: readonly number[]): number[] => {
  const sums = [0];
  for (const size of sizes) sums.push((sums.at(-1) ?? 0) + size);
  return pack(sums, prices, (i, j) => sums[j] - sums[i], limits);
};

describe('pack', () => {
  it('is optimal: no subset of the cuts is cheaper', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 0, max: 8 })), {
          minLength: 1,
          maxLength: 9,
        }),
        (atoms) => {
          const sizes = atoms.map(([size]) => size);
          const prices = atoms.map(([, price]) => price);
          const all = Array.from({ length: 2 ** (sizes.length - 1) }, (_, bits) =>
            sizes.slice(1).flatMap((_, i) => ((bits >> i) & 1 ? [i + 1] : [])),
          );
          const best = Math.min(...all.map((cuts) => cost(sizes, prices, cuts)));
          expect(cost(sizes, prices, run(sizes, prices))).toBeCloseTo(best, 9);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('leaves no tiny chunk where a greedy choice would', () => {
    // Greedy fills 18 and leaves 6; both halves of 12 are better.
    expect(run([6, 6, 6, 6], [0, 1, 1, 1])).toEqual([2]);
  });

  it('accepts a smaller chunk for a better cut', () => {
    expect(run([9, 3, 9], [0, 1, 8])).toEqual([1]);
  });
});
