/**
 * A question → the chunks and units that answer it, best first. An expression is none: see engine/grep.ts.
 *
 *     query ─words, vector→ candidates ─ranker→ chunks ─reader→ ─reranker→ ─merge→ units ─limit→ results
 */
import type { Embedder } from '../embed/index.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { hasSameVectors, modelMismatch } from '../store/mismatch.js';
import { type ReadAttempt, retryOnConcurrentWrite } from '../store/retryOnConcurrentWrite.js';
import type { IndexModel, Store } from '../store/store.js';
import { queryWords } from '../text/words.js';
import { type ChunkRanking, fusedRanking, learnedRanking } from './chunkRanking.js';
import { type Confidence, confidenceOf, type Evidence, evidenceOf } from './confidence.js';
import { elbow } from './cutoff.js';
import { deeperResults, type RankedAbove } from './deeperResults.js';
import { explainNoResults } from './explainNoResults.js';
import type { Fusion, FusionWeights } from './fuse.js';
import { type MergeOptions, type Merging, mergeOptions } from './merge.js';
import { mergeIntoUnits } from './mergeIntoUnits.js';
import { parseQuery, type Query } from './query.js';
import { type ReaderOptions, rerankWithReader } from './reader.js';
import { type RerankOptions, type RerankStatus, rerankByProvider } from './rerankByProvider.js';
import { byScoreThenSize, type Result, singleResult, withStep } from './result.js';
import { RETRIEVAL_DEPTH, type RetrievalQuery, retrieve } from './retrieve.js';
import { andFilters, type SearchFilter, storeFilter } from './searchFilter.js';

export type { Result } from './result.js';

export const modes = ['hybrid', 'keyword', 'vector', 'regex'] as const;
export type Mode = (typeof modes)[number];

export interface SearchOptions extends RerankOptions, ReaderOptions {
  readonly limit?: number;
  /** So many chunks are looked at closely, however many are shown: what is first for who sees ten is first for all. Default 60. */
  readonly pool?: number;
  readonly mode?: Mode;
  /** Beside what the question itself says. */
  readonly filter?: SearchFilter;
  /** Instead of the ranker: the sum of both rankings, by their scores or by their ranks. */
  readonly fusion?: Fusion;
  /** Shares of words and vectors in that sum. */
  readonly weights?: FusionWeights;
  /** How hits become the sections and units they add up to; false leaves every chunk as it is. */
  readonly merge?: Merging | undefined;
  /** So many results of one file or artifact at most: the best of it. */
  readonly perSource?: number;
  /** Stop where the next result has less than this share of the score before. */
  readonly elbow?: number;
  /** Results below this relevance are left out. */
  readonly minScore?: number;
  /** What the caller already has. */
  readonly excludeIds?: readonly string[];
}

export interface SearchResults extends RerankStatus {
  readonly query: Query;
  readonly results: readonly Result[];
  /** Chunks that have no vector yet, and could only be found by their words. */
  readonly pending: number;
  readonly mode: Mode;
  /** Whether anything here answers the question; a pattern is none, and has none. */
  readonly confidence?: Confidence;
  /** What the confidence was judged by. */
  readonly evidence?: Evidence;
  /** By which rule hits became sections and units; absent where they did not. */
  readonly merging?: MergeOptions;
  /** Why there is no result, in a line. */
  readonly nothing?: string;
  /** Why its vectors took no part: they are of another model, and say nothing to this one. */
  readonly otherModel?: FroeError;
}

const defaults = { limit: 10, pool: 60, weights: { words: 1, vectors: 1 } } as const;

export async function search(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions = {},
): Promise<SearchResults> {
  return retryOnConcurrentWrite(() => searchOnce(store, embedder, typed, options));
}

async function searchOnce(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions,
): Promise<ReadAttempt<SearchResults>> {
  const query = parseQuery(typed);
  const { limit = defaults.limit, pool = defaults.pool, weights = defaults.weights, signal } = options;
  const state = await store.state();
  const other = options.mode === 'keyword' ? undefined : otherThan(state.model, embedder);
  if (other && options.mode === 'vector') throw other;
  const mode = modeFor(options.mode, state.model !== undefined && embedder !== undefined && !other);
  // Vectors alone say how near, and nothing else.
  const fusion = options.fusion ?? (options.weights || mode === 'vector' ? 'score' : undefined);
  const asksVectors = mode !== 'keyword' && embedder && query.text.trim() !== '';
  const filter = await storeFilter(store, andFilters(options.filter, query.filter));
  const words = queryWords(query.text);
  const question: RetrievalQuery = {
    words: mode === 'vector' ? undefined : words,
    vector: asksVectors ? embedder.embed([query.text], 'query', signal).then(([vector]) => vector) : undefined,
    minCosine: embedder?.minCosine,
    filter,
  };
  const [looked, frequencies] = await Promise.all([
    retrieve(store, question, RETRIEVAL_DEPTH),
    store.documentFrequencies(words),
  ]);
  signal?.throwIfAborted();
  const vector = await question.vector;
  const out = new Set(options.excludeIds);
  // Whether a chunk has a phrase, only its text can tell; then all of them are looked at.
  const asksForText = query.phrases.length + query.not.length > 0;
  const ranking: ChunkRanking =
    fusion === undefined
      ? await learnedRanking(store, looked, { query, frequencies, chunks: state.chunks, vector })
      : fusedRanking(store, looked, fusion, weights);
  const order = ranking.order.filter(({ id }) => !out.has(id));
  const closely = order.slice(0, asksForText ? undefined : pool);
  const mayShow = (chunk: Chunk): boolean => allows(query, chunk);
  const { result: chunks, stale: gone, named } = await ranking.rerank(closely, mayShow);
  const read = fusion === undefined && options.rerank !== false ? rerankWithReader(chunks, query.text) : chunks;
  const { chunks: items, said } = await rerankByProvider(read, query.text, options);
  const merging = options.merge === false ? undefined : mergeOptions(options.merge);
  const units = merging ? await mergeIntoUnits(store, items, merging) : items.map(singleResult);
  const { results: all, scale } = scaled(units.sort(byScoreThenSize));
  const shownIds = new Set([...closely, ...all].map(({ id }) => id));
  const takes = upTo(options.perSource);
  const results = all.filter(takes);
  const above: RankedAbove = {
    rest: async () => {
      const behind = order.slice(closely.length).filter(({ id }) => !shownIds.has(id));
      return ranking.inOrder(behind, mayShow);
    },
    known: new Set([...out, ...shownIds, ...order.map(({ id }) => id)]),
    scale,
    last: results.at(-1)?.score ?? Number.POSITIVE_INFINITY,
    allows: asksForText ? mayShow : undefined,
    takes,
  };
  const behind = await deeperResults(store, question, above, limit - results.length);
  const shown = cut([...results, ...behind.result.map(singleResult)], options).slice(0, limit);
  const isSaid = results.length > 0 && (query.phrases.length > 0 || named);
  const near = looked.allVector;
  const evidence = evidenceOf({ words, frequencies, chunks: state.chunks, best: chunks, near, named: isSaid });
  const confidence =
    shown.length === 0 ? 'low' : confidenceOf(evidence, mode, asksVectors ? state.model?.id : undefined);
  const pending = state.model ? state.pending : state.chunks;
  const why =
    shown.length === 0
      ? { nothing: await nothingOf(store, query, andFilters(options.filter, query.filter), options, order, units) }
      : {};
  return {
    stale: gone || behind.stale,
    result: {
      query,
      results: shown,
      pending,
      mode,
      confidence,
      evidence,
      ...(merging ? { merging } : {}),
      ...why,
      ...said,
      ...(other ? { otherModel: other } : {}),
    },
  };
}

/** Takes the first so many of each source; without a number, all. */
function upTo(most = Number.POSITIVE_INFINITY): (one: Pick<Result, 'docId'>) => boolean {
  const taken = new Map<string, number>();
  return ({ docId }) => {
    const count = taken.get(docId) ?? 0;
    taken.set(docId, count + 1);
    return count < most;
  };
}

/** How many matches are counted of what a filter keeps out. */
const COUNTED = 1000;

/** Where chunks were found, what they lack; else what let none through. */
async function nothingOf(
  store: Store,
  { text, phrases, not }: Query,
  asked: SearchFilter,
  { minScore }: SearchOptions,
  found: readonly unknown[],
  units: readonly Result[],
): Promise<string> {
  if (text.trim() === '') return 'the question has no words to look for';
  if (units.length > 0) return `what there is scores less than ${minScore}`;
  if (found.length > 0 && phrases.length > 0) return `nothing has ${phrases.map((one) => `"${one}"`).join(' and ')}`;
  if (found.length > 0 && not.length > 0) return `all that matches has ${not.join(' or ')}`;
  if (found.length > 0) return 'all that matches is excluded by its id';
  const words = queryWords(text);
  return explainNoResults(
    store,
    asked,
    'has any of these words',
    async (filter) => (await store.searchText(words, COUNTED, await storeFilter(store, filter))).length,
  );
}

const otherThan = (kept: IndexModel | undefined, embedder: Embedder | undefined): FroeError | undefined =>
  kept && embedder && !hasSameVectors(embedder, kept) ? modelMismatch(kept, embedder) : undefined;

function modeFor(asked: Mode | undefined, vectors: boolean): Exclude<Mode, 'regex'> {
  if (asked === 'vector' && !vectors)
    throw new FroeError('bad-option', 'The index has no vectors to search', 'Make them: froe index --embedder …');
  return vectors && asked !== 'regex' ? (asked ?? 'hybrid') : 'keyword';
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
 * Factors and sums can go beyond what a chunk could get; then the best has 1, and the rest their share of it. Chunks are
 * measured by the best chunk: a unit of many can have twice of that.
 */
function scaled(results: readonly Result[]): { readonly results: Result[]; readonly scale: number } {
  const scale = 1 / Math.max(1, results[0]?.score ?? 1);
  const best = results.reduce((most, { scores }) => Math.max(most, ...scores), 1);
  return {
    results: results.map((result) => ({
      ...withStep(result, { reason: 'the best result has 1', kind: 'multiply', value: scale }),
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
