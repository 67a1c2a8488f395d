/**
 * Results → chunks with their value for the context, best first:
 *
 *     first      the best chunk of the best result has the highest value
 *     results    their scores
 *     a gap      a small chunk between two results: less than both; filling it saves a frame
 *     beside     the chunks before and after one of the best, in the same section or unit: an answer often goes on there
 *     the rest   of a merged unit, behind all results
 */
import type { Chunk } from '../schema.js';
import type { Result } from '../search/search.js';
import type { Store } from '../store/store.js';
import { groupBy } from '../text/groupBy.js';
import type { ValuedChunk } from './segments.js';

const GAP_SHARE = 0.5;
/** About twice the cost of a frame. */
const GAP_TOKENS = 100;
/** How many of the best bring the chunks beside them, and the value of these (docs/design.md). */
const WITH_ADJACENT = 12;
const ADJACENT_SHARE = 0.2;
/** Relative to the lowest score. */
const UNIT_SHARE = 0.5;

/** `narrowed`: the query restricts what may be shown, and a chunk beside another may be something else. */
export async function valueChunks(
  store: Store,
  results: readonly Result[],
  { narrowed = false }: { readonly narrowed?: boolean } = {},
): Promise<ValuedChunk[]> {
  const values = new ChunkValues();
  for (const { chunks, scores } of results) for (const [i, chunk] of chunks.entries()) values.add(chunk, scores[i]);
  if (results.length > 0) values.add(results[0].chunks[0], Math.max(...results.flatMap(({ scores }) => scores)));
  for (const [docId, documentChunks] of values.byDocument()) await valueGaps(store, docId, documentChunks, values);
  const lowestScore = Math.min(...results.flatMap(({ scores }) => scores));
  for (const result of results)
    if (result.merged) for (const chunk of await unitChunks(store, result)) values.add(chunk, UNIT_SHARE * lowestScore);
  if (!narrowed) await valueAdjacent(store, values);
  return values.best();
}

/** Each chunk once, with its highest value. */
class ChunkValues {
  readonly #chunks = new Map<string, ValuedChunk>();

  add(chunk: Chunk, score: number): void {
    const existing = this.#chunks.get(chunk.id);
    if (!existing || existing.score < score) this.#chunks.set(chunk.id, { chunk, score });
  }

  of({ id }: Chunk): number {
    return this.#chunks.get(id)?.score ?? 0;
  }

  /** Source chunks, in order. */
  byDocument(): ReadonlyMap<string, readonly Chunk[]> {
    const source = Array.from(this.#chunks.values(), ({ chunk }) => chunk).filter(({ synthetic }) => !synthetic);
    source.sort((a, b) => a.position - b.position);
    return groupBy(source, ({ docId }) => docId);
  }

  best(): ValuedChunk[] {
    return [...this.#chunks.values()].sort((a, b) => b.score - a.score);
  }
}

async function valueGaps(
  store: Store,
  docId: string,
  documentChunks: readonly Chunk[],
  values: ChunkValues,
): Promise<void> {
  for (let i = 1; i < documentChunks.length; i++) {
    const [before, after] = [documentChunks[i - 1], documentChunks[i]];
    if (after.position - before.position !== 2) continue;
    const [between] = await store.chunksOf(docId, before.position + 1, before.position + 1);
    if (between && !between.synthetic && between.tokenCount <= GAP_TOKENS)
      values.add(between, GAP_SHARE * Math.min(values.of(before), values.of(after)));
  }
}

async function valueAdjacent(store: Store, values: ChunkValues): Promise<void> {
  const best = values
    .best()
    .filter(({ chunk }) => !chunk.synthetic)
    .slice(0, WITH_ADJACENT);
  const around = await Promise.all(
    best.map(({ chunk: { docId, position } }) => store.chunksOf(docId, Math.max(0, position - 1), position + 1)),
  );
  for (const [i, { chunk, score }] of best.entries())
    for (const near of around[i])
      if (!near.synthetic && near.breadcrumb === chunk.breadcrumb) values.add(near, ADJACENT_SHARE * score);
}

/** All chunks of a merged unit. */
async function unitChunks(store: Store, { id, docId }: Result): Promise<readonly Chunk[]> {
  const unit = id === docId ? undefined : (await store.units(docId)).find((candidate) => candidate.id === id);
  if (!unit && id !== docId) return [];
  const all = (await store.chunksOf(docId)).filter(({ synthetic }) => !synthetic);
  return unit ? all.filter(({ charStart, charEnd }) => charStart < unit.charEnd && charEnd > unit.charStart) : all;
}
