import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, interval } from '../../src/eval/bootstrap.js';

describe('an interval', () => {
  it('is the same in every run', () => {
    const values = Array.from({ length: 50 }, (_, i) => (i % 3) / 2);
    expect(interval(values)).toEqual(interval([...values]));
  });

  it('has no width without variance', () => {
    expect(interval([0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    expect(interval([])).toEqual({ mean: 0, low: 0, high: 0 });
  });

  it('narrows as questions are added', () => {
    const width = (count: number): number => {
      const { low, high } = interval(Array.from({ length: count }, (_, i) => i % 2));
      return high - low;
    };
    // The standard error of a coin is 0.5 / √n, and 95 % lie within 1.96 of them.
    expect(width(100)).toBeGreaterThan(0.16);
    expect(width(100)).toBeLessThan(0.24);
    expect(width(400)).toBeLessThan(width(100) * 0.65);
  });

  it('is within the values, and around their mean', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(share, { minLength: 5, maxLength: 30 }), (values) => {
        const { mean, low, high } = interval(values);
        expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
        expect(low).toBeLessThanOrEqual(mean + 1e-9);
        expect(high).toBeGreaterThanOrEqual(mean - 1e-9);
      }),
      { numRuns: 40 },
    );
  });

  it('of a difference is paired by question: a gain on each is certain', () => {
    const before = Array.from({ length: 30 }, (_, i) => i / 40);
    const after = before.map((value) => value + 0.1);
    const { mean, low, high } = difference(after, before);
    expect([mean, low, high].map((value) => value.toFixed(6))).toEqual(['0.100000', '0.100000', '0.100000']);
  });
});
