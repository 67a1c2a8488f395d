/**
 * Reranks the best chunks by the model of a provider. The set of scores stays the same
 * and is reassigned: the chunk that it ranks first gets the best score. So everything
 * that depends on scores (merging, elbow, minimum score) keeps working.
 *
 *     froe's own    a 0.9   b 0.6   c 0.5   d 0.1       the first three are sent
 *     provider      a 0.2   b 7.1   c 3.3
 *     result        b 0.9   c 0.6   a 0.5   d 0.1       + 0.3 MODEL #1 (7.1), + 0.1 #2, - 0.4 #3
 *
 * The same chunks are sent for every limit. If it fails, the order stays as it is.
 */
import { prefixedText } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import type { Reranker } from '../rerankers/index.js';
import { askReranker } from '../rerankers/reranker.js';
import { byScoreThenTokens, type ScoredChunk, scoredChunk } from './result.js';

export interface RerankOptions {
  /** Reranks the best chunks; false: none in this search. */
  readonly reranker?: Reranker | false | undefined;
  /** How many of the best are sent to it, whatever the limit. Default 40. */
  readonly rerankerDepth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What became of the reranking. */
export interface RerankStatus {
  /** The reranker whose order it is; absent for froe's own. */
  readonly rerankedBy?: string;
  /** Why the order is froe's own although a reranker was set. */
  readonly notReranked?: FroeError;
}

/** The failure in one line. */
export const describeRerankFailure = ({ message, hint }: FroeError): string =>
  `${message}: using froe's own order${hint === undefined ? '' : `. ${hint}`}`;

const DEFAULT_DEPTH = 40;
/** The step between equal scores, as a share of the best. */
const TIE_STEP = 1e-9;

export async function rerankByProvider(
  scored: readonly ScoredChunk[],
  query: string,
  { reranker, rerankerDepth = DEFAULT_DEPTH, signal }: RerankOptions,
): Promise<{ readonly chunks: ScoredChunk[]; readonly status: RerankStatus }> {
  const chunks = [...scored].sort(byScoreThenTokens);
  const sent = chunks.slice(0, rerankerDepth).filter(({ score }) => score > 0); // a score of 0 stays 0
  if (!reranker || sent.length < 2 || query.trim() === '') return { chunks, status: {} };
  const texts = sent.map(({ chunk }) => prefixedText(chunk));
  const scores = await askReranker(reranker, query, texts, signal);
  if (scores instanceof FroeError) return { chunks, status: { notReranked: scores } };
  const order = [...sent.keys()].sort((a, b) => scores[b] - scores[a] || a - b);
  const distinct = distinctScores(sent.map(({ score }) => score));
  const reordered = order.map((from, i) => {
    const { id, chunk, score, explanation } = sent[from];
    const ranked = { rank: i + 1, score: scores[from] };
    return scoredChunk(id, chunk, [
      ...explanation,
      { reason: reranker.id, kind: 'add', value: distinct[i] - score, ranked },
    ]);
  });
  return { chunks: [...reordered, ...chunks.slice(sent.length)], status: { rerankedBy: reranker.id } };
}

/** Makes equal scores differ, so that the new order is not lost in a tie. None falls below the last. */
function distinctScores(descending: readonly number[]): number[] {
  const step = TIE_STEP * descending[0];
  const scores = [...descending];
  for (let i = scores.length - 2; i >= 0; i--) scores[i] = Math.max(scores[i], scores[i + 1] + step);
  return scores;
}
