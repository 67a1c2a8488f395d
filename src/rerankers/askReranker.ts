/** Scores that can be relied on, of a reranker of anybody's; or why there are none. It never throws unless it is cancelled. */
import { FroeError } from '../errors.js';
import type { Reranker } from './reranker.js';

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
    if (!Array.isArray(scores)) return wrong('gave no list of scores');
    if (scores.length !== texts.length) return wrong(`gave ${scores.length} scores for ${texts.length} texts`);
    return scores.every(Number.isFinite) ? scores : wrong('gave a score that is no number');
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FroeError) return error;
    return wrong(`failed: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}
