/**
 * A question → the pieces and units that answer it, best first.
 *
 *     query ─words, vector→ two rankings ─fuse→ pieces ─factors→ ─lifted→ ─merge→ units ─limit→ results
 */
import type { Embedder } from '../embed/index.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { isAnsweredBy, otherModel } from '../store/otherModel.js';
import type { Hit, Model, Store } from '../store/store.js';
import { type Attempt, untilWhole } from '../store/untilWhole.js';
import { queryWords } from '../text/words.js';
import { elbow } from './cutoff.js';
import { byScore, type Fused, type Fusion, fuse, type Ranking } from './fuse.js';
import { lifted } from './lifted.js';
import { type MergeOptions, mergeDefaults } from './merge.js';
import { asTyped, parseQuery, type Query } from './query.js';
import { namesAsked, ranker } from './rank.js';
import { searchRegex } from './regex.js';
import { alone, type Result, type Scored } from './result.js';
import { both, type SearchFilter, storeFilter } from './searchFilter.js';
import { unite } from './unite.js';

export type { Result } from './result.js';

export const modes = ['hybrid', 'keyword', 'vector', 'regex'] as const;
export type Mode = (typeof modes)[number];

export interface SearchOptions {
  readonly limit?: number;
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
  readonly signal?: AbortSignal | undefined;
}

export interface Found {
  readonly query: Query;
  readonly results: readonly Result[];
  /** Pieces that have no vector yet, and could only be found by their words. */
  readonly pending: number;
  readonly mode: Mode;
  /** Why its vectors took no part: they are of another model, and say nothing to this one. */
  readonly otherModel?: FroeError;
}

/** How deep each ranking is read, and how many pieces are looked at for each that is shown: merging needs more. */
const DEPTH = 200;
const PER_RESULT = 5;
const LOOKED_AT = 60;
/** Something is always nearest. What is farther than this is no answer: of 1,735 known ones one was. */
const LEAST_NEAR = 0.2;
/**
 * Vectors count by how near their nearest is: a model that has hardly understood
 * a question has something nearest, too. At 0.58 they count as much as words do,
 * at 0.46 half, above 0.67 half as much again.
 */
const trust = (nearest: number): number => Math.min(1.5, 5 * nearest ** 3);
const defaults = { limit: 10, weights: { words: 1, vectors: 1 }, fusion: 'score' } as const;

export async function search(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions = {},
): Promise<Found> {
  if (options.mode === 'regex') return matched(store, typed, options);
  return untilWhole(() => searchOnce(store, embedder, typed, options));
}

async function searchOnce(
  store: Store,
  embedder: Embedder | undefined,
  typed: string,
  options: SearchOptions,
): Promise<Attempt<Found>> {
  const query = parseQuery(typed);
  const { limit = defaults.limit, weights = defaults.weights, fusion = defaults.fusion, signal } = options;
  const state = await store.state();
  const other = options.mode === 'keyword' ? undefined : otherThan(state.model, embedder);
  if (other && options.mode === 'vector') throw other;
  const mode = modeFor(options.mode, state.model !== undefined && embedder !== undefined && !other);
  const filter = await storeFilter(store, both(options.filter, query.filter));
  const depth = Math.max(DEPTH, limit * PER_RESULT);
  const rankings: Ranking[] = [];
  const add = (name: keyof typeof weights, hits: readonly Hit[], share = 1): unknown =>
    rankings.push({ name, weight: weights[name] * share, hits, cutOff: hits.length >= depth });
  const nearest = async (by: Embedder): Promise<{ readonly vector: Float32Array; readonly hits: readonly Hit[] }> => {
    const [vector] = await by.embed([query.text], 'query', signal);
    return { vector, hits: await store.searchVector(vector, depth, filter) };
  };
  const asksVectors = mode !== 'keyword' && embedder && query.text.trim() !== '';
  // Side by side: a server has a connection for each.
  const [words, near] = await Promise.all([
    mode === 'vector' ? undefined : store.searchText(queryWords(query.text), depth, filter),
    asksVectors ? nearest(embedder) : undefined,
  ]);
  if (words) add('words', words);
  if (near && mode === 'vector') add('vectors', near.hits);
  else if (near) {
    const share = fusion === 'score' ? trust(near.hits[0]?.score ?? 0) : 1;
    add(
      'vectors',
      near.hits.filter(({ score }) => score >= LEAST_NEAR),
      share,
    );
  }
  signal?.throwIfAborted();
  const most = rankings.reduce((sum, { weight }) => sum + (fusion === 'rrf' ? weight / 61 : weight), 0) || 1;
  // Whether a piece has a phrase, only its text can tell; then all of them are looked at.
  const asksForText = query.phrases.length + query.not.length > 0;
  const fused = fuse(rankings, fusion).slice(0, asksForText ? undefined : Math.max(LOOKED_AT, limit * PER_RESULT));
  const { found: scored, gone } = await ranked(store, fused, query, most, new Set(options.excludeIds));
  const pieces = await lifted(store, scored, { text: query.text, words: words ?? [], vector: near?.vector });
  const units =
    options.merge === false ? pieces.map(alone) : await unite(store, pieces, { ...mergeDefaults, ...options.merge });
  const shown = cut(scaled(units.sort(byScore)), options).slice(0, limit);
  const pending = state.model ? state.pending : state.chunks;
  return { gone, found: { query, results: shown, pending, mode, ...(other ? { otherModel: other } : {}) } };
}

/** A pattern is no question: nothing in it is an operator. */
async function matched(store: Store, typed: string, options: SearchOptions): Promise<Found> {
  const { limit = defaults.limit, filter = {}, excludeIds } = options;
  const asked = { limit, filter: await storeFilter(store, filter), excludeIds: new Set(excludeIds) };
  const results = await searchRegex(store, typed, asked);
  return { query: asTyped(typed), results, pending: 0, mode: 'regex' };
}

const otherThan = (kept: Model | undefined, embedder: Embedder | undefined): FroeError | undefined =>
  kept && embedder && !isAnsweredBy(embedder, kept) ? otherModel(kept, embedder) : undefined;

function modeFor(asked: Mode | undefined, vectors: boolean): Mode {
  if (asked === 'vector' && !vectors)
    throw new FroeError('bad-option', 'The index has no vectors to search', 'Make them: froe index --embedder …');
  return vectors ? (asked ?? 'hybrid') : 'keyword';
}

/** The pieces themselves, with what only they can tell: phrases, names, kinds. */
async function ranked(
  store: Store,
  fused: readonly Fused[],
  query: Query,
  most: number,
  out: ReadonlySet<string>,
): Promise<Attempt<Scored[]>> {
  const wanted = fused.filter(({ id }) => !out.has(id));
  const chunks = new Map((await store.chunks(wanted.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
  const factorsOf = ranker(query, await definitions(store, query, chunks.values()));
  const pieces = wanted
    .flatMap(({ id, score, parts }): Scored[] => {
      const chunk = chunks.get(id);
      if (!chunk || !allows(query, chunk)) return [];
      const factors = factorsOf(chunk);
      const factor = factors.reduce((product, one) => product * one.factor, 1);
      return [{ id, chunk, score: (score * factor) / most, explanation: { parts, factors } }];
    })
    .sort(byScore);
  return { found: pieces, gone: chunks.size < wanted.length };
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
function scaled(results: readonly Result[]): Result[] {
  const top = Math.max(1, results[0]?.score ?? 1);
  const best = results.reduce((most, { scores }) => Math.max(most, ...scores), 1);
  return results.map((result) => ({
    ...result,
    score: result.score / top,
    scores: result.scores.map((score) => score / best),
  }));
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
