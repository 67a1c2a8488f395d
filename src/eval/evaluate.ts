/**
 * Asks the same questions, with the same search, over the chunks of each strategy.
 *
 *     texts ─strategy→ chunks ─words, vectors→ an index in memory ─question→ ranking ─score→ figures
 */

import { FroeError } from '../errors.js';
import type { Result } from '../search/result.js';
import { search } from '../search/search.js';
import { SqliteStore } from '../store/sqlite.js';
import type { Store } from '../store/store.js';
import { difference, type Interval, interval } from './bootstrap.js';
import type { EvalQuestion, QuestionKind } from './question.js';
import type { QuestionSet } from './questions.js';
import { type MetricName, metricNames, type RankedLines, type Scores, score } from './score.js';
import { type EvalStrategy, type FillOptions, fillStore } from './strategies.js';

export interface StrategyReport {
  readonly strategy: string;
  readonly about: string;
  readonly chunks: number;
  readonly meanTokens: number;
  readonly metrics: Readonly<Record<MetricName, Interval>>;
  /** How much better the first strategy is than this one. */
  readonly behind: Readonly<Record<MetricName, Interval>>;
  /** At each of BUDGETS. */
  readonly covers: readonly number[];
  /** MRR by kind of question. */
  readonly byKind: Readonly<Partial<Record<QuestionKind, number>>>;
}

export interface EvalReport {
  readonly files: number;
  readonly embedder: string;
  readonly questions: Readonly<Partial<Record<QuestionKind, number>>>;
  readonly strategies: readonly StrategyReport[];
}

/** More than the largest budget holds, in chunks of any usual size. */
const MAX_RESULTS = 50;

export async function evaluate(
  { questions, texts }: QuestionSet,
  strategies: readonly EvalStrategy[],
  options: FillOptions = {},
): Promise<EvalReport> {
  const reports: StrategyReport[] = [];
  let baseline: readonly Scores[] | undefined;
  for (const strategy of strategies) {
    const store = new SqliteStore(':memory:');
    try {
      const size = await fillStore(store, texts, strategy, options);
      const scores: Scores[] = [];
      for (const question of questions) {
        options.signal?.throwIfAborted();
        scores.push(score(question, await runQuestion(store, question, options)));
        options.onProgress?.(`${strategy.name}: questions`, scores.length, questions.length);
      }
      baseline ??= scores;
      reports.push({
        strategy: strategy.name,
        about: strategy.about,
        ...size,
        ...summary(questions, scores, baseline),
      });
    } finally {
      await store.close();
    }
  }
  return {
    files: texts.length,
    embedder: options.embedder?.id ?? 'none',
    questions: countByKind(questions),
    strategies: reports,
  };
}

async function runQuestion(store: Store, { query }: EvalQuestion, { embedder }: FillOptions): Promise<RankedLines[]> {
  const { results } = await search(store, embedder, withoutOperators(query), { limit: MAX_RESULTS });
  return results.map(rankedResult);
}

/** A sentence of a comment is not a query: operators in it become words. */
const withoutOperators = (query: string): string =>
  query
    .replace(/["“”]/g, ' ')
    .replace(/:/g, ' ')
    .replace(/(^|\s)-+/g, '$1');

export function rankedResult({ chunks }: Pick<Result, 'chunks'>): RankedLines {
  const [first] = chunks;
  return {
    path: first.filePath,
    ranges: mergeRanges(
      chunks.flatMap(({ synthetic, startLine, endLine }) => (synthetic ? [] : [[startLine, endLine]])),
    ),
    tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
  };
}

/** In order, and none twice. */
function mergeRanges(ranges: readonly (readonly number[])[]): [number, number][] {
  const out: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

function summary(
  questions: readonly EvalQuestion[],
  scores: readonly Scores[],
  first: readonly Scores[],
): Pick<StrategyReport, 'metrics' | 'behind' | 'covers' | 'byKind'> {
  const byMetric = (make: (name: MetricName) => Interval): Record<MetricName, Interval> =>
    Object.fromEntries(metricNames.map((name) => [name, make(name)])) as Record<MetricName, Interval>; // every name is there
  const column = (all: readonly Scores[], name: MetricName): number[] =>
    all.map((questionScores) => questionScores[name]);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  return {
    metrics: byMetric((name) => interval(column(scores, name))),
    behind: byMetric((name) => difference(column(first, name), column(scores, name))),
    covers: (scores[0]?.covers ?? []).map((_, i) => mean(scores.map(({ covers }) => covers[i]))),
    byKind: Object.fromEntries(
      kinds.map((kind) => [kind, mean(scores.filter((_, i) => questions[i].kind === kind).map(({ mrr }) => mrr))]),
    ),
  };
}

function countByKind(questions: readonly EvalQuestion[]): EvalReport['questions'] {
  const counts: Partial<Record<QuestionKind, number>> = {};
  for (const { kind } of questions) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** `mrr=0.4,cover4k=0.7`: what the first strategy must reach. */
type Thresholds = ReadonlyMap<MetricName, number>;

export function readThresholds(text: string): Thresholds {
  return new Map(
    text.split(',').map((part): [MetricName, number] => {
      const [word, value = ''] = part.split('=').map((field) => field.trim());
      const name = metricNames.find((metric) => metric === word);
      const threshold = Number(value);
      if (name && value !== '' && threshold >= 0 && threshold <= 1) return [name, threshold];
      throw new FroeError(
        'bad-option',
        `'${part.trim()}' is not a threshold`,
        `Such as mrr=0.4. There are ${metricNames.join(', ')}, each from 0 to 1.`,
      );
    }),
  );
}

/** Each as a sentence; empty if all are reached. */
export function missedThresholds({ strategies: [first] }: EvalReport, thresholds: Thresholds): string[] {
  return [...thresholds].flatMap(([name, threshold]) => {
    const { mean } = first.metrics[name];
    return mean < threshold
      ? [`${name} of ${first.strategy} is ${mean.toFixed(3)}, and should be at least ${threshold}`]
      : [];
  });
}
