/**
 * The embedder of tests and trials: no model, no network, the same vector on
 * every machine. Each word is hashed to a dimension and a sign, and texts that
 * share words point the same way.
 *
 *     "getUser, user"  →  get +1 at h(get), user +2 at h(user), scaled to length 1
 *
 * Counts are whole numbers and the square root is exact by IEEE 754, so no
 * machine rounds differently.
 */
import { fnv1a } from '../text/hash.js';
import { embedFromSettle, type SettlingEmbedder } from './embedder.js';
import { unitVector } from './vectors.js';

export const HASHED = 'test:hashed';
export const HASHED_DIMENSIONS = 256;

/** `getUserID2` has four. */
const WORD = /\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\p{N}+/gu;

/** The cosine of texts without common words, by chance. */
const MIN_COSINE = 0.2;

export function hashed(dimensions = HASHED_DIMENSIONS): SettlingEmbedder {
  const settle: SettlingEmbedder['settle'] = async (texts, _purpose, { signal, arrived } = {}) => {
    signal?.throwIfAborted();
    const results = texts.map((text) => vectorOf(text, dimensions));
    arrived?.(results.map((result, index) => ({ index, result })));
    return results;
  };
  return {
    id: HASHED,
    minCosine: MIN_COSINE,
    dimensions,
    prefixVersion: 0,
    maxTokens: 8192,
    local: true,
    settle,
    embed: embedFromSettle(settle),
  };
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const counts = new Float64Array(dimensions);
  const add = (word: string): void => {
    const hash = fnv1a(word, 0, word.length);
    counts[(hash >>> 1) % dimensions] += hash & 1 ? 1 : -1;
  };
  for (const [word] of text.matchAll(WORD)) add(word.toLowerCase());
  const vector = unitVector(counts);
  if (vector !== undefined) return vector;
  // No words, or words that cancel each other out: the text as a whole is its only feature.
  counts[fnv1a(text, 0, text.length) % dimensions] = 1;
  return Float32Array.from(counts);
}
