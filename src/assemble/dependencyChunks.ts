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
const FOLLOWED: readonly Verb[] = [
  ...(['creates', 'calls', 'triggers', 'delegates', 'writes', 'reads', 'includes'] as const),
  ...(['has_many', 'has_one', 'belongs_to'] as const),
];
/** At most so many passages are followed, if they have this share of the best score, and so many of what was reached. */
const MAX_DEPENDENTS = 3;
const NEARLY_BEST = 0.5;
/** Dependencies per passage. */
const MAX_DEPENDENCIES = 6;
/** The score of a dependency, relative to its dependent. */
const SHARE = 0.5;
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
  const least = Math.min(...segments.map(({ score }) => score)) * SHARE;
  const near = await step(store, relations, [best], among ? best.score * SHARE : least);
  const next = others.filter(({ score }) => score >= best.score * NEARLY_BEST);
  const reached = near.map(({ chunk, score }) => ({ chunks: [chunk], score }));
  const from = [...next.slice(0, MAX_DEPENDENTS - 1), ...reached.slice(0, MAX_DEPENDENTS)];
  return [...near, ...(await step(store, relations, from, least * SHARE))];
}

async function step(
  store: Store,
  relations: Relations,
  from: readonly ContextSegment[],
  score: number,
): Promise<ValuedChunk[]> {
  const found: ValuedChunk[] = [];
  for (const segment of from) {
    const edges = (await relations.dependencies(segment)).filter(({ verb }) => FOLLOWED.includes(verb));
    edges.sort((a, b) => FOLLOWED.indexOf(a.verb) - FOLLOWED.indexOf(b.verb));
    for (const { to } of edges.slice(0, MAX_DEPENDENCIES))
      for (const chunk of await chunksOf(store, to)) found.push({ chunk, score });
  }
  return found;
}

async function chunksOf(store: Store, { docId, unit }: GraphPlace): Promise<readonly Chunk[]> {
  if (!unit) return [];
  const all = await store.chunksOf(docId);
  const own = all.filter(
    ({ synthetic, charStart, charEnd }) => !synthetic && charStart < unit.charEnd && charEnd > unit.charStart,
  );
  if (own.reduce((sum, { tokenCount }) => sum + tokenCount, 0) <= MAX_WHOLE_TOKENS) return own;
  const short = all.find(({ id }) => id === `${unit.id}:summary`) ?? own.find(isHead) ?? own.at(0);
  return short ? [short] : [];
}
