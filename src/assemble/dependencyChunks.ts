/**
 * Chunks that the best passages depend on: what they create, call and trigger, by the
 * graph. A query about how something works needs them, too.
 *
 *     found:   CheckoutService (0.9)
 *     read:    CheckoutService   Order (0.45, created there)   PaymentGateway (0.45, called there)
 *
 * For a broad query the dependencies of the best passage rank among the results.
 * Everything else ranks behind them: dependencies of these, and of the next passages.
 * With a small budget or a focused query all of them do.
 */
import type { GraphPlace } from '../graph/place.js';
import type { Chunk } from '../schema.js';
import type { Store } from '../store/store.js';
import type { Verb } from '../types.js';
import type { Relations } from './relations.js';
import { type ContextSegment, isHead, type ValuedChunk } from './segments.js';

/** The verbs to follow, most informative first; base classes and imports tell little of how something works. */
const FOLLOWED_VERBS: readonly Verb[] = [
  ...(['creates', 'calls', 'triggers', 'delegates', 'writes', 'reads', 'includes'] as const),
  ...(['has_many', 'has_one', 'belongs_to'] as const),
];
/** At most so many passages are followed, if they have this share of the best score, and so many of what was reached. */
const MAX_DEPENDENTS = 3;
const MIN_SCORE_SHARE = 0.5;
/** Dependencies per passage. */
const MAX_DEPENDENCIES = 6;
/** The score of a dependency, relative to its dependent. */
const DEPENDENCY_SCORE_SHARE = 0.5;
/** A unit of more tokens than this is represented by its summary, or by its head. */
const MAX_WHOLE_TOKENS = 500;

export interface DependencyChunkOptions {
  /** Rank among the results, not behind them. */
  readonly among: boolean;
}

export async function dependencyChunks(
  store: Store,
  relations: Relations,
  segments: readonly ContextSegment[],
  { among }: DependencyChunkOptions,
): Promise<ValuedChunk[]> {
  const [best, ...others] = segments;
  if (!best) return [];
  const scoreBehindResults = Math.min(...segments.map(({ score }) => score)) * DEPENDENCY_SCORE_SHARE;
  const direct = await followEdges(
    store,
    relations,
    [best],
    among ? best.score * DEPENDENCY_SCORE_SHARE : scoreBehindResults,
  );
  const alsoFollowed = others.filter(({ score }) => score >= best.score * MIN_SCORE_SHARE);
  const reached = direct.map(({ chunk, score }) => ({ chunks: [chunk], score }));
  const from = [...alsoFollowed.slice(0, MAX_DEPENDENTS - 1), ...reached.slice(0, MAX_DEPENDENTS)];
  return [...direct, ...(await followEdges(store, relations, from, scoreBehindResults * DEPENDENCY_SCORE_SHARE))];
}

async function followEdges(
  store: Store,
  relations: Relations,
  from: readonly ContextSegment[],
  score: number,
): Promise<ValuedChunk[]> {
  const dependencies: ValuedChunk[] = [];
  for (const segment of from) {
    const edges = (await relations.dependencies(segment)).filter(({ verb }) => FOLLOWED_VERBS.includes(verb));
    edges.sort((a, b) => FOLLOWED_VERBS.indexOf(a.verb) - FOLLOWED_VERBS.indexOf(b.verb));
    for (const { to } of edges.slice(0, MAX_DEPENDENCIES))
      for (const chunk of await chunksOfPlace(store, to)) dependencies.push({ chunk, score });
  }
  return dependencies;
}

async function chunksOfPlace(store: Store, { docId, unit }: GraphPlace): Promise<readonly Chunk[]> {
  if (!unit) return [];
  const all = await store.chunksOf(docId);
  const unitChunks = all.filter(
    ({ synthetic, charStart, charEnd }) => !synthetic && charStart < unit.charEnd && charEnd > unit.charStart,
  );
  if (unitChunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0) <= MAX_WHOLE_TOKENS) return unitChunks;
  const representative =
    all.find(({ id }) => id === `${unit.id}:summary`) ?? unitChunks.find(isHead) ?? unitChunks.at(0);
  return representative ? [representative] : [];
}
