/**
 * Results behind the reranked pool. The limit must not change the order of the first
 * results, so nothing here takes part in reranking or merging:
 *
 *     1 … 60     reranked and merged (search.ts)
 *     61 … 400   in the order of the first stage, with scores below the last above
 *     401 …      five times as deep each time: new keyword and vector hits in turn; they score 0
 *
 * The stages are the same for every limit; each is read only when those before are not enough.
 */
import type { Chunk } from '../schema.js';
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Hit, Store } from '../store/store.js';
import type { Explanation, ScoreStep } from './explanation.js';
import { type ScoredChunk, scoredChunk, withStep } from './result.js';
import { RETRIEVAL_DEPTH, type RetrievalQuery, type Retrieved, retrieve } from './retrieve.js';

/** Depth of the next stage, relative to the one before. */
const DEEPER = 5;
/** With phrases every hit has to be read to be filtered: then no deeper than this. */
const DEEPEST_READ = 5000;
/** Chunks read at once. */
const BATCH = 100;

export interface RankedAbove {
  /** The candidates behind the pool, best first. */
  readonly rest: () => Promise<ReadAttempt<readonly ScoredChunk[]>>;
  /** Ids that are above or among the rest, or excluded. */
  readonly known: ReadonlySet<string>;
  /** The factor that gave the best result a score of 1. */
  readonly scale: number;
  /** Score of the last result above: an upper bound here. */
  readonly last: number;
  /** Whether a chunk may be shown; undefined if all may. */
  readonly allows: ((chunk: Chunk) => boolean) | undefined;
  /** Called for each in turn: `perSource` may be used up. */
  readonly takes: (chunk: Chunk) => boolean;
}

interface DeepHit {
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

/** Scaled so that the first scores no more than the last above. */
function below(rest: readonly ScoredChunk[], { scale, last }: RankedAbove): ScoredChunk[] {
  const first = rest[0]?.score ?? 0;
  const value = first > 0 ? Math.min(scale, last / first) : scale;
  return rest.map((one) => withStep(one, { reason: 'below the reranked chunks', kind: 'multiply', value }));
}

async function* stages(store: Store, question: RetrievalQuery, above: RankedAbove): AsyncGenerator<readonly DeepHit[]> {
  yield [];
  const known = new Set(above.known);
  for (let depth = RETRIEVAL_DEPTH * DEEPER; above.allows === undefined || depth <= DEEPEST_READ; depth *= DEEPER) {
    const retrieved = await retrieve(store, question, depth);
    const fresh = interleaved(retrieved).filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    yield fresh;
    if (!retrieved.moreKeyword && !retrieved.moreVector) return;
  }
}

/** Keyword and vector hits interleaved by rank, each chunk once. */
function interleaved({ keyword: words = [], vector: near = [] }: Retrieved): readonly DeepHit[] {
  const found = new Map<string, DeepHit>();
  const add = (reason: string, hit: Hit | undefined, i: number): void => {
    if (!hit || found.has(hit.id)) return;
    const step: ScoreStep = { reason, kind: 'add', value: 0, ranked: { rank: i + 1, score: hit.score } };
    found.set(hit.id, { id: hit.id, explanation: [step] });
  };
  for (let i = 0; i < Math.max(words.length, near.length); i++) {
    add('keywords', words[i], i);
    add('vectors', near[i], i);
  }
  return [...found.values()];
}
