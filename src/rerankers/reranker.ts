import { FroeError } from '../errors.js';

/**
 * What puts the best chunks of a question into another order, by reading the
 * question and each of them together. Others' models do; yours may, too:
 *
 *     const mine: Reranker = { id: 'shortest', rerank: async (_, texts) => texts.map(({ length }) => -length) };
 *     const froe = await open('.', { reranker: mine });
 */
export interface Reranker {
  /** Who has ranked: shown with every result. */
  readonly id: string;
  /** How well each text answers, in the order of the texts: finite numbers on any scale, more is better. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}

/** The checked scores of any reranker, or why there are none. Throws only if it is cancelled. */
export async function askReranker(
  reranker: Reranker,
  query: string,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<readonly number[] | FroeError> {
  const wrong = (what: string, cause?: unknown): FroeError =>
    new FroeError('provider', `The reranker ${reranker.id} ${what}`, undefined, cause);
  try {
    const scores: unknown = await reranker.rerank(query, texts, signal);
    signal?.throwIfAborted();
    if (!Array.isArray(scores)) return wrong('returned no list of scores');
    if (scores.length !== texts.length) return wrong(`returned ${scores.length} scores for ${texts.length} texts`);
    return scores.every(Number.isFinite) ? scores : wrong('returned a score that is not a number');
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FroeError) return error;
    return wrong(`failed: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}
