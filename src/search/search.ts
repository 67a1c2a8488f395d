/**
 * A query → the chunks and units that answer it, best first. Regular expressions: engine/grep.ts.
 *
 *     query ─words, vector→ candidates ─ranker→ chunks ─reader, bi-encoder→ ─reranker→ ─merge→ units ─limit→ results
 */
import type { Embedder } from '../embed/index.js';
import type { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { type ReadAttempt, retryOnConcurrentWrite } from '../store/retryOnConcurrentWrite.js';
import type { Store } from '../store/store.js';
import { rerankWithBiEncoder } from './biEncoder.js';
import { type ChunkRanking, fusedRanking, learnedRanking } from './chunkRanking.js';
import { commitReason, noCommits, type TypedQuestion } from './commitQuestion.js';
import { commitsBeside, newestCommits, withMessages } from './commitResults.js';
import { type Confidence, confidenceOf, type Evidence, evidenceOf } from './confidence.js';
import { FoldedCopies } from './copies.js';
import type { Correction } from './correctSpelling.js';
import { deeperResults, type RankedAbove } from './deeperResults.js';
import { NO_COMMIT, nothingOf } from './explainNoResults.js';
import type { Fusion, FusionWeights } from './fuse.js';
import { type MergeOptions, type Merging, mergeOptions } from './merge.js';
import { mergeIntoUnits } from './mergeIntoUnits.js';
import { parseQuery, type Query } from './query.js';
import { type ReaderOptions, rerankWithReader } from './reader.js';
import { type RerankOptions, type RerankStatus, rerankByProvider } from './rerankByProvider.js';
import { byScoreThenSize, elbow, type Result, singleResult, withStep } from './result.js';
import { RETRIEVAL_DEPTH, type Retrieved, retrieve } from './retrieve.js';
import type { SearchFilter } from './searchFilter.js';
import { type SearchPlan, searchPlan } from './searchPlan.js';

export type { Result } from './result.js';

export const modes = ['hybrid', 'keyword', 'vector', 'regex'] as const;
export type Mode = (typeof modes)[number];

export interface SearchOptions extends RerankOptions, ReaderOptions {
  readonly limit?: number;
  /** How many chunks are reranked, whatever the limit, so that the limit does not change the order. Default 60. */
  readonly pool?: number;
  readonly mode?: Mode;
  /** In addition to the operators of the query. */
  readonly filter?: SearchFilter;
  /** Instead of the learned ranker: the sum of both lists, by score or by reciprocal rank. */
  readonly fusion?: Fusion;
  /** Weights of keywords and vectors in that sum. */
  readonly weights?: FusionWeights;
  /** How hits are merged into sections and units; false: chunks as they are. */
  readonly merge?: Merging | undefined;
  /** At most so many results of one file or artifact. */
  readonly perSource?: number;
  /** Stop before a result with less than this share of the score before it. */
  readonly elbow?: number;
  /** Results below this score are left out. */
  readonly minScore?: number;
  /** Ids of chunks that the caller already has. */
  readonly excludeIds?: readonly string[];
  /** Commits beside the results, ranked among themselves; `auto`: where the question's words ask for them. */
  readonly history?: boolean | 'auto';
}

export interface SearchResults extends RerankStatus {
  /** As it was searched for: without typos. */
  readonly query: Query;
  /** The typos: words that nothing here has, and what they were read as. */
  readonly corrections?: readonly Correction[];
  readonly results: readonly Result[];
  /** Chunks without a vector yet: found by keywords only. */
  readonly pending: number;
  readonly mode: Mode;
  /** Whether anything here answers the query; absent for regular expressions. */
  readonly confidence?: Confidence;
  /** What the confidence was computed from. */
  readonly evidence?: Evidence;
  /** The merge options that were used; absent without merging. */
  readonly merging?: MergeOptions;
  /** Commits were asked for, and the results are of the history. */
  readonly commits?: true;
  /** Commits beside the results, best first, and why: what the question says (commitQuestion.ts), or an option. */
  readonly commitResults?: readonly Result[];
  readonly commitReason?: string;
  /** Why there is no result, in one line. */
  readonly nothing?: string;
  /** Why vectors were not searched: they were made by another model. */
  readonly otherModel?: FroeError;
}

const defaults = { limit: 10, pool: 60, weights: { words: 1, vectors: 1 } } as const;

/** `query`: the parsed form of `typed`, if the caller already has it. */
export async function search(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions = {},
  query: Query = parseQuery(typed, { roots: store.roots }),
): Promise<SearchResults> {
  const question = { typed, query };
  const searchResults = await retryOnConcurrentWrite(() => searchOnce(store, embedder, question, options));
  const reason = searchResults.commits ? undefined : commitReason(typed, options.history);
  if (reason === undefined || (await store.history()) === undefined) {
    if (options.history === true && !searchResults.commits) throw noCommits();
    return searchResults;
  }
  const { history: _, excludeIds: __, ...otherOptions } = options;
  const commitOptions = { ...otherOptions, ...commitsBeside(options.filter) };
  const commitSearch = await retryOnConcurrentWrite(() => searchOnce(store, embedder, question, commitOptions));
  const history = await store.history();
  const commitResults = history ? await withMessages(history, commitSearch.results) : [];
  return { ...searchResults, commitResults, commitReason: reason };
}

async function searchOnce(
  requestedStore: Store,
  embedder: Embedder | undefined,
  question: TypedQuestion,
  options: SearchOptions,
): Promise<ReadAttempt<SearchResults>> {
  const { limit = defaults.limit } = options;
  const plan = await searchPlan(requestedStore, embedder, question, options);
  const { query, mode, mismatch, words, state } = plan;
  const corrections = plan.corrections.length > 0 ? { corrections: plan.corrections } : {};
  if (plan.commits && query.text.trim() === '') {
    const { result: results, stale } = await newestCommits(plan, limit); // there are no words to look for
    const nothing = results.length > 0 ? {} : { nothing: NO_COMMIT };
    return { stale, result: { query, results, pending: state.pending, mode, commits: true, ...nothing } };
  }
  const { retrieved, frequencies, ranking } = await rank(plan, options);
  const pool = await rerankPool(plan, ranking, options);
  const { results, stale } = await fillUp(plan, ranking, pool, options, limit);
  const shown = cutTail(results, options).slice(0, limit);
  const evidence = evidenceOf({
    words,
    frequencies,
    chunks: state.chunks,
    best: pool.chunks,
    near: retrieved.allVector,
    ...(pool.readerScore === undefined ? {} : { score: pool.readerScore }),
    named: results.length > 0 && (query.phrases.length > 0 || pool.named),
  });
  const model = plan.retrieval.vector ? state.model?.id : undefined;
  const read = pool.readerScore !== undefined;
  const nothing = shown.length > 0 ? undefined : await nothingOf(plan, options, pool.order, pool.units);
  return {
    stale: pool.stale || stale,
    result: {
      query,
      ...corrections,
      results: shown,
      pending: state.model ? state.pending : state.chunks,
      mode,
      confidence: shown.length === 0 ? 'low' : confidenceOf(evidence, { mode, model, read }),
      evidence,
      ...(pool.merging ? { merging: pool.merging } : {}),
      ...(plan.commits ? { commits: true } : {}),
      ...(nothing === undefined ? {} : { nothing }),
      ...pool.status,
      ...(mismatch ? { otherModel: mismatch } : {}),
    },
  };
}

interface RankedCandidates {
  readonly retrieved: Retrieved;
  /** The number of chunks that have each word of the query. */
  readonly frequencies: readonly number[];
  readonly ranking: ChunkRanking;
}

async function rank(
  { store, query, words, fusion, state, retrieval }: SearchPlan,
  { weights = defaults.weights, signal }: SearchOptions,
): Promise<RankedCandidates> {
  const [retrieved, frequencies] = await Promise.all([
    retrieve(store, retrieval, RETRIEVAL_DEPTH),
    store.documentFrequencies(words),
  ]);
  signal?.throwIfAborted();
  const vector = await retrieval.vector;
  const ranking =
    fusion === undefined
      ? await learnedRanking(store, retrieved, { query, frequencies, chunks: state.chunks, vector })
      : fusedRanking(store, retrieved, fusion, weights);
  return { retrieved, frequencies, ranking };
}

/** The best candidates, read, reranked and merged. */
interface RerankedPool {
  /** All candidates that the caller does not have yet. */
  readonly order: ChunkRanking['order'];
  /** How many of them were read. */
  readonly size: number;
  /** Best first, before the reader and the reranker. */
  readonly chunks: Awaited<ReturnType<ChunkRanking['rerank']>>['result'];
  /** What the reader gives the best chunk; undefined: it was not asked. */
  readonly readerScore: number | undefined;
  readonly units: Result[];
  readonly merging: MergeOptions | undefined;
  readonly status: RerankStatus;
  readonly stale: boolean;
  /** The query names one of them. */
  readonly named: boolean;
}

async function rerankPool(
  { store, query, fusion, state, embedder }: SearchPlan,
  ranking: ChunkRanking,
  options: SearchOptions,
): Promise<RerankedPool> {
  const excluded = new Set(options.excludeIds);
  const order = ranking.order.filter(({ id }) => !excluded.has(id));
  const poolSize = options.pool ?? defaults.pool;
  const pool = order.slice(0, filtersText(query) ? undefined : poolSize);
  const { result: chunks, stale, named } = await ranking.rerank(pool, (chunk) => allows(query, chunk));
  const usesReader = fusion === undefined && options.rerank !== false;
  const read = usesReader ? rerankWithReader(chunks, query.text) : chunks;
  const understood = state.pending === 0 && embedder?.understands?.(query.text) === true;
  const best = usesReader && !understood ? rerankWithBiEncoder(read, query.text, poolSize) : read;
  const { chunks: reranked, status } = await rerankByProvider(best, query.text, options);
  const merging = options.merge === false ? undefined : mergeOptions(options.merge);
  const units = merging ? await mergeIntoUnits(store, reranked, merging) : reranked.map(singleResult);
  const readerScore = usesReader ? (read[0]?.score ?? 0) : undefined;
  return { order, size: pool.length, chunks, readerScore, units, merging, status, stale, named };
}

/** The results of the pool, and from below it as many as are missing. */
async function fillUp(
  { store, query, retrieval }: SearchPlan,
  ranking: ChunkRanking,
  { order, size, units }: RerankedPool,
  options: SearchOptions,
  limit: number,
): Promise<{ readonly results: readonly Result[]; readonly stale: boolean }> {
  const mayShow = (chunk: Chunk): boolean => allows(query, chunk);
  const { results: all, scale } = scaleToBest(units.sort(byScoreThenSize));
  const shownIds = new Set([...order.slice(0, size), ...all].map(({ id }) => id));
  const [copies, hasRoom] = [new FoldedCopies(), perSourceLimit(options.perSource)];
  const accepts = (result: Result): boolean => copies.accepts(result) && hasRoom(result);
  const results = all.filter(accepts);
  const above: RankedAbove = {
    rest: order.slice(size).filter(({ id }) => !shownIds.has(id)),
    read: (hits) => ranking.inOrder(hits, mayShow),
    known: new Set([...(options.excludeIds ?? []), ...shownIds, ...order.map(({ id }) => id)]),
    scale,
    last: results.at(-1)?.score ?? Number.POSITIVE_INFINITY,
    allows: filtersText(query) ? mayShow : undefined,
    accepts,
  };
  const deeper = await deeperResults(store, retrieval, above, limit - results.length);
  return { results: [...results, ...deeper.result].map((result) => copies.withCopies(result)), stale: deeper.stale };
}

/** Phrases and excluded words are checked in the text, so all candidates have to be read. */
const filtersText = ({ phrases, not }: Query): boolean => phrases.length + not.length > 0;

/** Accepts the first `limit` results of each source. */
function perSourceLimit(limit = Number.POSITIVE_INFINITY): (result: Pick<Result, 'docId'>) => boolean {
  const counts = new Map<string, number>();
  return ({ docId }) => {
    const count = counts.get(docId) ?? 0;
    counts.set(docId, count + 1);
    return count < limit;
  };
}

function allows({ phrases, not }: Query, { content, context = '', name }: Chunk): boolean {
  if (phrases.length === 0 && not.length === 0) return true;
  const text = `${name}\n${context}${content}`.toLowerCase();
  return (
    phrases.every((phrase) => text.includes(phrase.toLowerCase())) &&
    !not.some((word) => text.includes(word.toLowerCase()))
  );
}

/**
 * Scores above 1, by factors and merging, are scaled so that the best result has 1. The scores of chunks are scaled by the
 * best chunk: a merged unit can have twice of that.
 */
function scaleToBest(results: readonly Result[]): { readonly results: Result[]; readonly scale: number } {
  const scale = 1 / Math.max(1, results[0]?.score ?? 1);
  const maxChunkScore = results.reduce((max, { scores }) => Math.max(max, ...scores), 1);
  return {
    results: results.map((result) => ({
      ...withStep(result, { reason: 'best result scaled to 1', kind: 'multiply', value: scale }),
      scores: result.scores.map((score) => score / maxChunkScore),
    })),
    scale,
  };
}

function cutTail(results: readonly Result[], { elbow: ratio, minScore = 0 }: SearchOptions): readonly Result[] {
  const aboveMinimum = results.filter(({ score }) => score >= minScore);
  return ratio === undefined
    ? aboveMinimum
    : aboveMinimum.slice(
        0,
        elbow(
          aboveMinimum.map(({ score }) => score),
          ratio,
        ),
      );
}
