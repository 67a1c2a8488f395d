/**
 * What comes behind the chunks that were looked at closely. How deep somebody
 * looks must not change what stands above, so nothing here takes part in it:
 *
 *     1 … 60     reranked and merged (search.ts)
 *     61 … 400   as the first ranking has them, but no better than the last above
 *     401 …      five times as deep each time: whatever is new there, words and vectors in turn; these score 0
 *
 * Every stage is the same for whoever comes by, and is read only when the ones before were not enough.
 */
import type { Chunk } from '../schema.js';
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Hit, Store } from '../store/store.js';
import type { Explanation, ScoreStep } from './explanation.js';
import { type ScoredChunk, scoredChunk, withStep } from './result.js';
import { RETRIEVAL_DEPTH, type RetrievalQuery, type Retrieved, retrieve } from './retrieve.js';

/** How much deeper the next stage is. */
const DEEPER = 5;
/** Where only its text says whether a chunk may be shown, most may not: then no deeper than this is read. */
const DEEPEST_READ = 5000;
/** So many are read at once. */
const BATCH = 100;

export interface RankedAbove {
  /** All else that was found so deep; best first. */
  readonly rest: () => Promise<ReadAttempt<readonly ScoredChunk[]>>;
  /** What has its place above or among the rest, or must have none. */
  readonly known: ReadonlySet<string>;
  /** What all scores were multiplied by, so that the best has 1. */
  readonly scale: number;
  /** What the last of those above scored; nobody here scores more. */
  readonly last: number;
  /** Whether a chunk may be shown; undefined when all may. */
  readonly allows: ((chunk: Chunk) => boolean) | undefined;
  /** Asked of each in turn: there may be enough of its source already. */
  readonly takes: (chunk: Chunk) => boolean;
}

interface Candidate {
  readonly id: string;
  readonly explanation: Explanation;
}

export async function deeperResults(
  store: Store,
  question: RetrievalQuery,
  above: RankedAbove,
  wanted: number,
): Promise<ReadAttempt<ScoredChunk[]>> {
  if (wanted <= 0) return { result: [], stale: false };
  const rest = await above.rest();
  const found = below(rest.result, above).filter(({ chunk }) => above.takes(chunk));
  let { stale: gone } = rest;
  for await (const candidates of stages(store, question, above)) {
    for (let at = 0; at < candidates.length && found.length < wanted; at += BATCH) {
      const batch = candidates.slice(at, at + BATCH);
      const chunks = new Map((await store.chunks(batch.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
      gone ||= chunks.size < batch.length;
      for (const { id, explanation } of batch) {
        const chunk = chunks.get(id);
        if (chunk && (above.allows?.(chunk) ?? true) && above.takes(chunk))
          found.push(scoredChunk(id, chunk, explanation));
      }
    }
    if (found.length >= wanted) break;
  }
  return { result: found.slice(0, wanted), stale: gone };
}

/** So that the first of them scores no more than the last above. */
function below(rest: readonly ScoredChunk[], { scale, last }: RankedAbove): ScoredChunk[] {
  const first = rest[0]?.score ?? 0;
  const value = first > 0 ? Math.min(scale, last / first) : scale;
  return rest.map((one) => withStep(one, { reason: 'behind those looked at closely', kind: 'multiply', value }));
}

async function* stages(
  store: Store,
  question: RetrievalQuery,
  above: RankedAbove,
): AsyncGenerator<readonly Candidate[]> {
  yield [];
  const known = new Set(above.known);
  for (let depth = RETRIEVAL_DEPTH * DEEPER; above.allows === undefined || depth <= DEEPEST_READ; depth *= DEEPER) {
    const looked = await retrieve(store, question, depth);
    const fresh = inTurn(looked).filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    yield fresh;
    if (!looked.moreKeyword && !looked.moreVector) return;
  }
}

/** The first of the words, the nearest, the second of the words …; each once. */
function inTurn({ keyword: words = [], vector: near = [] }: Retrieved): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (reason: string, hit: Hit | undefined, i: number): void => {
    if (!hit || found.has(hit.id)) return;
    const step: ScoreStep = { reason, kind: 'add', value: 0, ranked: { rank: i + 1, score: hit.score } };
    found.set(hit.id, { id: hit.id, explanation: [step] });
  };
  for (let i = 0; i < Math.max(words.length, near.length); i++) {
    add('words', words[i], i);
    add('vectors', near[i], i);
  }
  return [...found.values()];
}
