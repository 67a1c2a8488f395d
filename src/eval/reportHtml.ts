/** A report as one self-contained page: no script, nothing from other hosts. */
import type { EvalReport, StrategyReport } from './evaluate.js';
import type { FormatTrial } from './formats.js';
import { BUDGETS, type MetricName, metricNames } from './score.js';

const STYLE = `:root{color-scheme:light dark;--ink:#1c1917;--paper:#fff;--faint:#a8a29e}
@media(prefers-color-scheme:dark){:root{--ink:#e7e5e4;--paper:#1c1917;--faint:#57534e}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0}
td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--faint)}
td:first-child,th:first-child{text-align:left}
small{color:var(--faint)}
.wide{overflow-x:auto}
svg{max-width:100%;height:auto;display:block;margin:1.5rem 0;font:12px system-ui,sans-serif}
svg text{fill:var(--ink)}svg .title{font-weight:600;font-size:14px}.ink{stroke:var(--ink);stroke-width:2}.grid{stroke:var(--faint);stroke-width:.5}`;

export function reportHtml(report: EvalReport, trials: readonly FormatTrial[] = []): string {
  const { strategies, questions, files, embedder } = report;
  const counts = Object.entries(questions).map(([kind, count]) => `${count} ${kind}`);
  const parts = [
    '<h1>froe eval</h1>',
    `<p>${files.toLocaleString('en')} files. Questions: ${escapeHtml(counts.join(', '))}. Vectors: ${escapeHtml(embedder)}.</p>`,
    `<div class="wide">${htmlTable(
      ['strategy', 'chunks', 'tokens', ...metricNames],
      strategies.map((strategyReport) => [
        strategyReport.strategy,
        strategyReport.chunks.toLocaleString('en'),
        String(strategyReport.meanTokens),
        ...metricNames.map((name) => {
          const { mean, low, high } = strategyReport.metrics[name];
          return `${mean.toFixed(3)} <small>${low.toFixed(2)}–${high.toFixed(2)}</small>`;
        }),
      ]),
    )}</div>`,
    `<ul>${strategies.map(({ strategy, about }) => `<li><b>${escapeHtml(strategy)}</b>: ${escapeHtml(about)}</li>`).join('')}</ul>`,
    curves(strategies, 'Share of the answer inside the first tokens of the results'),
    bars(strategies, 'mrr', 'MRR, with the interval of 95 % of 1,000 draws'),
    bars(strategies, 'efficiency', 'Share of the tokens of the first five results that answer'),
    ...(trials.length > 0 ? [formatsTable(trials)] : []),
  ];
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>froe eval</title><style>${STYLE}</style></head><body>\n${parts.join('\n')}\n</body></html>\n`;
}

const formatsTable = (trials: readonly FormatTrial[]): string =>
  `<h2>Formats</h2>${htmlTable(
    ['format', 'answers', 'correct', 'complete', 'attributed', 'tokens'],
    trials.map(({ format, answers, correct, complete, attributed, tokens }) => [
      escapeHtml(format),
      String(answers),
      correct.toFixed(3),
      complete.toFixed(3),
      attributed.toFixed(3),
      String(tokens),
    ]),
  )}`;

/** The cells hold markup of ours already. */
function htmlTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const row = (tag: string, cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row('th', head)}</thead><tbody>${body.map((cells) => row('td', cells)).join('')}</tbody></table>`;
}

/** Drawings of a report, as SVG that needs nothing beside itself. */
const WIDTH = 640;
const LEFT = 120;
const RIGHT = 20;
/** Distinguished by colour and by the name at the end of each line. */
const colours = ['#c2410c', '#2563eb', '#15803d', '#7e22ce', '#0f766e', '#b91c1c', '#4d7c0f', '#6d28d9', '#a16207'];

const colourOf = (index: number): string => colours[index % colours.length];

/** A bar for each strategy, with its interval as a line across the end. */
function bars(reports: readonly StrategyReport[], name: MetricName, title: string): string {
  const step = 26;
  const height = reports.length * step + 46;
  const x = (value: number): number => LEFT + value * (WIDTH - LEFT - RIGHT);
  const rows = reports.map(({ strategy, metrics }, i) => {
    const { mean, low, high } = metrics[name];
    const y = 30 + i * step;
    return [
      `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escapeHtml(strategy)}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${round(x(mean) - LEFT)}" height="18" fill="${colourOf(i)}" opacity="0.8"/>`,
      `<line x1="${round(x(low))}" x2="${round(x(high))}" y1="${y + 9}" y2="${y + 9}" class="ink"/>`,
      `<text x="${round(Math.min(x(high) + 6, WIDTH - 40))}" y="${y + 13}">${mean.toFixed(3)}</text>`,
    ].join('');
  });
  return svgOf(height, title, [...rows, axis(height, x)]);
}

/** What the first tokens of the results show of the answer: one line a strategy, budgets doubling. */
function curves(reports: readonly StrategyReport[], title: string): string {
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
  const ends = spreadApart(reports.map(({ covers }) => y(covers.at(-1) ?? 0)));
  const lines = reports.map(({ strategy, covers }, i) => {
    const points = covers.map((share, at) => `${round(x(at))},${round(y(share))}`).join(' ');
    return `<polyline points="${points}" fill="none" stroke="${colourOf(i)}" stroke-width="2"/><text x="${WIDTH - RIGHT - 74}" y="${round(ends[i]) + 4}" fill="${colourOf(i)}">${escapeHtml(strategy)}</text>`;
  });
  return svgOf(height, title, [...grid, ...ticks, ...lines]);
}

/** Names that would overlap are moved down. */
function spreadApart(heights: readonly number[]): number[] {
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
  `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeHtml(title)}"><text x="${LEFT}" y="16" class="title">${escapeHtml(title)}</text>${parts.join('')}</svg>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
