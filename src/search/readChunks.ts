/** Hits → their chunks, in the same order. */
import type { Chunk } from '../schema.js';
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Store } from '../store/store.js';

/** Whether a chunk is a result at all: phrases are only known from its text. */
export type MayShow = (chunk: Chunk) => boolean;

/** Without those that may not be shown. Stale if a chunk is gone since it was found. */
export async function readChunks<T extends { readonly id: string }>(
  store: Store,
  hits: readonly T[],
  mayShow: MayShow,
): Promise<ReadAttempt<{ readonly hit: T; readonly chunk: Chunk }[]>> {
  const chunks = new Map((await store.chunks(hits.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
  const result = hits.flatMap((hit) => {
    const chunk = chunks.get(hit.id);
    return chunk && mayShow(chunk) ? [{ hit, chunk }] : [];
  });
  return { result, stale: chunks.size < hits.length };
}
