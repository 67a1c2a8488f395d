/**
 * A query → the chunks and units that answer it, best first. Regular expressions: engine/grep.ts.
 *
 *     query ─words, vector→ candidates ─ranker→ chunks ─reader→ ─reranker→ ─merge→ units ─limit→ results
 */
import type { Embedder } from '../embed/index.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { hasSameVectors, modelMismatch } from '../store/mismatch.js';
import { type ReadAttempt, retryOnConcurrentWrite } from '../store/retryOnConcurrentWrite.js';
import { COMMITS, type IndexModel, type Store } from '../store/store.js';
import { queryWords } from '../text/words.js';
import { type ChunkRanking, fusedRanking, learnedRanking } from './chunkRanking.js';
import { commitFacts, filterOf } from './commitFilter.js';
import { commitReason, noCommits, readQuestion } from './commitQuestion.js';
import { type Confidence, confidenceOf, type Evidence, evidenceOf } from './confidence.js';
import { foldCopies } from './copies.js';
import { deeperResults, type RankedAbove } from './deeperResults.js';
import { explainNoResults } from './explainNoResults.js';
import type { Fusion, FusionWeights } from './fuse.js';
import { type MergeOptions, type Merging, mergeOptions } from './merge.js';
import { mergeIntoUnits } from './mergeIntoUnits.js';
import type { Query } from './query.js';
import { type ReaderOptions, rerankWithReader } from './reader.js';
import { type RerankOptions, type RerankStatus, rerankByProvider } from './rerankByProvider.js';
import { byScoreThenSize, elbow, type Result, scoredChunk, singleResult, withStep } from './result.js';
import { RETRIEVAL_DEPTH, type RetrievalQuery, type Retrieved, retrieve } from './retrieve.js';
import { andFilters, type SearchFilter } from './searchFilter.js';

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
  readonly query: Query;
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

export async function search(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions = {},
): Promise<SearchResults> {
  const found = await retryOnConcurrentWrite(() => searchOnce(store, embedder, typed, options));
  const reason = found.commits ? undefined : commitReason(typed, options.history);
  if (reason === undefined || (await store.history()) === undefined) {
    if (options.history === true && !found.commits) throw noCommits();
    return found;
  }
  const { history: _, excludeIds: __, ...rest } = options;
  const asked = {
    ...rest,
    filter: andFilters({ kind: 'commit' }, options.filter),
    limit: COMMITS_BESIDE,
    perSource: 1,
  };
  const beside = await retryOnConcurrentWrite(() => searchOnce(store, embedder, typed, asked));
  const history = await store.history();
  const commitResults = history ? await Promise.all(beside.results.map((one) => withMessage(history, one))) : [];
  return { ...found, commitResults, commitReason: reason };
}

/** A commit by its message, whichever of its hunks was found. */
async function withMessage(history: Store, result: Result): Promise<Result> {
  const [first] = await history.chunksOf(result.docId, 0, 0);
  return first ? { ...result, id: result.docId, chunks: [first], scores: [result.score] } : result;
}

/** Commits that are shown beside other results. */
const COMMITS_BESIDE = 5;

async function searchOnce(
  asked: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions,
): Promise<ReadAttempt<SearchResults>> {
  const { limit = defaults.limit } = options;
  const plan = await planOf(asked, embedder, typed, options);
  const { store, query, mode, mismatch, words, state } = plan;
  if (plan.commits && query.text.trim() === '') return newestCommits(plan, limit);
  const { retrieved, frequencies, ranking } = await rank(store, plan, options);
  const excluded = new Set(options.excludeIds);
  // Phrases and excluded words are checked in the text, so all candidates have to be read.
  const filtersText = query.phrases.length + query.not.length > 0;
  const order = ranking.order.filter(({ id }) => !excluded.has(id));
  const pool = order.slice(0, filtersText ? undefined : (options.pool ?? defaults.pool));
  const mayShow = (chunk: Chunk): boolean => allows(query, chunk);
  const { result: chunks, stale, named } = await ranking.rerank(pool, mayShow);
  const usesReader = plan.fusion === undefined && options.rerank !== false;
  const read = usesReader ? rerankWithReader(chunks, query.text) : chunks;
  const { chunks: reranked, status } = await rerankByProvider(read, query.text, options);
  const merging = options.merge === false ? undefined : mergeOptions(options.merge);
  const units = merging ? await mergeIntoUnits(store, reranked, merging) : reranked.map(singleResult);
  const { results: all, scale } = scaled(units.sort(byScoreThenSize));
  const shownIds = new Set([...pool, ...all].map(({ id }) => id));
  const takes = upTo(options.perSource);
  const results = foldCopies(all).filter(takes);
  const above: RankedAbove = {
    rest: async () => {
      const behind = order.slice(pool.length).filter(({ id }) => !shownIds.has(id));
      return ranking.inOrder(behind, mayShow);
    },
    known: new Set([...excluded, ...shownIds, ...order.map(({ id }) => id)]),
    scale,
    last: results.at(-1)?.score ?? Number.POSITIVE_INFINITY,
    allows: filtersText ? mayShow : undefined,
    takes,
  };
  const behind = await deeperResults(store, plan.retrieval, above, limit - results.length);
  const shown = cut([...results, ...behind.result.map(singleResult)], options).slice(0, limit);
  const isNamed = results.length > 0 && (query.phrases.length > 0 || named);
  const near = retrieved.allVector;
  const evidence = evidenceOf({
    words,
    frequencies,
    chunks: state.chunks,
    best: chunks,
    near,
    ...(usesReader ? { score: read[0]?.score ?? 0 } : {}),
    named: isNamed,
  });
  const model = plan.retrieval.vector ? state.model?.id : undefined;
  const nothing = shown.length > 0 ? undefined : await nothingOf(plan, options, order, units);
  return {
    stale: stale || behind.stale,
    result: {
      query,
      results: shown,
      pending: state.model ? state.pending : state.chunks,
      mode,
      confidence: shown.length === 0 ? 'low' : confidenceOf(evidence, { mode, model, read: usesReader }),
      evidence,
      ...(merging ? { merging } : {}),
      ...(plan.commits ? { commits: true } : {}),
      ...(nothing === undefined ? {} : { nothing }),
      ...status,
      ...(mismatch ? { otherModel: mismatch } : {}),
    },
  };
}

/** What is searched, and how. */
interface SearchPlan {
  /** The one that is searched: the history, where commits are asked for. */
  readonly store: Store;
  readonly commits: boolean;
  readonly query: Query;
  /** Of the query and the options. */
  readonly filter: SearchFilter;
  readonly words: readonly string[];
  readonly mode: Exclude<Mode, 'regex'>;
  /** Undefined: the learned ranker. */
  readonly fusion: Fusion | undefined;
  /** Why the vectors of the index cannot be searched. */
  readonly mismatch: FroeError | undefined;
  readonly state: Awaited<ReturnType<Store['state']>>;
  readonly retrieval: RetrievalQuery;
}

async function planOf(
  asked: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions,
): Promise<SearchPlan> {
  const { query, filter, history } = await readQuestion(asked, typed, options.filter);
  const [store, commits] = [history ?? asked, history !== undefined];
  const state = await store.state();
  const mismatch = options.mode === 'keyword' ? undefined : mismatchOf(state.model, embedder);
  if (mismatch && options.mode === 'vector') throw mismatch;
  const mode = modeFor(options.mode, state.model !== undefined && embedder !== undefined && !mismatch);
  // Vectors alone give nothing but cosines to the ranker.
  const fusion = options.fusion ?? (options.weights || mode === 'vector' ? 'score' : undefined);
  const usesVectors = mode !== 'keyword' && embedder && query.text.trim() !== '';
  const words = queryWords(query.text);
  const retrieval: RetrievalQuery = {
    filter: await filterOf(store, filter, commits),
    words: mode === 'vector' ? undefined : words,
    vector: usesVectors ? embedder.embed([query.text], 'query', options.signal).then(([vector]) => vector) : undefined,
    minCosine: embedder?.minCosine,
  };
  return { store, commits, query, filter, words, mode, fusion, mismatch, state, retrieval };
}

interface RankedCandidates {
  readonly retrieved: Retrieved;
  /** The number of chunks that have each word of the query. */
  readonly frequencies: readonly number[];
  readonly ranking: ChunkRanking;
}

async function rank(
  store: Store,
  { query, words, fusion, state, retrieval }: SearchPlan,
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

/** Accepts the first `most` of each source. */
function upTo(most = Number.POSITIVE_INFINITY): (one: Pick<Result, 'docId'>) => boolean {
  const taken = new Map<string, number>();
  return ({ docId }) => {
    const count = taken.get(docId) ?? 0;
    taken.set(docId, count + 1);
    return count < most;
  };
}

/** At most so many matches outside a filter are counted. */
const COUNTED = 1000;

/** Why nothing is shown: what the candidates lack, or which filter excludes everything. */
async function nothingOf(
  { store, commits, query, filter, retrieval }: SearchPlan,
  { minScore }: SearchOptions,
  found: readonly unknown[],
  units: readonly Result[],
): Promise<string> {
  const { text, phrases, not } = query;
  if (text.trim() === '') return 'the question has no words to look for';
  if (units.length > 0) return `what there is scores less than ${minScore}`;
  if (found.length > 0 && phrases.length > 0) return `nothing has ${phrases.map((one) => `"${one}"`).join(' and ')}`;
  if (found.length > 0 && not.length > 0) return `all that matches has ${not.join(' or ')}`;
  if (found.length > 0) return 'all that matches is excluded by its id';
  if (commits) return retrieval.filter.docIds?.length === 0 ? NO_COMMIT : 'no commit has any of these words';
  const words = queryWords(text);
  return explainNoResults(
    store,
    filter,
    'has any of these words',
    async (other) => (await store.searchText(words, COUNTED, await filterOf(store, other, false))).length,
  );
}

const NO_COMMIT = 'no commit passes the filter';

/** Without words to look for: the commits that pass the filter, the newest first. */
async function newestCommits(plan: SearchPlan, limit: number): Promise<ReadAttempt<SearchResults>> {
  const { store, query, mode, state, retrieval } = plan;
  const { docIds } = retrieval.filter;
  const passes = docIds && new Set(docIds);
  const rows = [...(await store.sources(COMMITS)).values()].filter(({ docId }) => passes?.has(docId) ?? true);
  const newest = rows.sort((a, b) => b.mtime - a.mtime || (a.docId < b.docId ? -1 : 1)).slice(0, limit);
  const chunks = (await Promise.all(newest.map(({ docId }) => store.chunksOf(docId, 0, 0)))).flat();
  const results = chunks.map((chunk, i) => {
    const { date } = commitFacts(newest[i]);
    return singleResult(scoredChunk(chunk.id, chunk, [{ reason: `written ${date}`, kind: 'add', value: 1 }]));
  });
  const nothing = results.length > 0 ? {} : { nothing: NO_COMMIT };
  return { stale: false, result: { query, results, pending: state.pending, mode, commits: true, ...nothing } };
}

const mismatchOf = (kept: IndexModel | undefined, embedder: Embedder | undefined): FroeError | undefined =>
  kept && embedder && !hasSameVectors(embedder, kept) ? modelMismatch(kept, embedder) : undefined;

function modeFor(wanted: Mode | undefined, vectors: boolean): Exclude<Mode, 'regex'> {
  if (wanted === 'vector' && !vectors)
    throw new FroeError('bad-option', 'The index has no vectors to search', 'Create them: froe index --embedder …');
  return vectors && wanted !== 'regex' ? (wanted ?? 'hybrid') : 'keyword';
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
function scaled(results: readonly Result[]): { readonly results: Result[]; readonly scale: number } {
  const scale = 1 / Math.max(1, results[0]?.score ?? 1);
  const best = results.reduce((most, { scores }) => Math.max(most, ...scores), 1);
  return {
    results: results.map((result) => ({
      ...withStep(result, { reason: 'best result scaled to 1', kind: 'multiply', value: scale }),
      scores: result.scores.map((score) => score / best),
    })),
    scale,
  };
}

function cut(results: Result[], { elbow: ratio, minScore = 0 }: SearchOptions): Result[] {
  const enough = results.filter(({ score }) => score >= minScore);
  return ratio === undefined
    ? enough
    : enough.slice(
        0,
        elbow(
          enough.map(({ score }) => score),
          ratio,
        ),
      );
}
