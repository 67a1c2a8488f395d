/**
 * A piece whose document answers the question elsewhere, too, is the likelier
 * answer: it gets 0.15 of the mean of the two best others of its document.
 *
 *     a.py  0.9 0.8 0.1    →  0.9 + 0.15 · (0.8 + 0.1) / 2 = 0.9675
 *     b.py  0.95           →  0.95
 */
import { byScore } from './fuse.js';
import { gained, type Scored } from './result.js';

const SHARE = 0.15;
const OTHERS = 2;

export function withCompany(pieces: readonly Scored[]): Scored[] {
  const best = new Map<string, Scored[]>();
  for (const piece of pieces) {
    const known = best.get(piece.chunk.docId);
    if (!known) best.set(piece.chunk.docId, [piece]);
    else if (known.length <= OTHERS) known.push(piece);
  }
  return pieces
    .map((piece) => {
      const others = (best.get(piece.chunk.docId) ?? []).filter(({ id }) => id !== piece.id).slice(0, OTHERS);
      const gain = (SHARE * others.reduce((sum, { score }) => sum + score, 0)) / OTHERS;
      return gained(piece, gain, 'found beside others of its document');
    })
    .sort(byScore);
}
