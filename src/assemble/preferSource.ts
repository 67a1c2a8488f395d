/**
 * What was put together says no more than its source, and the source says it
 * exactly. Where that is not much longer, it comes first, for as much as the
 * other was worth; the other stays behind it, for when there is no room:
 *
 *     found:   User#validations (0.9)
 *     tried:   lines 1-22 of user.rb (0.9)   User#validations (0.9)
 */
import type { Chunk } from '../schema.js';
import { isExact, type LineOrigin, type LineOrigins } from './lineOrigin.js';
import type { OriginFinder } from './originFinder.js';
import type { ValuedChunk } from './segments.js';

export interface ContextCandidate extends ValuedChunk {
  /** Of text that was put together: the chunks that its lines stand in. */
  readonly sources?: readonly Chunk[];
  /** What stands in it above them and is from elsewhere: a table's columns. */
  readonly notes?: Chunk;
}

/** So many times as long, and a little more. */
const LONGER = 1.5;
const MORE = 30;

/** Without `adds`, source comes in only where it was found itself. */
export async function preferSource(
  chunks: readonly ValuedChunk[],
  gathered: OriginFinder,
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
    const origins = await gathered.originsOf(chunk);
    const exact = await gathered.chunksAt(origins);
    const tokens = exact.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
    if (adds && tokens <= chunk.tokenCount * LONGER + MORE) for (const source of exact) add({ chunk: source, score });
    add({ chunk, score, sources: exact, ...notesOf(chunk, origins, exact) });
  }
  // Of equals, source before what was put together.
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
