/**
 * What turns texts into vectors. Implementations live beside this file and are
 * chosen by name in `index.ts`.
 */
import { FroeError } from '../errors.js';

/** Some models embed queries and passages differently. */
export type Purpose = 'passage' | 'query';

export interface Embedder {
  /** Embedders with the same id, dimensions and prefix version give the same vector for the same text. */
  readonly id: string;
  readonly dimensions: number;
  /** Raised when the prefix put before texts changes: earlier vectors are then not comparable. */
  readonly prefixVersion: number;
  /** Maximum tokens of one text: the effective maximum, below the window. */
  readonly maxTokens: number;
  /** US dollars per million tokens; undefined: unknown or free. */
  readonly price?: number;
  /** No network, no cost: embedding may be done inline while indexing. */
  readonly local: boolean;
  /** A passage with a lower cosine to the query is not a result; undefined: not measured. */
  readonly minCosine?: number;
  /** Ids of earlier versions, whose vectors it may replace without asking: embedding again takes seconds. */
  readonly supersedes?: readonly string[];
  /**
   * Whether its vector of this query knows what the bi-encoder would (search/biEncoder.ts), which then reads no chunk
   * for it. Absent: it reads the best ones for every query.
   */
  understands?(query: string): boolean;
  /** A vector of length 1 for every text, in order. The first failure is thrown, and the rest is abandoned. */
  embed(texts: readonly string[], purpose: Purpose, signal?: AbortSignal): Promise<readonly Float32Array[]>;
}

/** One of froe's own. */
export interface SettlingEmbedder extends Embedder {
  /** Like embed(), with the error in place of each vector that failed for good. Throws only when aborted. */
  settle(texts: readonly string[], purpose: Purpose, options?: SettleOptions): Promise<readonly Settled[]>;
}

/** The vector of a text, or why there is none. */
export type Settled = Float32Array | FroeError;

export interface SettleOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with each batch as it comes back, so that it can be stored at once. */
  readonly arrived?: (answers: readonly Arrival[]) => void;
}

export interface Arrival {
  /** Which of the texts. */
  readonly index: number;
  readonly result: Settled;
}

/** Makes embed() of settle(): the first failure aborts the rest and is thrown. */
export function embedFromSettle(settle: SettlingEmbedder['settle']): Embedder['embed'] {
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
export function vectorsOrThrow(results: Awaited<ReturnType<SettlingEmbedder['settle']>>): readonly Float32Array[] {
  return results.map((result) => {
    if (result instanceof FroeError) throw result;
    return result;
  });
}
