/** Drawings of a report, as SVG that needs nothing beside itself. */
import type { StrategyReport } from './evaluate.js';
import { BUDGETS, type MetricName } from './score.js';

const WIDTH = 640;
const LEFT = 120;
const RIGHT = 20;
/** Told apart by colour and, for who sees none, by the name at the end of each line. */
const colours = ['#c2410c', '#2563eb', '#15803d', '#7e22ce', '#0f766e', '#b91c1c', '#4d7c0f', '#6d28d9', '#a16207'];

export const colourOf = (index: number): string => colours[index % colours.length];

/** A bar for each strategy, with its interval as a line across the end. */
export function bars(measured: readonly StrategyReport[], name: MetricName, title: string): string {
  const step = 26;
  const height = measured.length * step + 46;
  const x = (value: number): number => LEFT + value * (WIDTH - LEFT - RIGHT);
  const rows = measured.map(({ strategy, metrics }, i) => {
    const { mean, low, high } = metrics[name];
    const y = 30 + i * step;
    return [
      `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escaped(strategy)}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${round(x(mean) - LEFT)}" height="18" fill="${colourOf(i)}" opacity="0.8"/>`,
      `<line x1="${round(x(low))}" x2="${round(x(high))}" y1="${y + 9}" y2="${y + 9}" class="ink"/>`,
      `<text x="${round(Math.min(x(high) + 6, WIDTH - 40))}" y="${y + 13}">${mean.toFixed(3)}</text>`,
    ].join('');
  });
  return svgOf(height, title, [...rows, axis(height, x)]);
}

/** What the first tokens of the results show of the answer: one line a strategy, budgets doubling. */
export function curves(measured: readonly StrategyReport[], title: string): string {
  const height = 300;
  const [top, bottom] = [30, height - 30];
  const x = (i: number): number => LEFT + (i * (WIDTH - LEFT - RIGHT - 80)) / (BUDGETS.length - 1);
  const y = (share: number): number => bottom - share * (bottom - top);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT - 80}" y1="${round(y(share))}" y2="${round(y(share))}" class="grid"/><text x="${LEFT - 8}" y="${round(y(share)) + 4}" text-anchor="end">${share * 100} %</text>`,
  );
  const ticks = BUDGETS.map(
    (budget, i) => `<text x="${round(x(i))}" y="${height - 8}" text-anchor="middle">${budget / 1000}k</text>`,
  );
  const ends = apart(measured.map(({ covers }) => y(covers.at(-1) ?? 0)));
  const lines = measured.map(({ strategy, covers }, i) => {
    const points = covers.map((share, at) => `${round(x(at))},${round(y(share))}`).join(' ');
    return `<polyline points="${points}" fill="none" stroke="${colourOf(i)}" stroke-width="2"/><text x="${WIDTH - RIGHT - 74}" y="${round(ends[i]) + 4}" fill="${colourOf(i)}">${escaped(strategy)}</text>`;
  });
  return svgOf(height, title, [...grid, ...ticks, ...lines]);
}

/** Names that would stand on each other are moved down, each below the one before. */
function apart(heights: readonly number[]): number[] {
  const order = [...heights.keys()].sort((a, b) => heights[a] - heights[b]);
  const out = [...heights];
  let last = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    out[i] = Math.max(out[i], last + 14);
    last = out[i];
  }
  return out;
}

function axis(height: number, x: (value: number) => number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((value) => `<text x="${round(x(value))}" y="${height - 4}" text-anchor="middle">${value}</text>`)
    .join('');
}

const svgOf = (height: number, title: string, parts: readonly string[]): string =>
  `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}"><text x="${LEFT}" y="16" class="title">${escaped(title)}</text>${parts.join('')}</svg>`;

const round = (value: number): number => Math.round(value * 10) / 10;

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
