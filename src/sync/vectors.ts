/** What makes the vectors of an index, and the model that index then has. */
import type { CachedEmbedder, Embedder } from '../embed/index.js';
import { PREFIX_VERSION } from '../enrich/prefix.js';
import type { Model, Store } from '../store/store.js';

export type Vectors = Pick<CachedEmbedder, 'embedder' | 'embedPieces'> & Partial<Pick<CachedEmbedder, 'missing'>>;

/** An embedder that needs no cache, because it is as fast as one. */
export const uncached = (embedder: Embedder): Vectors => ({
  embedder,
  embedPieces: (pieces, signal) =>
    embedder.embed(
      pieces.map(({ text }) => text),
      'passage',
      signal,
    ),
});

/** Both of us put something before a text: what we put, and what the model wants. */
export const modelOf = ({ embedder: { id, dimensions, prefixVersion } }: Vectors): Model => ({
  id,
  dimensions,
  prefixVersion: PREFIX_VERSION * 1000 + prefixVersion,
});

/** The model of an index from now on. Another one is refused, unless that is asked for, or is only an earlier version. */
export async function useModelOf(store: Store, vectors: Vectors, replace = false): Promise<void> {
  await store.useModel(modelOf(vectors), replace || mayReplace(vectors, (await store.state()).model));
}

export const mayReplace = ({ embedder: { supersedes = [] } }: Vectors, kept: Model | undefined): boolean =>
  kept !== undefined && supersedes.includes(kept.id);
