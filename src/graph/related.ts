/** The callers and callees of a symbol, described for output. */
import type { Store } from '../store/store.js';
import type { Verb } from '../types.js';
import { Graph, type GraphEdge } from './graph.js';
import { type GraphPlace, idOf } from './place.js';

/** A place, described for output. */
export interface RelatedPlace {
  readonly id: string;
  readonly docId: string;
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  /** In a workspace. */
  readonly root?: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** The location of a reference. */
export interface ReferenceSite {
  readonly path: string;
  readonly line: number;
}

/** `src/app.py:12` */
export const formatSite = ({ path, line }: ReferenceSite): string => `${path}:${line}`;

/** The other end of an edge. */
export interface Neighbour extends RelatedPlace {
  readonly verb: Verb;
  readonly site: ReferenceSite;
  /** The end on this side: the symbol, or a member of it. */
  readonly own: string;
}

export interface SymbolRelations {
  readonly symbol: RelatedPlace;
  readonly callers: readonly Neighbour[];
  readonly callees: readonly Neighbour[];
}

export async function symbolRelations(
  store: Store,
  places: readonly GraphPlace[],
): Promise<readonly SymbolRelations[]> {
  const graph = await Graph.of(store);
  const relations: SymbolRelations[] = [];
  for (const place of places) {
    const callers = withoutFileImports(await graph.callers(place)).map((edge) =>
      describeNeighbour(graph, edge, edge.from, edge.to),
    );
    const callees = withoutFileImports(await graph.callees(place)).map((edge) =>
      describeNeighbour(graph, edge, edge.to, edge.from),
    );
    relations.push({ symbol: describePlace(graph, place), callers, callees });
  }
  return relations;
}

/** `from client import Client` is an edge to the class and one to its file: the first says both. */
function withoutFileImports(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const lineOf = ({ from, to, line }: GraphEdge): string => `${idOf(from)}\0${line}\0${to.docId}`;
  const symbols = new Set(edges.filter(({ verb, to }) => verb === 'imports' && to.unit).map(lineOf));
  return edges.filter((edge) => edge.verb !== 'imports' || edge.to.unit || !symbols.has(lineOf(edge)));
}

const describeNeighbour = (
  graph: Graph,
  { verb, from, line }: GraphEdge,
  other: GraphPlace,
  own: GraphPlace,
): Neighbour => ({
  ...describePlace(graph, other),
  verb,
  site: { path: graph.pathOf(from), line },
  own: graph.nameOf(own),
});

export const describePlace = (graph: Graph, place: GraphPlace): RelatedPlace => ({
  id: idOf(place),
  docId: place.docId,
  name: graph.nameOf(place),
  kind: place.unit?.kind ?? 'file',
  path: graph.pathOf(place),
  ...graph.rootOf(place),
  ...(place.unit ? { startLine: place.unit.startLine, endLine: place.unit.endLine } : {}),
});
