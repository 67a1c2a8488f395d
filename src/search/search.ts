/**
 * A question → the pieces and units that answer it, best first. An expression is none: that is ask/grep.ts.
 *
 *     query ─words, vector→ two rankings ─fuse→ pieces ─factors→ ─lifted→ ─reranked→ ─merge→ units ─limit→ results
 */
import type { Embedder } from '../embed/index.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { isAnsweredBy, otherModel } from '../store/otherModel.js';
import type { Hit, Model, Store } from '../store/store.js';
import { type Attempt, untilWhole } from '../store/untilWhole.js';
import { queryWords } from '../text/words.js';
import { type Confidence, confidenceOf, type Evidence, evidenceOf } from './confidence.js';
import { elbow } from './cutoff.js';
import { type Above, deeper } from './deeper.js';
import type { Explanation } from './explanation.js';
import { countedBy } from './fileKinds.js';
import { byScore, type Fused, type Fusion, fuse, type Ranking } from './fuse.js';
import { lifted } from './lifted.js';
import { DEPTH, type Looked, look, type Question } from './look.js';
import { type MergeOptions, mergeDefaults } from './merge.js';
import { whyNothing } from './nothing.js';
import { parseQuery, type Query } from './query.js';
import { isNamed, namesAsked, ranker } from './rank.js';
import { type Reranked, type RerankOptions, reranked } from './reranked.js';
import { alone, type Result, type Scored, scored, stepped } from './result.js';
import { both, type SearchFilter, storeFilter } from './searchFilter.js';
import { unite } from './unite.js';

export type { Result } from './result.js';

export const modes = ['hybrid', 'keyword', 'vector', 'regex'] as const;
export type Mode = (typeof modes)[number];

export interface SearchOptions extends RerankOptions {
  readonly limit?: number;
  /** So many chunks are looked at closely, however many are shown: what is first for who sees ten is first for all. Default 60. */
  readonly pool?: number;
  readonly mode?: Mode;
  /** Beside what the question itself says. */
  readonly filter?: SearchFilter;
  /** Shares of words and vectors. */
  readonly weights?: { readonly words: number; readonly vectors: number };
  readonly fusion?: Fusion;
  /** How hits become units; false leaves every piece as it is. */
  readonly merge?: Partial<MergeOptions> | false;
  /** Stop where the next result has less than this share of the score before. */
  readonly elbow?: number;
  /** Results below this relevance are left out. */
  readonly minScore?: number;
  /** What the caller already has. */
  readonly excludeIds?: readonly string[];
}

export interface Found extends Reranked {
  readonly query: Query;
  readonly results: readonly Result[];
  /** Pieces that have no vector yet, and could only be found by their words. */
  readonly pending: number;
  readonly mode: Mode;
  /** Whether anything here answers the question; a pattern is none, and has none. */
  readonly confidence?: Confidence;
  /** What the confidence was judged by. */
  readonly evidence?: Evidence;
  /** Why there is no result, in a line. */
  readonly nothing?: string;
  /** Why its vectors took no part: they are of another model, and say nothing to this one. */
  readonly otherModel?: FroeError;
}

/**
 * Vectors count by how near their nearest is: a model that has hardly understood
 * a question has something nearest, too. At 0.58 they count as much as words do,
 * at 0.46 half, above 0.67 half as much again.
 */
const trust = (nearest: number): number => Math.min(1.5, 5 * nearest ** 3);
const defaults = { limit: 10, pool: 60, weights: { words: 1, vectors: 1 }, fusion: 'score' } as const;

export async function search(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions = {},
): Promise<Found> {
  return untilWhole(() => searchOnce(store, embedder, typed, options));
}

async function searchOnce(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions,
): Promise<Attempt<Found>> {
  const query = parseQuery(typed);
  const {
    limit = defaults.limit,
    pool = defaults.pool,
    weights = defaults.weights,
    fusion = defaults.fusion,
    signal,
  } = options;
  const state = await store.state();
  const other = options.mode === 'keyword' ? undefined : otherThan(state.model, embedder);
  if (other && options.mode === 'vector') throw other;
  const mode = modeFor(options.mode, state.model !== undefined && embedder !== undefined && !other);
  const asksVectors = mode !== 'keyword' && embedder && query.text.trim() !== '';
  const filter = await storeFilter(store, both(options.filter, query.filter));
  const words = queryWords(query.text);
  const question: Question = {
    words: mode === 'vector' ? undefined : words,
    vector: asksVectors ? embedder.embed([query.text], 'query', signal).then(([vector]) => vector) : undefined,
    filter,
  };
  const [looked, frequencies] = await Promise.all([look(store, question, DEPTH), store.frequencies(words)]);
  signal?.throwIfAborted();
  const rankings = rankingsOf(looked, weights, fusion);
  const most = rankings.reduce((sum, { weight }) => sum + (fusion === 'rrf' ? weight / 61 : weight), 0) || 1;
  const sharesOf = ({ parts }: Fused): Explanation =>
    Object.entries(parts).map(([reason, { rank, score, share }]) => ({
      reason,
      kind: 'add',
      value: share / most,
      ranked: { rank, score },
    }));
  const out = new Set(options.excludeIds);
  // What counts less by its kind of file must not take the places of what is looked at closely.
  const counted = countedBy(query.text);
  const fused = fuse(rankings, fusion)
    .filter(({ id }) => !out.has(id))
    .map((one) => ({ ...one, score: one.score * (counted(pathIn(one.id))?.share ?? 1) }))
    .sort(byScore);
  // Whether a chunk has a phrase, only its text can tell; then all of them are looked at.
  const asksForText = query.phrases.length + query.not.length > 0;
  const closely = fused.slice(0, asksForText ? undefined : pool);
  const vector = await question.vector;
  const judged = async (some: readonly Fused[]): Promise<Attempt<Scored[]>> => {
    const { found, gone } = await ranked(store, some, query, sharesOf);
    return { found: await lifted(store, found, { text: query.text, words: looked.words ?? [], vector }), gone };
  };
  const { found: chunks, gone } = await judged(closely);
  const { pieces, said } = await reranked(chunks, query.text, options);
  const units =
    options.merge === false ? pieces.map(alone) : await unite(store, pieces, { ...mergeDefaults, ...options.merge });
  const { results, scale } = scaled(units.sort(byScore));
  const shownIds = new Set([...closely, ...results].map(({ id }) => id));
  const above: Above = {
    rest: async () => {
      if (closely.length === fused.length) return { found: [], gone: false };
      const all = await judged(fused);
      return { ...all, found: all.found.filter(({ id }) => !shownIds.has(id)) };
    },
    known: new Set([...out, ...shownIds, ...fused.map(({ id }) => id)]),
    scale,
    last: results.at(-1)?.score ?? Number.POSITIVE_INFINITY,
    allows: asksForText ? (chunk) => allows(query, chunk) : undefined,
  };
  const behind = await deeper(store, question, above, limit - results.length);
  const shown = cut([...results, ...behind.found.map(alone)], options).slice(0, limit);
  const named = results.length > 0 && (query.phrases.length > 0 || chunks.some((one) => isNamed(one.explanation)));
  const near = looked.allNear;
  const evidence = evidenceOf({ words, frequencies, chunks: state.chunks, best: chunks, near, named });
  const confidence =
    shown.length === 0 ? 'low' : confidenceOf(evidence, mode, asksVectors ? state.model?.id : undefined);
  const pending = state.model ? state.pending : state.chunks;
  const why =
    shown.length === 0
      ? { nothing: await nothingOf(store, query, both(options.filter, query.filter), options, fused, units) }
      : {};
  return {
    gone: gone || behind.gone,
    found: {
      query,
      results: shown,
      pending,
      mode,
      confidence,
      evidence,
      ...why,
      ...said,
      ...(other ? { otherModel: other } : {}),
    },
  };
}

/** `src/a.ts` of `main:src/a.ts#Client.get`; of an artifact nothing that lies anywhere. */
const pathIn = (id: string): string => /^[^:]*:([^#~]*)/.exec(id)?.[1] ?? '';

function rankingsOf(
  { words, near, allNear }: Looked,
  weights: NonNullable<SearchOptions['weights']>,
  fusion: Fusion,
): Ranking[] {
  const cutOff = ({ length }: readonly Hit[]): boolean => length >= DEPTH;
  const share = words && fusion === 'score' ? trust(allNear[0]?.score ?? 0) : 1;
  return [
    ...(words ? [{ name: 'words', hits: words, weight: weights.words, cutOff: cutOff(words) } as const] : []),
    ...(near ? [{ name: 'vectors', hits: near, weight: weights.vectors * share, cutOff: cutOff(near) } as const] : []),
  ];
}

/** How many matches are counted of what a filter keeps out. */
const COUNTED = 1000;

/** Where pieces were found, what they lack; else what let none through. */
async function nothingOf(
  store: Store,
  { text, phrases, not }: Query,
  asked: SearchFilter,
  { minScore }: SearchOptions,
  fused: readonly Fused[],
  units: readonly Result[],
): Promise<string> {
  if (text.trim() === '') return 'the question has no words to look for';
  if (units.length > 0) return `what there is scores less than ${minScore}`;
  if (fused.length > 0 && phrases.length > 0) return `nothing has ${phrases.map((one) => `"${one}"`).join(' and ')}`;
  if (fused.length > 0 && not.length > 0) return `all that matches has ${not.join(' or ')}`;
  if (fused.length > 0) return 'all that matches is excluded by its id';
  const words = queryWords(text);
  return whyNothing(
    store,
    asked,
    'has any of these words',
    async (filter) => (await store.searchText(words, COUNTED, await storeFilter(store, filter))).length,
  );
}

const otherThan = (kept: Model | undefined, embedder: Embedder | undefined): FroeError | undefined =>
  kept && embedder && !isAnsweredBy(embedder, kept) ? otherModel(kept, embedder) : undefined;

function modeFor(asked: Mode | undefined, vectors: boolean): Exclude<Mode, 'regex'> {
  if (asked === 'vector' && !vectors)
    throw new FroeError('bad-option', 'The index has no vectors to search', 'Make them: froe index --embedder …');
  return vectors && asked !== 'regex' ? (asked ?? 'hybrid') : 'keyword';
}

/** The chunks themselves, with what only they can tell: phrases, names, kinds. */
async function ranked(
  store: Store,
  wanted: readonly Fused[],
  query: Query,
  sharesOf: (fused: Fused) => Explanation,
): Promise<Attempt<Scored[]>> {
  const chunks = new Map((await store.chunks(wanted.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
  const factorsOf = ranker(query, await definitions(store, query, chunks.values()));
  const found = wanted
    .flatMap((fused): Scored[] => {
      const chunk = chunks.get(fused.id);
      if (!chunk || !allows(query, chunk)) return [];
      return [scored(fused.id, chunk, [...sharesOf(fused), ...factorsOf(chunk)])];
    })
    .sort(byScore);
  return { found, gone: chunks.size < wanted.length };
}

/** What each piece defines: looked up only when a question names something. */
async function definitions(
  store: Store,
  query: Query,
  chunks: Iterable<Chunk>,
): Promise<(chunk: Chunk) => readonly string[]> {
  if (namesAsked(query).length === 0) return () => [];
  const docIds = new Set(Array.from(chunks, ({ docId }) => docId));
  const units = new Map(
    await Promise.all(Array.from(docIds, async (docId) => [docId, await store.units(docId)] as const)),
  );
  return ({ docId, charStart, charEnd }) =>
    (units.get(docId) ?? [])
      .filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd)
      .flatMap(({ id, name }) => [name, id.slice(docId.length + 1)]);
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
 * Factors and sums can go beyond what a piece could get; then the best has 1, and the rest their share of it. Pieces are
 * measured by the best piece: a unit of many can have twice of that.
 */
function scaled(results: readonly Result[]): { readonly results: Result[]; readonly scale: number } {
  const scale = 1 / Math.max(1, results[0]?.score ?? 1);
  const best = results.reduce((most, { scores }) => Math.max(most, ...scores), 1);
  return {
    results: results.map((result) => ({
      ...stepped(result, { reason: 'the best result has 1', kind: 'multiply', value: scale }),
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
