/** settle() → embed(): the first failure gives up the rest and is thrown. */
import { FroeError } from '../errors.js';
import type { Embedder } from './embedder.js';

export function embedFromSettle(settle: Embedder['settle']): Embedder['embed'] {
  return async (texts, purpose, signal) => {
    signal?.throwIfAborted();
    const stop = new AbortController();
    const cancel = (): void => stop.abort(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const results = await settle(texts, purpose, {
        signal: stop.signal, // settle() then throws its reason, which is the failure itself
        arrived: (answers) => {
          for (const { result } of answers) if (result instanceof FroeError) stop.abort(result);
        },
      });
      return vectorsOrThrow(results);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
}

/** The vectors, or the first failure thrown. */
export function vectorsOrThrow(results: Awaited<ReturnType<Embedder['settle']>>): readonly Float32Array[] {
  return results.map((result) => {
    if (result instanceof FroeError) throw result;
    return result;
  });
}
