/**
 * Everything in an index, for use elsewhere: its chunks and their vectors. One source at
 * a time is in memory; what is written meanwhile is visible from the next source on.
 */
import { checkOptions } from '../config/checkOptions.js';
import type { Chunk } from '../schema.js';
import { relativeToRoot, type SearchFilter, storeFilter } from '../search/searchFilter.js';
import type { StoreReader } from '../store/store.js';
import { filterKinds } from './engineOptions.js';
import type { IndexPaths } from './indexPaths.js';

/** The vector of a chunk as it is stored: of length 1, one byte per dimension. */
export interface ChunkVector {
  readonly id: string;
  readonly embedHash: string;
  readonly vector: Float32Array;
}

/** Number of chunks whose vectors are read together. */
const CHUNKS_PER_READ = 512;

/** Errors of the filter are thrown at once, not with the first chunk. */
export function storedChunks(
  store: StoreReader,
  pattern: IndexPaths['pattern'],
  filter: SearchFilter,
): AsyncIterable<Chunk> {
  checkOptions('chunks()', filter, filterKinds);
  return chunksIn(store, relativeToRoot(pattern, filter));
}

/** Chunks without a vector are left out: those that are never found, and those that still need one. */
export function storedVectors(
  store: StoreReader,
  pattern: IndexPaths['pattern'],
  filter: SearchFilter,
): AsyncIterable<ChunkVector> {
  checkOptions('vectors()', filter, filterKinds);
  return vectorsIn(store, relativeToRoot(pattern, filter));
}

async function* chunksIn(store: StoreReader, filter: SearchFilter): AsyncGenerator<Chunk> {
  for await (const chunks of store.allChunks(await storeFilter(store, filter))) yield* chunks;
}

async function* vectorsIn(store: StoreReader, filter: SearchFilter): AsyncGenerator<ChunkVector> {
  for await (const chunks of store.allChunks(await storeFilter(store, filter))) {
    for (let at = 0; at < chunks.length; at += CHUNKS_PER_READ) {
      const batch = chunks.slice(at, at + CHUNKS_PER_READ);
      const vectors = await store.vectors(batch.map(({ embedHash }) => embedHash));
      for (const { id, embedHash } of batch) {
        const vector = vectors.get(embedHash);
        if (vector) yield { id, embedHash, vector };
      }
    }
  }
}
