/** What makes the vectors of an index, and the model that index then has. */
import type { CachedEmbedder, Embedder } from '../embed/index.js';
import { PREFIX_VERSION } from '../enrich/prefix.js';
import type { Model } from '../store/store.js';

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
