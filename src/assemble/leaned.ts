/**
 * Who asks how something works wants to see what it works with: what the best
 * passages create, call and set off, by the graph.
 *
 *     found:   CheckoutService (0.9)
 *     read:    CheckoutService   Order (0.45, created there)   PaymentGateway (0.45, called there)
 *
 * For who looks around, these come among what was found, and what they lean on
 * in their turn behind them. For who asks for one thing they come last, where
 * there is room left.
 */
import type { Place } from '../graph/place.js';
import type { Chunk } from '../schema.js';
import type { Scope } from '../search/scope.js';
import type { Store } from '../store/store.js';
import type { Verb } from '../types.js';
import type { Relations } from './relations.js';
import { isHead, type Segment, type Valued } from './segments.js';

/** What is worth following, what says most first; a base class and an import say little of how something works. */
const FOLLOWED: readonly Verb[] = [
  ...(['creates', 'calls', 'triggers', 'delegates', 'writes', 'reads', 'includes'] as const),
  ...(['has_many', 'has_one', 'belongs_to'] as const),
];
/** So many of the best passages, if they are worth this share of the best. */
const MOST_FROM = 3;
const NEARLY_BEST = 0.5;
/** So many of what each leans on. */
const MOST_TO = 6;
/** What it is worth, of what leans on it. */
const SHARE = 0.5;
/** A unit of more tokens than this comes by its summary, or by its head. */
const WHOLE = 500;

export async function leanedOn(
  store: Store,
  relations: Relations,
  segments: readonly Segment[],
  scope: Scope,
): Promise<Valued[]> {
  const [best] = segments;
  if (!best) return [];
  const from = segments.filter(({ score }) => score >= best.score * NEARLY_BEST).slice(0, MOST_FROM);
  const near = await step(store, relations, from);
  if (scope !== 'focused')
    return [
      ...near,
      ...(await step(
        store,
        relations,
        near.map(({ chunk, score }) => ({ chunks: [chunk], score })),
      )),
    ];
  const lowest = Math.min(...segments.map(({ score }) => score));
  return near.map(({ chunk, score }) => ({ chunk, score: Math.min(score, lowest) }));
}

async function step(store: Store, relations: Relations, from: readonly Segment[]): Promise<Valued[]> {
  const found: Valued[] = [];
  for (const segment of from) {
    const edges = (await relations.leansOn(segment)).filter(({ verb }) => FOLLOWED.includes(verb));
    edges.sort((a, b) => FOLLOWED.indexOf(a.verb) - FOLLOWED.indexOf(b.verb));
    for (const { to } of edges.slice(0, MOST_TO))
      for (const chunk of await chunksOf(store, to)) found.push({ chunk, score: segment.score * SHARE });
  }
  return found;
}

async function chunksOf(store: Store, { docId, unit }: Place): Promise<readonly Chunk[]> {
  if (!unit) return [];
  const all = await store.chunksOf(docId);
  const own = all.filter(
    ({ synthetic, charStart, charEnd }) => !synthetic && charStart < unit.charEnd && charEnd > unit.charStart,
  );
  if (own.reduce((sum, { tokenCount }) => sum + tokenCount, 0) <= WHOLE) return own;
  const short = all.find(({ id }) => id === `${unit.id}:summary`) ?? own.find(isHead) ?? own.at(0);
  return short ? [short] : [];
}
