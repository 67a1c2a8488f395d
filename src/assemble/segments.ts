/**
 * Results → stretches of sources, best first. Pieces that touch become one:
 *
 *     found:   #3 of a.py (0.9)   #1 of b.md (0.8)   #4 of a.py (0.5)
 *     read:    a.py #3–#4 (0.9)   b.md #1 (0.8)
 *
 * What a piece repeats of the one before is said once. A result that stands for
 * a whole unit brings all pieces of the unit.
 */
import type { Chunk } from '../schema.js';
import type { Result } from '../search/search.js';
import type { Store } from '../store/store.js';

export interface Segment {
  /** In order, each beginning where the one before ends. */
  readonly chunks: readonly Chunk[];
  readonly score: number;
}

export async function segmentsOf(store: Store, results: readonly Result[]): Promise<Segment[]> {
  const scored = new Map<string, { readonly chunk: Chunk; readonly score: number }>();
  for (const result of results) {
    for (const chunk of await piecesOf(store, result)) {
      const known = scored.get(chunk.id);
      if (!known || known.score < result.score) scored.set(chunk.id, { chunk, score: result.score });
    }
  }
  const byDocument = new Map<string, { chunk: Chunk; score: number }[]>();
  for (const one of scored.values()) byDocument.set(one.chunk.docId, [...(byDocument.get(one.chunk.docId) ?? []), one]);
  const segments = [...byDocument.values()].flatMap(joined);
  return segments.sort((a, b) => b.score - a.score || (a.chunks[0].id < b.chunks[0].id ? -1 : 1));
}

/** All pieces of a unit that was found as a whole; else those that were found. */
async function piecesOf(store: Store, { merged, id, docId, chunks }: Result): Promise<readonly Chunk[]> {
  if (!merged) return chunks;
  const unit = (await store.units(docId)).find((one) => one.id === id);
  if (!unit) return id === docId ? (await store.chunksOf(docId)).filter(({ synthetic }) => !synthetic) : chunks;
  const all = await store.chunksOf(docId);
  return all.filter(
    ({ synthetic, charStart, charEnd }) => !synthetic && charStart < unit.charEnd && charEnd > unit.charStart,
  );
}

function joined(found: readonly { readonly chunk: Chunk; readonly score: number }[]): Segment[] {
  const segments: { chunks: Chunk[]; score: number }[] = [];
  const inOrder = [...found].sort(
    (a, b) => Number(a.chunk.synthetic) - Number(b.chunk.synthetic) || a.chunk.position - b.chunk.position,
  );
  for (const { chunk, score } of inOrder) {
    const last = segments.at(-1);
    const before = last?.chunks.at(-1);
    if (last && before && touches(before, chunk)) {
      last.chunks.push(chunk);
      last.score = Math.max(last.score, score);
    } else segments.push({ chunks: [chunk], score });
  }
  return segments;
}

const touches = (before: Chunk, after: Chunk): boolean =>
  !before.synthetic && !after.synthetic && before.charEnd === after.charStart + after.overlapChars;

/** The text of a segment: its pieces, less what each repeats of the one before. */
export const textOf = ({ chunks }: Segment): string =>
  chunks.map(({ content, overlapChars }, i) => (i === 0 ? content : content.slice(overlapChars))).join('');
