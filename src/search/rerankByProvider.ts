/**
 * The best chunks in the order of somebody else's model. Scores stay what they
 * are, and change hands: the chunk that it puts first gets the best of them. So
 * whatever is measured by scores (units, an elbow, a least score) goes on working.
 *
 *     froe's own    a 0.9   b 0.6   c 0.5   d 0.1       asked about the first three
 *     it says       a 0.2   b 7.1   c 3.3
 *     so            b 0.9   c 0.6   a 0.5   d 0.1       + 0.3 MODEL #1 (7.1), + 0.1 #2, - 0.4 #3
 *
 * The same chunks are sent whatever the limit. Where it fails, nothing changes.
 */
import { embedText } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import type { Reranker } from '../rerankers/index.js';
import { askReranker } from '../rerankers/reranker.js';
import { byScoreThenTokens, type ScoredChunk, scoredChunk } from './result.js';

export interface RerankOptions {
  /** What puts the best chunks into another order; false: nobody, in this search. */
  readonly reranker?: Reranker | false | undefined;
  /** So many of the best are sent to it, however many are shown. Default 40. */
  readonly rerankerDepth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What an answer says of it. */
export interface RerankStatus {
  /** Whose order it is, where it is not froe's own. */
  readonly rerankedBy?: string;
  /** Why the order is froe's own, though another was asked for. */
  readonly notReranked?: FroeError;
}

/** A failure in a line, for whoever reads the answer. */
export const describeRerankFailure = ({ message, hint }: FroeError): string =>
  `${message}: the order is froe's own${hint === undefined ? '' : `. ${hint}`}`;

const DEPTH = 40;
/** Between two that had the same score, as a share of the best. */
const STEP = 1e-9;

export async function rerankByProvider(
  found: readonly ScoredChunk[],
  query: string,
  { reranker, rerankerDepth = DEPTH, signal }: RerankOptions,
): Promise<{ readonly chunks: ScoredChunk[]; readonly said: RerankStatus }> {
  const chunks = [...found].sort(byScoreThenTokens);
  const sent = chunks.slice(0, rerankerDepth).filter(({ score }) => score > 0); // what counts nothing gains nothing
  if (!reranker || sent.length < 2 || query.trim() === '') return { chunks, said: {} };
  const texts = sent.map(({ chunk }) => embedText(chunk));
  const scores = await askReranker(reranker, query, texts, signal);
  if (scores instanceof FroeError) return { chunks, said: { notReranked: scores } };
  const order = [...sent.keys()].sort((a, b) => scores[b] - scores[a] || a - b);
  const worth = apart(sent.map(({ score }) => score));
  const moved = order.map((from, i) => {
    const { id, chunk, score, explanation } = sent[from];
    const ranked = { rank: i + 1, score: scores[from] };
    return scoredChunk(id, chunk, [
      ...explanation,
      { reason: reranker.id, kind: 'add', value: worth[i] - score, ranked },
    ]);
  });
  return { chunks: [...moved, ...chunks.slice(sent.length)], said: { rerankedBy: reranker.id } };
}

/** No two alike, and none below what the last had: an order that is given must not be lost in a tie. */
function apart(falling: readonly number[]): number[] {
  const step = STEP * falling[0];
  const scores = [...falling];
  for (let i = scores.length - 2; i >= 0; i--) scores[i] = Math.max(scores[i], scores[i + 1] + step);
  return scores;
}
