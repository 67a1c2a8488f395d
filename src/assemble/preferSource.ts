/**
 * Prefers exact source to synthetic text. If the source of a summary is not much
 * longer, its chunks come first, with the same score; the summary stays behind them,
 * for when there is no room:
 *
 *     found:   User#validations (0.9)
 *     tried:   lines 1-22 of user.rb (0.9)   User#validations (0.9)
 */
import type { Chunk } from '../schema.js';
import { isExact, type LineOrigin, type LineOrigins } from './lineOrigin.js';
import type { OriginFinder } from './originFinder.js';
import type { ValuedChunk } from './segments.js';

export interface ContextCandidate extends ValuedChunk {
  /** For synthetic text: the chunks that contain its lines. */
  readonly sources?: readonly Chunk[];
  /** Its first lines, which are from elsewhere: a table's columns. */
  readonly notes?: Chunk;
}

/** At most so many times as long, plus EXTRA_TOKENS. */
const MAX_LENGTH_RATIO = 1.5;
const EXTRA_TOKENS = 30;

/** Without `adds`, no source is added that was not found itself. */
export async function preferSource(
  chunks: readonly ValuedChunk[],
  finder: OriginFinder,
  adds = true,
): Promise<ContextCandidate[]> {
  const best = new Map<string, ContextCandidate>();
  const add = (one: ContextCandidate): void => {
    const known = best.get(one.chunk.id);
    if (!known || known.score < one.score) best.set(one.chunk.id, one);
  };
  for (const { chunk, score } of chunks) {
    if (!chunk.synthetic) {
      add({ chunk, score });
      continue;
    }
    const origins = await finder.originsOf(chunk);
    const exact = await finder.chunksAt(origins);
    const tokens = exact.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
    if (adds && tokens <= chunk.tokenCount * MAX_LENGTH_RATIO + EXTRA_TOKENS)
      for (const source of exact) add({ chunk: source, score });
    add({ chunk, score, sources: exact, ...notesOf(chunk, origins, exact) });
  }
  // On a tie, source before synthetic text.
  return [...best.values()].sort((a, b) => b.score - a.score || Number(a.chunk.synthetic) - Number(b.chunk.synthetic));
}

/** None where they only tell of the very source. */
function notesOf(chunk: Chunk, origins: LineOrigins, exact: readonly Chunk[]): { readonly notes?: Chunk } {
  const lines = origins.findIndex(isExact);
  const isSaid = (origin: LineOrigin | undefined): boolean =>
    origin !== undefined && exact.some(({ docId }) => docId === origin.docId);
  if (lines <= 0 || origins.slice(0, lines).every(isSaid)) return {};
  const content = `${chunk.content.split('\n').slice(0, lines).join('\n')}\n`;
  return { notes: { ...chunk, content } };
}
