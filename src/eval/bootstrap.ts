/**
 * Bootstrap confidence interval of a mean: the questions are resampled with
 * replacement a thousand times, and the middle 95 % of the means are the
 * interval. For the difference of two strategies both use the same sample.
 *
 * The seed is fixed: the same scores give the same interval.
 */
const DRAWS = 1000;
const SEED = 20_261;
const TAIL = 0.025;

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export function interval(values: readonly number[]): Interval {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / (count || 1);
  if (count === 0) return { mean: 0, low: 0, high: 0 };
  const random = mulberry32(SEED);
  const means = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[Math.floor(random() * count)];
    means[draw] = sum / count;
  }
  means.sort();
  return { mean, low: means[Math.floor(DRAWS * TAIL)], high: means[Math.ceil(DRAWS * (1 - TAIL)) - 1] };
}

/** Of two strategies, question by question: how much the first is above the second. */
export const difference = (first: readonly number[], second: readonly number[]): Interval =>
  interval(first.map((value, i) => value - second[i]));

/** Mulberry32: 32 bits of state, well spread, the same on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
