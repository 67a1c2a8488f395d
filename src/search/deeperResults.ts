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
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Hit, Store } from '../store/store.js';
import type { ChunkRanking } from './chunkRanking.js';
import type { Explanation, ScoreStep } from './explanation.js';
import { type MayShow, readChunks } from './readChunks.js';
import { type Result, type ScoredChunk, scoredChunk, singleResult, withStep } from './result.js';
import { RETRIEVAL_DEPTH, type RetrievalQuery, type Retrieved, retrieve } from './retrieve.js';

/** Depth of the next stage, relative to the one before. */
const DEPTH_FACTOR = 5;
/** With phrases every hit has to be read to be filtered: then no deeper than this. */
const MAX_FILTERED_DEPTH = 5000;
/** Chunks read at once: a few are missing, or hundreds. */
const CHUNKS_PER_READ = 40;

export interface RankedAbove {
  /** The candidates behind the pool, best first. */
  readonly rest: ChunkRanking['order'];
  /** These of them, read. */
  readonly read: (batch: ChunkRanking['order']) => Promise<ReadAttempt<readonly ScoredChunk[]>>;
  /** Ids that are above or among the rest, or excluded. */
  readonly known: ReadonlySet<string>;
  /** The factor that gave the best result a score of 1. */
  readonly scale: number;
  /** Score of the last result above: an upper bound here. */
  readonly last: number;
  /** Whether a chunk may be shown; undefined if all may. */
  readonly allows: MayShow | undefined;
  /** Called for each in turn: it may be a copy, or `perSource` used up. */
  readonly accepts: (result: Result) => boolean;
}

interface DeepHit {
  readonly id: string;
  readonly explanation: Explanation;
}

export async function deeperResults(
  store: Store,
  query: RetrievalQuery,
  above: RankedAbove,
  wanted: number,
): Promise<ReadAttempt<Result[]>> {
  const results: Result[] = [];
  let isStale = false;
  for await (const { result: batch, stale } of batches(store, query, above, () => wanted - results.length)) {
    isStale ||= stale;
    results.push(...batch.map(singleResult).filter(above.accepts));
  }
  return { result: results.slice(0, Math.max(0, wanted)), stale: isStale };
}

/** What is read, until `missing` says that it is enough. */
async function* batches(
  store: Store,
  query: RetrievalQuery,
  above: RankedAbove,
  missing: () => number,
): AsyncGenerator<ReadAttempt<ScoredChunk[]>> {
  const { rest, read, scale, last, allows: mayShow = () => true } = above;
  let factor: number | undefined;
  for (let at = 0; at < rest.length && missing() > 0; ) {
    const batch = rest.slice(at, at + CHUNKS_PER_READ);
    const { result, stale } = await read(batch);
    at += batch.length;
    // Scaled so that the first scores no more than the last above.
    const first = result[0]?.score ?? 0;
    factor ??= first > 0 ? Math.min(scale, last / first) : undefined;
    const step = { reason: 'below the reranked chunks', kind: 'multiply', value: factor ?? scale } as const;
    yield { result: result.map((scored) => withStep(scored, step)), stale };
  }
  if (missing() <= 0) return;
  for await (const hits of stages(store, query, above)) {
    for (let at = 0; at < hits.length && missing() > 0; at += CHUNKS_PER_READ) {
      const { result, stale } = await readChunks(store, hits.slice(at, at + CHUNKS_PER_READ), mayShow);
      yield { result: result.map(({ hit, chunk }) => scoredChunk(hit.id, chunk, hit.explanation)), stale };
    }
    if (missing() <= 0) return;
  }
}

async function* stages(store: Store, query: RetrievalQuery, above: RankedAbove): AsyncGenerator<readonly DeepHit[]> {
  const known = new Set(above.known);
  for (
    let depth = RETRIEVAL_DEPTH * DEPTH_FACTOR;
    above.allows === undefined || depth <= MAX_FILTERED_DEPTH;
    depth *= DEPTH_FACTOR
  ) {
    const retrieved = await retrieve(store, query, depth);
    const newHits = interleave(retrieved).filter(({ id }) => !known.has(id));
    for (const { id } of newHits) known.add(id);
    yield newHits;
    if (!retrieved.moreKeyword && !retrieved.moreVector) return;
  }
}

/** Keyword and vector hits interleaved by rank, each chunk once. */
function interleave({ keyword: keywordHits = [], vector: vectorHits = [] }: Retrieved): readonly DeepHit[] {
  const byId = new Map<string, DeepHit>();
  const add = (reason: string, hit: Hit | undefined, i: number): void => {
    if (!hit || byId.has(hit.id)) return;
    const step: ScoreStep = { reason, kind: 'add', value: 0, ranked: { rank: i + 1, score: hit.score } };
    byId.set(hit.id, { id: hit.id, explanation: [step] });
  };
  for (let i = 0; i < Math.max(keywordHits.length, vectorHits.length); i++) {
    add('keywords', keywordHits[i], i);
    add('vectors', vectorHits[i], i);
  }
  return [...byId.values()];
}
