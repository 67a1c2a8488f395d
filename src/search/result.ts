/** What a search gives: pieces with their reasons, and the results they become. */
import type { Chunk } from '../schema.js';
import type { Fused } from './fuse.js';
import type { Factor } from './rank.js';

export interface Result {
  /** Of a piece, of a unit, or of a whole source. */
  readonly id: string;
  readonly docId: string;
  /** 0 to 1: the share of the most that any piece could have got. */
  readonly score: number;
  /** The pieces that were found, best first. */
  readonly chunks: readonly Chunk[];
  /** What each of them scored by itself, in the same order. */
  readonly scores: readonly number[];
  /** It stands for more than those pieces: all of the unit was found. */
  readonly merged: boolean;
  readonly explanation: Explanation;
}

/** Why the best piece of a result is where it is. */
export interface Explanation {
  readonly parts: Fused['parts'];
  readonly factors: readonly Factor[];
}

/** A piece that was found, with its reasons. */
export interface Scored {
  readonly id: string;
  readonly chunk: Chunk;
  readonly score: number;
  readonly explanation: Explanation;
}

/** With more than it had, and the reason for it. A piece that has nothing gains nothing. */
export function gained(piece: Scored, gain: number, reason: string): Scored {
  if (gain === 0 || piece.score === 0) return piece;
  const { parts, factors } = piece.explanation;
  const factor = { reason, factor: 1 + gain / piece.score };
  return { ...piece, score: piece.score + gain, explanation: { parts, factors: [...factors, factor] } };
}

/** A piece that stands for itself. */
export const alone = ({ id, chunk, score, explanation }: Scored): Result => ({
  id,
  docId: chunk.docId,
  score,
  chunks: [chunk],
  scores: [score],
  merged: false,
  explanation,
});
