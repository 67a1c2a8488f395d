/** Scored chunks, and the results they become. */
import type { Chunk } from '../schema.js';
import { type Explanation, type ScoreStep, scoreOf } from './explanation.js';
import { byScore } from './fuse.js';
import type { MergedBy } from './merge.js';

export interface Result {
  /** Id of a chunk, a unit, or a whole source. */
  readonly id: string;
  readonly docId: string;
  /** 0 to 1: the odds that it is an answer, 1 for even or better; with plain sums, the share of the highest possible sum. */
  readonly score: number;
  /** The matching chunks, best first. */
  readonly chunks: readonly Chunk[];
  /** Their own scores, in the same order. */
  readonly scores: readonly number[];
  /** It stands for the whole unit, more than those chunks. */
  readonly merged: boolean;
  /** Why several hits were merged. */
  readonly mergedBy?: MergedBy;
  /** Other files that were found and have the same text: the first chunk there. */
  readonly copies?: readonly Chunk[];
  /** The steps of its score. */
  readonly explanation: Explanation;
}

/** A chunk with its score and the steps of it. */
export interface ScoredChunk {
  readonly id: string;
  readonly chunk: Chunk;
  readonly score: number;
  /** The score is computed from it. */
  readonly explanation: Explanation;
}

/** The score is that of the steps. */
export const scoredChunk = (id: string, chunk: Chunk, explanation: Explanation): ScoredChunk => ({
  id,
  chunk,
  score: scoreOf(explanation),
  explanation,
});

/** Adds a step, unless it changes nothing. */
export function withStep<T extends Pick<ScoredChunk, 'score' | 'explanation'>>(scored: T, step: ScoreStep): T {
  if (step.value === (step.kind === 'add' ? 0 : 1)) return scored;
  const explanation = [...scored.explanation, step];
  return { ...scored, score: scoreOf(explanation), explanation };
}

/** The best first; ties by size, the smaller first. */
export const byScoreThenTokens = (a: ScoredChunk, b: ScoredChunk): number =>
  b.score - a.score || a.chunk.tokenCount - b.chunk.tokenCount || byScore(a, b);

/** The best first; ties by size, the smaller first, then by id, so that the order is the same on every machine. */
export const byScoreThenSize = (a: Result, b: Result): number =>
  b.score - a.score || sizeOf(a) - sizeOf(b) || byScore(a, b);

const sizeOf = ({ chunks }: Result): number => chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);

/** A result of one chunk. */
export const singleResult = ({ id, chunk, score, explanation }: ScoredChunk): Result => ({
  id,
  docId: chunk.docId,
  score,
  chunks: [chunk],
  scores: [score],
  merged: false,
  explanation,
});

/**
 * The elbow of falling scores: the number of results before the first that has less
 * than `ratio` of the score before it.
 *
 *     [8, 7.5, 7, 3.2, 3, 2.8, 0.9] at 0.5  → 3      3.2 / 7 < 0.5
 *     [4, 2, 1]                    at 0.5  → 3      exactly the ratio is no elbow
 */
export function elbow(scores: readonly number[], ratio: number): number {
  for (let i = 1; i < scores.length; i++) {
    const previous = scores[i - 1];
    if (previous > 0 && scores[i] / previous < ratio) return i;
  }
  return scores.length;
}
