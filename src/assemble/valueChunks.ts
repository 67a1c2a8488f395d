/**
 * Results → the chunks that may be shown, each with what it is worth, best first:
 *
 *     first      the best chunk of the best result, whatever adds up to that
 *     found      what it scored
 *     a gap      one small chunk between two that were found: less than both, and
 *                nothing has to be said of where the text goes on
 *     the rest   of a unit that was found as a whole, behind all that was found
 */
import type { Chunk } from '../schema.js';
import type { Result } from '../search/search.js';
import type { Store } from '../store/store.js';
import { groupBy } from '../text/groupBy.js';
import type { ValuedChunk } from './segments.js';

const GAP = 0.5;
/** What a passage of its own costs, about twice. */
const GAP_TOKENS = 100;
/** Of the least that was found. */
const REST = 0.5;

export async function valueChunks(store: Store, results: readonly Result[]): Promise<ValuedChunk[]> {
  const worth = new Worth();
  for (const { chunks, scores } of results) for (const [i, chunk] of chunks.entries()) worth.add(chunk, scores[i]);
  if (results.length > 0) worth.add(results[0].chunks[0], Math.max(...results.flatMap(({ scores }) => scores)));
  for (const [docId, found] of worth.byDocument()) await gaps(store, docId, found, worth);
  const least = Math.min(...results.flatMap(({ scores }) => scores));
  for (const result of results)
    if (result.merged) for (const chunk of await unitChunks(store, result)) worth.add(chunk, REST * least);
  return worth.best();
}

/** Each once, for the best reason there is. */
class Worth {
  readonly #chunks = new Map<string, ValuedChunk>();

  add(chunk: Chunk, score: number): void {
    const known = this.#chunks.get(chunk.id);
    if (!known || known.score < score) this.#chunks.set(chunk.id, { chunk, score });
  }

  of({ id }: Chunk): number {
    return this.#chunks.get(id)?.score ?? 0;
  }

  /** Those that are source, in order. */
  byDocument(): ReadonlyMap<string, readonly Chunk[]> {
    const source = Array.from(this.#chunks.values(), ({ chunk }) => chunk).filter(({ synthetic }) => !synthetic);
    source.sort((a, b) => a.position - b.position);
    return groupBy(source, ({ docId }) => docId);
  }

  best(): ValuedChunk[] {
    return [...this.#chunks.values()].sort((a, b) => b.score - a.score);
  }
}

async function gaps(store: Store, docId: string, found: readonly Chunk[], worth: Worth): Promise<void> {
  for (let i = 1; i < found.length; i++) {
    const [before, after] = [found[i - 1], found[i]];
    if (after.position - before.position !== 2) continue;
    const [between] = await store.chunksOf(docId, before.position + 1, before.position + 1);
    if (between && !between.synthetic && between.tokenCount <= GAP_TOKENS)
      worth.add(between, GAP * Math.min(worth.of(before), worth.of(after)));
  }
}

/** All chunks of a unit that was found as a whole. */
async function unitChunks(store: Store, { id, docId }: Result): Promise<readonly Chunk[]> {
  const unit = id === docId ? undefined : (await store.units(docId)).find((one) => one.id === id);
  if (!unit && id !== docId) return [];
  const all = (await store.chunksOf(docId)).filter(({ synthetic }) => !synthetic);
  return unit ? all.filter(({ charStart, charEnd }) => charStart < unit.charEnd && charEnd > unit.charStart) : all;
}
