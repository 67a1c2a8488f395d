/**
 * Chunks → those that get in, best first, each by what it alone would add:
 *
 *     room 100      a 40 → in     b 70 → no room: a part of it, or passed over     c 30 → in
 *
 * One that goes on where another ends costs no frame of its own. The first gets
 * in whatever it costs. The sum is an estimate: what is handed out is counted as
 * a whole (assemble.ts).
 *
 * What was put together is left out where the source of all its lines is in:
 * then only what is said of it from elsewhere stays.
 */
import type { Chunk } from '../schema.js';
import type { DraftPassage } from './passage.js';
import type { ContextCandidate } from './preferSource.js';
import { type ContextSegment, touches, type ValuedChunk } from './segments.js';

/** A passage, and what it shows. */
export interface ShownPassage {
  readonly passage: DraftPassage;
  readonly segment: ContextSegment;
}

export interface Selection {
  /** Best first. */
  readonly whole: ValuedChunk[];
  /** Those of which only a part gets in. */
  readonly cut: ShownPassage[];
}

export interface TokenCosts {
  readonly passageOf: (segment: ContextSegment) => DraftPassage;
  /** Of a passage, its frame included. */
  readonly ofPassage: (passage: DraftPassage) => number;
  readonly ofText: (text: string) => number;
  /** As much of a passage as costs no more than this. */
  readonly cut: (passage: DraftPassage, most: number) => Promise<DraftPassage | undefined>;
}

/** Room that is worth cutting a passage for. */
const WORTH_CUTTING = 120;
/** Less than this takes no passage at all. */
const SMALLEST = 30;

export async function selectChunks(
  candidates: readonly ContextCandidate[],
  room: number,
  prices: TokenCosts,
): Promise<Selection> {
  const choice = await chosen(candidates, room, prices);
  const taken = idsOf(choice);
  const isTwice = ({ chunk, sources: exact }: ContextCandidate): boolean => taken.has(chunk.id) && isSaid(exact, taken);
  // Its source came in behind it: with what that frees, there is room for others.
  return candidates.some(isTwice)
    ? chosen(
        candidates.flatMap((one) => (isTwice(one) ? notesOf(one) : [one])),
        room,
        prices,
      )
    : choice;
}

const idsOf = ({ whole }: Selection): ReadonlySet<string> => new Set(whole.map(({ chunk }) => chunk.id));
const isSaid = (exact: readonly Chunk[] | undefined, taken: ReadonlySet<string>): boolean =>
  exact !== undefined && exact.length > 0 && exact.every(({ id }) => taken.has(id));
const notesOf = ({ notes, score }: ContextCandidate): ContextCandidate[] => (notes ? [{ chunk: notes, score }] : []);

async function chosen(candidates: readonly ContextCandidate[], room: number, prices: TokenCosts): Promise<Selection> {
  const choice: Selection = { whole: [], cut: [] };
  let left = room;
  for (const candidate of candidates) {
    const [item] = isSaid(candidate.sources, idsOf(choice)) ? notesOf(candidate) : [candidate];
    if (!item) continue;
    const segment = { chunks: [item.chunk], score: item.score };
    const passage = prices.passageOf(segment);
    const joins = choice.whole.some(({ chunk }) => touches(chunk, item.chunk) || touches(item.chunk, chunk));
    const price = joins ? prices.ofText(passage.text) : prices.ofPassage(passage);
    if (price <= left || choice.whole.length === 0) {
      choice.whole.push(item);
      left -= price;
    } else if (left >= WORTH_CUTTING && !joins) {
      const part = await prices.cut(passage, left);
      if (!part) continue;
      choice.cut.push({ passage: part, segment });
      left -= prices.ofPassage(part);
    }
    if (left < SMALLEST) break;
  }
  return choice;
}
