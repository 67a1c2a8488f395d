/**
 * The bi-encoder of the package: a small transformer (biEncoder/transformer.ts, docs/model.md). It makes vectors of
 * queries for the built-in embedder, and of the best chunks when they are reranked.
 */
import { Transformer } from './biEncoder/transformer.js';
import { fromWeights } from './weightFile.js';

/** Longest query, in word pieces. */
const QUERY_PIECES = 30;

let loaded: Transformer | false | undefined;
let last: { readonly query: string; readonly vector: Float32Array | undefined } | undefined;

/** The weights, read on first use, once per process; false without them. */
export function biEncoder(): Transformer | false {
  loaded ??= fromWeights('model/biencoder.bin', (file) => new Transformer(file));
  return loaded;
}

/** Of length 1; undefined for a query without a word, or without the weights. A search asks twice: for its hits, and to rerank them. */
export function biEncoderQuery(query: string): Float32Array | undefined {
  if (last?.query === query) return last.vector;
  const encoder = biEncoder();
  if (!encoder) return undefined;
  const pieces = encoder.pieces.question(query, QUERY_PIECES);
  last = { query, vector: pieces.length > 0 ? encoder.vector(pieces) : undefined };
  return last.vector;
}
