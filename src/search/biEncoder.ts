/**
 * The bi-encoder (embed/biEncoder.ts), a small transformer, knows more of the language than the words that match. It
 * makes a vector of the query and of each of the very best chunks; their cosine is one more factor of the odds:
 *
 *     reader → the best → × e^(12 · (cosine − mean cosine)) → order
 *
 * Unlike the reader it takes milliseconds a chunk, so it reads only those that it may bring to the front: a query for
 * a name, whose first result leaves all others far behind, has two or three of these, others seven. It is not asked at
 * all where the vectors that found the chunks have understood the query (`Embedder.understands`).
 */
import type { Transformer } from '../embed/biEncoder/transformer.js';
import { biEncoder, biEncoderQuery } from '../embed/biEncoder.js';
import { dot } from '../embed/vectors.js';
import type { Chunk } from '../schema.js';
import { byScore } from './fuse.js';
import { type ScoredChunk, withStep } from './result.js';

/** At most so many chunks are reranked, and this share of the pool: ten for a search, twenty for a context. */
const DEPTH = 20;
const POOL_SHARE = 1 / 6;
/** Of the best one's odds: a chunk with less hardly ever comes to the front. */
const MIN_SHARE = 1 / 100;
/** What a difference of cosines counts beside the odds (docs/model.md). */
const WEIGHT = 12;
/** Vectors that are remembered, of a kilobyte each: queries about the same matter have the same best chunks. */
const MAX_CACHED = 2000;

/** Sorted by score. Without the weights file the order is what it was. */
export function rerankWithBiEncoder(chunks: readonly ScoredChunk[], query: string, pool: number): ScoredChunk[] {
  const sorted = [...chunks].sort(byScore);
  const depth = Math.min(DEPTH, Math.ceil(pool * POOL_SHARE));
  const best = sorted.slice(0, depth).filter(({ score }) => score > 0 && score >= MIN_SHARE * sorted[0].score);
  const encoder = biEncoder();
  const vector = best.length < 2 ? undefined : biEncoderQuery(query);
  if (!encoder || !vector) return sorted;
  const cosines = best.map(({ chunk }) => dot(vector, vectorOf(encoder, chunk)));
  const mean = cosines.reduce((sum, one) => sum + one, 0) / cosines.length;
  const read = best.map((one, i) =>
    withStep(one, { reason: 'built-in bi-encoder', kind: 'multiply', value: Math.exp(WEIGHT * (cosines[i] - mean)) }),
  );
  return [...read, ...sorted.slice(best.length)].sort(byScore);
}

const vectors = new Map<string, Float32Array>();

function vectorOf(encoder: Transformer, chunk: Chunk): Float32Array {
  const key = `${chunk.id} ${chunk.embedHash}`;
  const known = vectors.get(key);
  if (known) return known;
  const vector = encoder.vector(encoder.pieces.chunk(chunk, encoder.maxPieces));
  if (vectors.size >= MAX_CACHED) vectors.clear();
  vectors.set(key, vector);
  return vector;
}
