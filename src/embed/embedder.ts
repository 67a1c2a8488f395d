/**
 * What turns texts into vectors. Implementations live beside this file and are
 * chosen by name in `index.ts`.
 */
import { FroeError } from '../errors.js';

/** What is looked for, or what it is looked for in: some models read the two differently. */
export type Purpose = 'passage' | 'query';

export interface Embedder {
  /** Two embedders of one id, as many dimensions and one prefix version give the same vector for the same text. */
  readonly id: string;
  readonly dimensions: number;
  /** Raised when the words a model wants before a text change: vectors of before are not those of after. */
  readonly prefixVersion: number;
  /** Most tokens of one text: the effective maximum, below the window. */
  readonly maxTokens: number;
  /** US dollars per million tokens, where the maker publishes it; undefined: unknown or free. */
  readonly price?: number;
  /** No network, no cost: embedding may be done inline while indexing. */
  readonly local: boolean;
  /** A passage that is less near to a question, by their cosine, is no answer to it; undefined where nobody has measured it. */
  readonly minCosine?: number;
  /** Ids of earlier versions of itself, whose vectors it may replace unasked: to embed anew costs seconds and no more. */
  readonly supersedes?: readonly string[];
  /** A vector of length 1 for every text, in order. The first failure is thrown, and the rest given up. */
  embed(texts: readonly string[], purpose: Purpose, signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** The same, but what fails for good fails only itself. Throws only when it is cancelled. */
  settle(texts: readonly string[], purpose: Purpose, options?: SettleOptions): Promise<readonly Settled[]>;
}

/** What became of one text. */
export type Settled = Float32Array | FroeError;

export interface SettleOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of each batch as it comes back, so that what was paid for can be kept at once. */
  readonly arrived?: (answers: readonly Arrival[]) => void;
}

export interface Arrival {
  /** Which of the texts. */
  readonly index: number;
  readonly result: Settled;
}

/** settle() → embed(): the first failure gives up the rest and is thrown. */
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
