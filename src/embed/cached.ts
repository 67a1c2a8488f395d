/** An embedder that is only asked for what is not in the cache. */
import { FroeError } from '../errors.js';
import type { VectorCache } from './cache.js';
import { type Settled, type SettlingEmbedder, vectorsOrThrow } from './embedder.js';
import { specOf } from './spec.js';

/** A text and its hash: a chunk's `embedHash`. */
export interface HashedText {
  readonly hash: string;
  readonly text: string;
}

export interface CachedEmbedder {
  readonly embedder: SettlingEmbedder;
  /** A vector for every chunk, in order. Vectors are cached even if others fail and an error is thrown. */
  embedTexts(texts: readonly HashedText[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** The same, with the error in place of each vector that failed. */
  settleTexts(texts: readonly HashedText[], signal?: AbortSignal): Promise<readonly Settled[]>;
  /** The distinct chunks that would be sent. */
  missing<T extends { readonly hash: string }>(texts: readonly T[]): readonly T[];
}

export function cached(embedder: SettlingEmbedder, cache: VectorCache): CachedEmbedder {
  const settleTexts: CachedEmbedder['settleTexts'] = async (texts, signal) => {
    signal?.throwIfAborted();
    const results = new Map<string, Settled>(cache.get(embedder, new Set(texts.map(({ hash }) => hash))));
    const misses = unique(texts.filter(({ hash }) => !results.has(hash)));
    if (misses.length > 0) {
      await embedder.settle(
        misses.map(({ text }) => text),
        'passage',
        {
          signal,
          arrived: (answers) => {
            for (const { index, result } of answers) results.set(misses[index].hash, result);
            cache.put(
              embedder,
              answers.flatMap(({ index, result }) =>
                result instanceof FroeError ? [] : [[misses[index].hash, result] as const],
              ),
            );
          },
        },
      );
    }
    return texts.map(
      ({ hash }) => results.get(hash) ?? new FroeError('provider', `${specOf(embedder.id)} returned no answer`),
    );
  };
  return {
    embedder,
    settleTexts,
    embedTexts: async (texts, signal) => vectorsOrThrow(await settleTexts(texts, signal)),
    missing: (texts) => {
      const known = cache.get(embedder, new Set(texts.map(({ hash }) => hash)));
      return unique(texts.filter(({ hash }) => !known.has(hash)));
    },
  };
}

/** The first of each hash. */
function unique<T extends { readonly hash: string }>(texts: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return texts.filter(({ hash }) => !seen.has(hash) && seen.add(hash));
}
