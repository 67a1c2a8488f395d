/**
 * Greedy selection within a token budget, best first, by what each chunk alone would add:
 *
 *     room 100      a 40 → in     b 70 → no room: truncated, or skipped     c 30 → in
 *
 * A chunk that continues another costs no frame of its own. The first is always
 * selected. The sum is an estimate: the rendered context is counted as a whole
 * (assemble.ts).
 *
 * A synthetic chunk is left out if the source of all its lines is selected: then only
 * its lines from elsewhere stay.
 */
import type { Chunk } from '../schema.js';
import type { DraftPassage } from './passage.js';
import type { ContextCandidate } from './preferSource.js';
import { type ContextSegment, touches, type ValuedChunk } from './segments.js';

/** A passage and the chunks it shows. */
export interface ShownPassage {
  readonly passage: DraftPassage;
  readonly segment: ContextSegment;
}

export interface Selection {
  /** In the order in which they were chosen: the last is the first to go. */
  readonly whole: ValuedChunk[];
  /** Truncated passages. */
  readonly cut: ShownPassage[];
}

export interface TokenCosts {
  readonly passageOf: (segment: ContextSegment) => DraftPassage;
  /** Tokens of a passage with its frame. */
  readonly ofPassage: (passage: DraftPassage) => number;
  readonly ofText: (text: string) => number;
  /** A passage truncated to at most so many tokens. */
  readonly cut: (passage: DraftPassage, maxTokens: number) => Promise<DraftPassage | undefined>;
}

/**
 * The order in which candidates are tried. They compete for tokens, so a chunk counts by its score for its size:
 *
 *     a 0.9, 300 tokens     b 0.6, 400     c 0.4, 100     → a, c, b
 *
 * The best stays first, whatever its size. The exponent is below 1, because a long chunk also shows more of an answer,
 * and small ones count alike (docs/design.md has the figures).
 */
function byScoreForSize(candidates: readonly ContextCandidate[]): ContextCandidate[] {
  const [best, ...others] = candidates;
  const value = ({ score, chunk }: ContextCandidate): number =>
    score / Math.max(SMALL_CHUNK_TOKENS, chunk.tokenCount) ** SIZE_EXPONENT;
  return best ? [best, ...others.sort((a, b) => value(b) - value(a))] : [];
}

/** Tokens. */
const SMALL_CHUNK_TOKENS = 80;
const SIZE_EXPONENT = 0.75;

/** With less room than this no passage is truncated. */
const MIN_TRUNCATED_TOKENS = 120;
/** With less room than this selection ends. */
const MIN_PASSAGE_TOKENS = 30;

export async function selectChunks(
  ranked: readonly ContextCandidate[],
  room: number,
  costs: TokenCosts,
): Promise<Selection> {
  const candidates = byScoreForSize(ranked);
  const selection = await selectGreedily(candidates, room, costs);
  const selectedIds = idsOf(selection);
  const isDuplicate = ({ chunk, sources }: ContextCandidate): boolean =>
    selectedIds.has(chunk.id) && isCovered(sources, selectedIds);
  // Its source was selected behind it: leaving it out makes room for others.
  return candidates.some(isDuplicate)
    ? selectGreedily(
        candidates.flatMap((candidate) => (isDuplicate(candidate) ? notesOf(candidate) : [candidate])),
        room,
        costs,
      )
    : selection;
}

const idsOf = ({ whole }: Selection): ReadonlySet<string> => new Set(whole.map(({ chunk }) => chunk.id));
const isCovered = (sources: readonly Chunk[] | undefined, selectedIds: ReadonlySet<string>): boolean =>
  sources !== undefined && sources.length > 0 && sources.every(({ id }) => selectedIds.has(id));
const notesOf = ({ notes, score }: ContextCandidate): ContextCandidate[] => (notes ? [{ chunk: notes, score }] : []);

async function selectGreedily(
  candidates: readonly ContextCandidate[],
  room: number,
  costs: TokenCosts,
): Promise<Selection> {
  const selection: Selection = { whole: [], cut: [] };
  let remaining = room;
  for (const candidate of candidates) {
    const [item] = isCovered(candidate.sources, idsOf(selection)) ? notesOf(candidate) : [candidate];
    if (!item) continue;
    const segment = { chunks: [item.chunk], score: item.score };
    const passage = costs.passageOf(segment);
    const isContinuation = selection.whole.some(
      ({ chunk }) => touches(chunk, item.chunk) || touches(item.chunk, chunk),
    );
    const cost = isContinuation ? costs.ofText(passage.text) : costs.ofPassage(passage);
    if (cost <= remaining || selection.whole.length === 0) {
      selection.whole.push(item);
      remaining -= cost;
    } else if (remaining >= MIN_TRUNCATED_TOKENS && !isContinuation) {
      const truncated = await costs.cut(passage, remaining);
      if (!truncated) continue;
      selection.cut.push({ passage: truncated, segment });
      remaining -= costs.ofPassage(truncated);
    }
    if (remaining < MIN_PASSAGE_TOKENS) break;
  }
  return selection;
}
