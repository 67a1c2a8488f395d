/**
 * Pieces → those that get in, best first, each by what it alone would add:
 *
 *     room 100      a 40 → in     b 70 → no room: a part of it, or passed over     c 30 → in
 *
 * One that goes on where another ends costs no frame of its own. The first gets
 * in whatever it costs. The sum is an estimate: what is handed out is counted as
 * a whole (assemble.ts).
 */
import type { Passage } from '../format/index.js';
import { shortened } from './passage.js';
import { type Segment, touches, type Valued } from './segments.js';

/** A passage, and what it shows. */
export interface Shown {
  readonly passage: Passage;
  readonly segment: Segment;
}

export interface Choice {
  /** Best first. */
  readonly whole: Valued[];
  /** Those of which only a part gets in. */
  readonly cut: Shown[];
}

export interface Prices {
  readonly passageOf: (segment: Segment) => Passage;
  /** Of a passage, its frame included. */
  readonly ofPassage: (passage: Passage) => number;
  readonly ofText: (text: string) => number;
}

/** Room that is worth cutting a passage for. */
const WORTH_CUTTING = 120;
/** Less than this takes no passage at all. */
const SMALLEST = 30;

export function choose(pieces: readonly Valued[], room: number, prices: Prices): Choice {
  const choice: Choice = { whole: [], cut: [] };
  let left = room;
  for (const piece of pieces) {
    const segment = { chunks: [piece.chunk], score: piece.score };
    const passage = prices.passageOf(segment);
    const joins = choice.whole.some(({ chunk }) => touches(chunk, piece.chunk) || touches(piece.chunk, chunk));
    const price = joins ? prices.ofText(passage.text) : prices.ofPassage(passage);
    if (price <= left || choice.whole.length === 0) {
      choice.whole.push(piece);
      left -= price;
    } else if (left >= WORTH_CUTTING && !joins) {
      const most = left;
      const part = shortened(passage, price, (short) => prices.ofPassage(short) <= most);
      if (!part) continue;
      choice.cut.push({ passage: part, segment });
      left -= prices.ofPassage(part);
    }
    if (left < SMALLEST) break;
  }
  return choice;
}
