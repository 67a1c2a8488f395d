import { FroeError } from '../errors.js';

/**
 * Reorders the best chunks of a query by reading the query and each chunk together: a
 * provider's model, or your own:
 *
 *     const mine: Reranker = { id: 'shortest', rerank: async (_, texts) => texts.map(({ length }) => -length) };
 *     const froe = await open('.', { reranker: mine });
 */
export interface Reranker {
  /** Its name, shown with every result. */
  readonly id: string;
  /** A score per text, in the order of the texts: finite numbers on any scale, higher is better. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}

/** The checked scores of any reranker, or why there are none. Throws only if cancelled. */
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
