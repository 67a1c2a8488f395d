import { describe, expect, it } from 'vitest';

/** The benchmark is plain JavaScript, without types of its own. */
const { drawn }: { readonly drawn: (table: unknown) => string } = await import(
  new URL('../../bench/plot.mjs', import.meta.url).href
);

const table = (values: readonly number[]) => ({
  title: 'Growth',
  columns: { files: 'count', seconds: 'number' },
  rows: values.map((seconds, i) => ({ files: 1000 * 2 ** i, seconds })),
  plot: { x: 'files', y: ['seconds'] },
});
const pointsOf = (svg: string): number[][] =>
  (/points="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map((point) => point.split(',').map(Number));

describe('a plot of growth', () => {
  it('is on the dashed line if time is proportional to the input', () => {
    const svg = drawn(table([1, 2, 4]));
    const [from, to] = [/M50 (\d+)L/, /L\d+ (\d+)"/].map((pattern) => Number(pattern.exec(svg)?.[1]));
    const points = pointsOf(svg);
    expect([points[0][1], points[2][1]]).toEqual([from, to]);
    expect(points[1][1]).toBe((from + to) / 2);
  });

  it('is flat if time does not grow, and never below its start', () => {
    const heights = pointsOf(drawn(table([2, 2, 1]))).map(([, height]) => height);
    expect(new Set(heights).size).toBe(1);
  });

  it('shows the first and the last value', () => {
    expect(drawn(table([1, 2, 4.5]))).toContain('seconds: 1.00 → 4.50');
  });
});
