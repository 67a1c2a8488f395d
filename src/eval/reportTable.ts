/** A report as text: one line per strategy, and below it how far the first is ahead. */
import type { Interval } from './bootstrap.js';
import type { EvalReport, StrategyReport } from './evaluate.js';
import type { FormatTrial } from './formats.js';
import type { MetricName } from './score.js';

const columns: readonly (readonly [head: string, name: MetricName])[] = [
  ['P@5', 'p5'],
  ['R@1', 'recall1'],
  ['R@5', 'recall5'],
  ['R@10', 'recall10'],
  ['MRR', 'mrr'],
  ['nDCG', 'ndcg'],
  ['tok.eff.', 'efficiency'],
  ['cover 2k', 'cover2k'],
  ['cover 4k', 'cover4k'],
  ['cover 8k', 'cover8k'],
];

/** The differences that are shown with their intervals. */
const comparedMetrics: readonly (readonly [head: string, name: MetricName])[] = [
  ['MRR', 'mrr'],
  ['cover 2k', 'cover2k'],
  ['cover 4k', 'cover4k'],
];

/** For a terminal and for a file of markdown alike. */
export function reportTable(report: EvalReport): string {
  const head = ['strategy', 'chunks', 'tokens', ...columns.map(([name]) => name)];
  const rows = report.strategies.map((strategyReport) => [
    strategyReport.strategy,
    strategyReport.chunks.toLocaleString('en'),
    String(strategyReport.meanTokens),
    ...columns.map(([, name]) => strategyReport.metrics[name].mean.toFixed(3)),
  ]);
  const [first, ...others] = report.strategies;
  const comparisons = others.map((strategyReport) => [
    strategyReport.strategy,
    ...comparedMetrics.map(([, name]) => formatInterval(strategyReport.behind[name])),
    ...Object.keys(report.questions).map((kind) => byKind(strategyReport, kind)),
  ]);
  const kinds = Object.keys(report.questions);
  const kindHead = kinds.map((kind) => `MRR ${kind}`);
  const comparisonHead = [`${first.strategy} ahead of`, ...comparedMetrics.map(([name]) => name), ...kindHead];
  const firstRow = [
    `(${first.strategy} itself)`,
    ...comparedMetrics.map(() => ''),
    ...kinds.map((kind) => byKind(first, kind)),
  ];
  const counts = Object.entries(report.questions).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${report.files.toLocaleString('en')} files, questions: ${counts.join(', ')}; vectors: ${report.embedder}`,
    '',
    ...alignColumns([head, ...rows]),
    '',
    ...alignColumns([comparisonHead, firstRow, ...comparisons]),
    '',
    'tokens: mean of a chunk. tok.eff.: share of the tokens of the first five results that stand on lines of an answer.',
    'cover: share of the answer inside the first so many tokens of results. In brackets: 95 % of 1,000 draws of the questions.',
    '',
  ].join('\n');
}

const byKind = ({ byKind: means }: StrategyReport, kind: string): string =>
  (new Map(Object.entries(means)).get(kind) ?? 0).toFixed(3);

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
const formatInterval = ({ mean, low, high }: Interval): string => `${signed(mean)} [${signed(low)}, ${signed(high)}]`;

/** Markdown's own table, padded so that it reads well as it is. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, at) => Math.max(3, ...rows.map((row) => row[at].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head, ...body] = rows;
  return [line(head), rule, ...body.map(line)];
}

/** What became of the formats, as text. */
export const formatTable = (trials: readonly FormatTrial[]): string =>
  [
    '| format  | answers | correct | complete | attributed | tokens |',
    '|---------|--------:|--------:|---------:|-----------:|-------:|',
    ...trials.map(
      ({ format, answers, correct, complete, attributed, tokens }) =>
        `| ${format.padEnd(7)} | ${String(answers).padStart(7)} | ${correct.toFixed(3).padStart(7)} | ${complete.toFixed(3).padStart(8)} | ${attributed.toFixed(3).padStart(10)} | ${String(tokens).padStart(6)} |`,
    ),
    '',
  ].join('\n');
