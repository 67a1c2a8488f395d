/**
 * What a change affects: what depends on a place, what depends on that,
 * and so on, nearest first.
 *
 *     lexer.next        0
 *     parser.expect     1   calls lexer.next
 *     parser.statement  2   calls parser.expect
 *
 * Each place is met once, at its shortest distance, so cycles end by themselves.
 */
import type { Graph, GraphEdge } from './graph.js';
import { type GraphPlace, idOf } from './place.js';

export interface Affected {
  readonly place: GraphPlace;
  /** Steps from what was asked about. */
  readonly distance: number;
  /** Why: what it leans on, and how. */
  readonly by: GraphEdge;
}

export interface Impact {
  readonly affected: readonly Affected[];
  /** Something was left out, because it was too much. */
  readonly more: boolean;
}

/** `takes`: asked about each in turn; the first that is not taken ends it. */
export async function walkDependents(
  graph: Graph,
  places: readonly GraphPlace[],
  takes: (affected: Affected) => boolean,
): Promise<Impact> {
  const met = new Set(places.map(idOf));
  const affected: Affected[] = [];
  let [ring, distance] = [places, 1];
  while (ring.length > 0) {
    const next: GraphPlace[] = [];
    for (const place of ring) {
      for (const by of used(await graph.callers(place, distance === 1))) {
        const id = idOf(by.from);
        if (met.has(id)) continue;
        met.add(id);
        const one = { place: by.from, distance, by };
        if (!takes(one)) return { affected, more: true };
        affected.push(one);
        next.push(by.from);
      }
    }
    [ring, distance] = [next, distance + 1];
  }
  return { affected, more: false };
}

/** An import says nothing that the use of what is imported does not say better. */
function used(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const users = new Set(edges.filter(({ verb }) => verb !== 'imports').map(({ from }) => from.docId));
  return edges.filter(({ verb, from }) => verb !== 'imports' || !users.has(from.docId));
}
