/**
 * A section that had to be cut between its blocks: each later piece repeats the end of the one before it, as the
 * pieces of a cut leaf do, where there is room for it.
 *
 *     ## Wood          ┐
 *     Oak is hard.     │ first piece
 *     Ash is tough.    ┘
 *     Ash is tough.    ┐ repeated
 *     Yew is old.      ┘ second piece
 */
import type { Limits } from '../options.js';
import type { Ruler } from '../text/tokens/index.js';
import { overlapStart } from './leaf.js';
import type { Piece } from './piece.js';
import { unitOf } from './tree.js';

export function repeatBetween(text: string, pieces: readonly Piece[], ruler: Ruler, limits: Limits): Piece[] {
  return pieces.map((piece, i) => {
    const before = pieces[i - 1];
    if (!before || before.end !== piece.start || piece.body !== piece.start || !isOneSection(before, piece))
      return piece;
    const led = piece.leads.reduce((sum, { start, end }) => sum + ruler.tokens(start, end) + 1, 0);
    const room = { ...limits, overlap: limits.between, maxTokens: limits.maxTokens - led };
    return {
      ...piece,
      start: outsideFence(text, overlapStart(text, before.body, piece.start, piece.end, ruler, room), piece.start),
    };
  });
}

/** Both are text of the same section, and neither shows one below it. */
const isOneSection = (a: Piece, b: Piece): boolean =>
  a.weight === b.weight &&
  unitOf(a.owner).node === unitOf(b.owner).node &&
  [a, b].every(({ shows }) => !shows.some(({ node }) => node.name));

/** What is repeated begins behind a fence that it has only the end of. */
function outsideFence(text: string, start: number, end: number): number {
  const fences = [...text.slice(start, end).matchAll(/^[ \t]*(?:```|~~~).*\n?/gm)];
  const [first] = fences;
  return fences.length % 2 === 0 ? start : start + first.index + first[0].length;
}
