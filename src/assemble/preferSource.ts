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
const MAX_LENGTH_FACTOR = 1.5;
const EXTRA_TOKENS = 30;

/** Without `adds`, no source is added that was not found itself. */
export async function preferSource(
  chunks: readonly ValuedChunk[],
  finder: OriginFinder,
  adds = true,
): Promise<ContextCandidate[]> {
  const byId = new Map<string, ContextCandidate>();
  const add = (candidate: ContextCandidate): void => {
    const existing = byId.get(candidate.chunk.id);
    if (!existing || existing.score < candidate.score) byId.set(candidate.chunk.id, candidate);
  };
  for (const { chunk, score } of chunks) {
    if (!chunk.synthetic) {
      add({ chunk, score });
      continue;
    }
    const origins = await finder.originsOf(chunk);
    const sourceChunks = await finder.chunksAt(origins);
    const tokens = sourceChunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
    if (adds && tokens <= chunk.tokenCount * MAX_LENGTH_FACTOR + EXTRA_TOKENS)
      for (const source of sourceChunks) add({ chunk: source, score });
    add({ chunk, score, sources: sourceChunks, ...notesOf(chunk, origins, sourceChunks) });
  }
  // On a tie, source before synthetic text.
  return [...byId.values()].sort((a, b) => b.score - a.score || Number(a.chunk.synthetic) - Number(b.chunk.synthetic));
}

/** None where they only tell of the very source. */
function notesOf(chunk: Chunk, origins: LineOrigins, sourceChunks: readonly Chunk[]): { readonly notes?: Chunk } {
  const lines = origins.findIndex(isExact);
  const isFromSource = (origin: LineOrigin | undefined): boolean =>
    origin !== undefined && sourceChunks.some(({ docId }) => docId === origin.docId);
  if (lines <= 0 || origins.slice(0, lines).every(isFromSource)) return {};
  const content = `${chunk.content.split('\n').slice(0, lines).join('\n')}\n`;
  return { notes: { ...chunk, content } };
}
