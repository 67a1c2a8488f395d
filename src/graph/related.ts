/** What people and programs are told of a symbol: where it is, who leans on it, and on whom it leans. */
import type { Store } from '../store/store.js';
import type { Verb } from '../types.js';
import { type Edge, Graph } from './graph.js';
import { type GraphPlace, idOf } from './place.js';

/** A place in words. */
export interface RelatedPlace {
  readonly id: string;
  readonly docId: string;
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** The other end of an edge. */
export interface Neighbour extends RelatedPlace {
  readonly verb: Verb;
  /** The file and line that say it. */
  readonly said: string;
  /** The end on this side: the symbol, or what of it is meant. */
  readonly own: string;
}

export interface Related {
  readonly symbol: RelatedPlace;
  readonly callers: readonly Neighbour[];
  readonly callees: readonly Neighbour[];
}

export async function related(store: Store, places: readonly GraphPlace[]): Promise<readonly Related[]> {
  const graph = await Graph.of(store);
  const found: Related[] = [];
  for (const place of places) {
    const callers = (await graph.callers(place)).map((edge) => neighbour(graph, edge, edge.from, edge.to));
    const callees = (await graph.callees(place)).map((edge) => neighbour(graph, edge, edge.to, edge.from));
    found.push({ symbol: inWords(graph, place), callers, callees });
  }
  return found;
}

const neighbour = (graph: Graph, { verb, from, line }: Edge, other: GraphPlace, own: GraphPlace): Neighbour => ({
  ...inWords(graph, other),
  verb,
  said: `${graph.pathOf(from)}:${line}`,
  own: graph.nameOf(own),
});

export const inWords = (graph: Graph, place: GraphPlace): RelatedPlace => ({
  id: idOf(place),
  docId: place.docId,
  name: graph.nameOf(place),
  kind: place.unit?.kind ?? 'file',
  path: graph.pathOf(place),
  ...(place.unit ? { startLine: place.unit.startLine, endLine: place.unit.endLine } : {}),
});
