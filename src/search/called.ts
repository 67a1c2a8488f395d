/**
 * An answer goes on in what it calls: a piece that one of the three best names
 * gets a share of what that one has, half of it in the same document, where it
 * is found anyway. A name that several pieces have says as much less.
 *
 *     0.9  open()     … find_root_and_group(ds) …
 *     0.3  find_root_and_group()                     →  0.3 + 0.15 · 0.9 = 0.435
 */
import type { Chunk } from '../schema.js';
import { byScore } from './fuse.js';
import { gained, type Scored } from './result.js';

const SHARE = 0.15;
const SAME_DOCUMENT = 0.5;
const BEST = 3;
/** A shorter name is said in other senses, too. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;

export function withCalled(pieces: readonly Scored[]): Scored[] {
  const callers = pieces
    .slice(0, BEST)
    .filter(({ chunk }) => !chunk.synthetic)
    .map(({ chunk, score }) => ({ chunk, score, names: new Set(chunk.content.match(NAME)) }));
  const bearers = new Map<string, number>();
  for (const { chunk } of pieces) bearers.set(chunk.name, (bearers.get(chunk.name) ?? 0) + 1);
  const gainOf = ({ name, docId, synthetic }: Chunk): number => {
    if (synthetic) return 0;
    const worth = callers
      .filter(({ chunk, names }) => chunk.name !== name && names.has(name))
      .map(({ chunk, score }) => score * (chunk.docId === docId ? SAME_DOCUMENT : 1));
    return (SHARE * Math.max(0, ...worth)) / (bearers.get(name) ?? 1);
  };
  return pieces.map((piece) => gained(piece, gainOf(piece.chunk), 'named by a better piece')).sort(byScore);
}
