/**
 * An answer goes on where a piece ends: what is beside a better piece gets a
 * quarter of what that one has more.
 *
 *     #3 0.9   #4 0.5   #5 0.1     →  #3 0.9   #4 0.6   #5 0.2
 */
import type { Chunk } from '../schema.js';
import { byScore } from './fuse.js';
import { gained, type Scored } from './result.js';

const SHARE = 0.25;

export function withBeside(pieces: readonly Scored[]): Scored[] {
  const scores = new Map(
    pieces.filter(({ chunk }) => !chunk.synthetic).map(({ chunk, score }) => [placeOf(chunk), score]),
  );
  const best = (chunk: Chunk): number =>
    chunk.synthetic ? 0 : Math.max(...[-1, 1].map((step) => scores.get(placeOf(chunk, step)) ?? 0));
  return pieces
    .map((piece) => gained(piece, SHARE * Math.max(0, best(piece.chunk) - piece.score), 'beside a better piece'))
    .sort(byScore);
}

const placeOf = ({ docId, position }: Chunk, step = 0): string => `${position + step} ${docId}`;
