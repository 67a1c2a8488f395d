/**
 * A piece below the minimum joins a neighbour, if they fit together: a lone
 * bracket, a heading, a one-line constant.
 */
import { isBlank } from './blank.js';
import { isKeptHead, isPart, join, type Piece, sharedOwner } from './piece.js';

/** How pieces are measured. */
export interface Measure {
  isTiny(piece: Piece): boolean;
  /** So little that it may stand in the head of a unit, which has that unit's lines else. */
  isTrivial(piece: Piece): boolean;
  fits(piece: Piece): boolean;
}

export function joinTiny(text: string, pieces: readonly Piece[], measure: Measure): Piece[] {
  const joined = (a: Piece | undefined, b: Piece | undefined): Piece | undefined => {
    if (!a || !b || a.end !== b.start || b.body !== b.start || a.weight !== b.weight) return undefined;
    if ((isKeptHead(a) && !measure.isTrivial(b)) || (isKeptHead(b) && !measure.isTrivial(a))) return undefined;
    const both = join(a, b);
    return measure.fits(both) ? both : undefined;
  };
  const out: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    let piece = pieces[i];
    while (!piece.solid && !isPart(piece) && measure.isTiny(piece)) {
      const before = out.at(-1);
      const after = pieces[i + 1];
      const withBefore = joined(before, piece);
      const withAfter = joined(piece, after);
      if (before && withBefore && !(withAfter && belongsToNext(text, before, piece, after))) {
        out.pop();
        piece = withBefore;
      } else if (withAfter) {
        piece = withAfter;
        i++;
      } else break;
    }
    out.push(piece);
  }
  return out;
}

/**
 * Deeper in the same unit, or else with fewer blank lines between. The sizes of
 * the neighbours are not asked: they change with what is inserted far away.
 */
function belongsToNext(text: string, before: Piece, piece: Piece, after: Piece): boolean {
  const toBefore = sharedOwner(before.owner, piece.owner).depth;
  const toAfter = sharedOwner(piece.owner, after.owner).depth;
  if (toBefore !== toAfter) return toAfter > toBefore;
  return blankLinesAt(text, piece.end) < blankLinesAt(text, piece.start);
}

function blankLinesAt(text: string, at: number): number {
  let breaks = 0;
  for (let i = at - 1; i >= 0 && isBlank(text.charCodeAt(i)); i--) if (text.charCodeAt(i) === 10) breaks++;
  return breaks;
}
