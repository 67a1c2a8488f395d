/**
 * A piece with the one before and the one after it, for a reader who needs more
 * than was found. `marked` joins them with a line that says so; `seamless`
 * takes out what they repeat, and gives the source's own text back.
 */
import type { Chunk } from '../schema.js';

export const BOUNDARY = '[CHUNK BOUNDARY]';

/** `position` is the wanted piece's; '' when there is none. The pieces may come in any order. */
export function expand(pieces: readonly Chunk[], position: number, join: 'marked' | 'seamless' = 'marked'): string {
  const near = pieces
    .filter((piece) => Math.abs(piece.position - position) <= 1)
    .sort((a, b) => a.position - b.position);
  if (!near.some((piece) => piece.position === position)) return '';
  if (join === 'marked') return near.map((piece) => piece.content).join(`\n${BOUNDARY}\n`);
  return near.map((piece, i) => (i === 0 ? piece.content : piece.content.slice(piece.overlapChars))).join('');
}
