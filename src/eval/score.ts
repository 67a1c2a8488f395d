/**
 * The quality of a ranking. A result is a hit if it contains at least half of the
 * answer's lines, or if at least half of its own lines are the answer's.
 *
 *     answer  src/a.ts 10-29
 *     result  src/a.ts 20-59   10 of 20 lines: a hit
 *     result  src/a.ts 28-31    2 of its 4:    a hit
 *     result  src/a.ts  1-12    3 of 20, 3 of 12: none
 *
 * Cover measures what a model gets to see: the share of the answer's lines in the first
 * so many tokens of results; the last result is truncated at the budget.
 */
import type { EvalQuestion, LineRange } from './question.js';

/** A result: lines of one file, in one or several ranges, and their tokens. */
export interface RankedLines {
  readonly path: string;
  /** Empty for synthetic text, such as an outline. It still costs its tokens. */
  readonly ranges: readonly (readonly [startLine: number, endLine: number])[];
  readonly tokens: number;
}

export const BUDGETS = [500, 1000, 2000, 4000, 8000, 16000] as const;

/** Each between 0 and 1. */
export const metricNames = [
  'p5',
  'recall1',
  'recall5',
  'recall10',
  'mrr',
  'ndcg',
  'efficiency',
  'cover2k',
  'cover4k',
  'cover8k',
] as const;
export type MetricName = (typeof metricNames)[number];
export type Scores = Readonly<Record<MetricName, number>> & { readonly covers: readonly number[] };

const MAX_RANK = 10;
const SHOWN_RESULTS = 5;

export function score(question: EvalQuestion, ranking: readonly RankedLines[]): Scores {
  const { answers } = question;
  const results = ranking.filter((result) => isCounted(result, question));
  const hitsOf = results.slice(0, MAX_RANK).map((result) => answers.map((answer) => isHit(result, answer)));
  const first = hitsOf.findIndex((hits) => hits.includes(true));
  const recall = (k: number): number =>
    answers.filter((_, a) => hitsOf.slice(0, k).some((hits) => hits[a])).length / answers.length;
  const covers = BUDGETS.map((budget) => covered(answers, withinBudget(results, budget)));
  return {
    p5: hitsOf.slice(0, SHOWN_RESULTS).filter((hits) => hits.includes(true)).length / SHOWN_RESULTS,
    recall1: recall(1),
    recall5: recall(SHOWN_RESULTS),
    recall10: recall(MAX_RANK),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    ndcg: ndcg(hitsOf, answers.length),
    efficiency: efficiency(answers, results.slice(0, SHOWN_RESULTS)),
    cover2k: covers[2],
    cover4k: covers[3],
    cover8k: covers[4],
    covers,
  };
}

/** The location of the question itself is ignored, unless it is also an answer. */
function isCounted(result: RankedLines, { answers, exclude = [] }: EvalQuestion): boolean {
  if (answers.some((answer) => isHit(result, answer))) return true;
  return !exclude.some((place) => sharedLines(result, place) > 0);
}

export function isHit(result: RankedLines, answer: LineRange): boolean {
  const sharedCount = sharedLines(result, answer);
  return sharedCount > 0 && (sharedCount * 2 >= lengthOf(answer) || sharedCount * 2 >= linesOf(result));
}

const lengthOf = ({ startLine, endLine }: LineRange): number => endLine - startLine + 1;
const linesOf = ({ ranges }: RankedLines): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);

function sharedLines({ path, ranges }: RankedLines, place: LineRange): number {
  if (path !== place.path) return 0;
  return ranges.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, place.endLine) - Math.max(from, place.startLine) + 1),
    0,
  );
}

/** Each answer counts at its first hit; the ideal ranking has all of them at the top. */
function ndcg(hitsOf: readonly (readonly boolean[])[], answers: number): number {
  const seen = new Set<number>();
  let gain = 0;
  hitsOf.forEach((hits, rank) => {
    const newHits = [...hits.keys()].filter((a) => hits[a] && !seen.has(a));
    for (const a of newHits) seen.add(a);
    if (newHits.length > 0) gain += 1 / Math.log2(rank + 2);
  });
  let ideal = 0;
  for (let rank = 0; rank < Math.min(MAX_RANK, answers); rank++) ideal += 1 / Math.log2(rank + 2);
  return gain / ideal;
}

/** The share of the returned tokens on lines of an answer; a line counts once. */
function efficiency(answers: readonly LineRange[], results: readonly RankedLines[]): number {
  const seen = new Set<string>();
  let useful = 0;
  let total = 0;
  for (const result of results) {
    let lines = 0;
    for (const [from, to] of result.ranges) {
      for (let line = from; line <= to; line++) {
        const key = `${result.path}:${line}`;
        const isAnswer = answers.some(
          ({ path, startLine, endLine }) => path === result.path && line >= startLine && line <= endLine,
        );
        if (isAnswer && !seen.has(key)) {
          seen.add(key);
          lines++;
        }
      }
    }
    total += result.tokens;
    useful += linesOf(result) === 0 ? 0 : (result.tokens * lines) / linesOf(result);
  }
  return total === 0 ? 0 : useful / total;
}

/** As much as fits the budget, from the best on; tokens are assumed to be spread evenly over the lines. */
function withinBudget(results: readonly RankedLines[], budget: number): RankedLines[] {
  const shown: RankedLines[] = [];
  let remaining = budget;
  for (const result of results) {
    if (result.tokens <= remaining) {
      shown.push(result);
      remaining -= result.tokens;
      continue;
    }
    const lines = Math.floor((linesOf(result) * remaining) / result.tokens);
    shown.push({ ...result, ranges: firstLines(result.ranges, lines), tokens: remaining });
    break;
  }
  return shown;
}

function firstLines(ranges: RankedLines['ranges'], lines: number): RankedLines['ranges'] {
  let remaining = lines;
  return ranges.flatMap(([from, to]): [number, number][] => {
    const keep = Math.min(remaining, to - from + 1);
    remaining -= keep;
    return keep > 0 ? [[from, from + keep - 1]] : [];
  });
}

function covered(answers: readonly LineRange[], results: readonly RankedLines[]): number {
  let total = 0;
  let shownLines = 0;
  for (const { path, startLine, endLine } of answers) {
    const shownRanges = results.filter((result) => result.path === path).flatMap(({ ranges }) => ranges);
    total += endLine - startLine + 1;
    for (let line = startLine; line <= endLine; line++)
      if (shownRanges.some(([from, to]) => line >= from && line <= to)) shownLines++;
  }
  return shownLines / total;
}
