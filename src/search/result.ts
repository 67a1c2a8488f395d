/** What a search gives: chunks with their reasons, and the results they become. */
import type { Chunk } from '../schema.js';
import { type Explanation, type ScoreStep, scoreOf } from './explanation.js';
import { byScore } from './fuse.js';
import type { MergedBy } from './merge.js';

export interface Result {
  /** Of a chunk, of a unit, or of a whole source. */
  readonly id: string;
  readonly docId: string;
  /** 0 to 1: the odds that it is an answer, and 1 where they are even or better; of plain sums, the share of the most there is. */
  readonly score: number;
  /** The chunks that were found, best first. */
  readonly chunks: readonly Chunk[];
  /** What each of them scored by itself, in the same order. */
  readonly scores: readonly number[];
  /** It stands for more than those chunks: all of the unit was found. */
  readonly merged: boolean;
  /** Why it stands for more than one hit. */
  readonly mergedBy?: MergedBy;
  /** How its best chunk, and what it was united with, come to the score. */
  readonly explanation: Explanation;
}

/** A chunk that was found, with its reasons. */
export interface ScoredChunk {
  readonly id: string;
  readonly chunk: Chunk;
  readonly score: number;
  /** Comes to the score. */
  readonly explanation: Explanation;
}

/** What steps come to. */
export const scoredChunk = (id: string, chunk: Chunk, explanation: Explanation): ScoredChunk => ({
  id,
  chunk,
  score: scoreOf(explanation),
  explanation,
});

/** One step further; one that changes nothing is none. */
export function withStep<T extends Pick<ScoredChunk, 'score' | 'explanation'>>(one: T, step: ScoreStep): T {
  if (step.value === (step.kind === 'add' ? 0 : 1)) return one;
  const explanation = [...one.explanation, step];
  return { ...one, score: scoreOf(explanation), explanation };
}

/** Chunks, the best first; of equals the smaller. */
export const byScoreThenTokens = (a: ScoredChunk, b: ScoredChunk): number =>
  b.score - a.score || a.chunk.tokenCount - b.chunk.tokenCount || byScore(a, b);

/** The best first; of equals the smaller, which says as much in fewer words; then by name, so that every machine agrees. */
export const byScoreThenSize = (a: Result, b: Result): number =>
  b.score - a.score || sizeOf(a) - sizeOf(b) || byScore(a, b);

const sizeOf = ({ chunks }: Result): number => chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);

/** A chunk that stands for itself. */
export const singleResult = ({ id, chunk, score, explanation }: ScoredChunk): Result => ({
  id,
  docId: chunk.docId,
  score,
  chunks: [chunk],
  scores: [score],
  merged: false,
  explanation,
});
