/** The callers and callees of a symbol, described for output. */
import type { Store } from '../store/store.js';
import { lastName } from '../text/lastName.js';
import { visible } from '../text/visible.js';
import type { Verb } from '../types.js';
import { Graph, type GraphEdge } from './graph.js';
import { overloadSignatures } from './overloadSignatures.js';
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
  /** Of several with the same name in one source: overloads. */
  readonly signature?: string;
}

/** The location of a reference. */
export interface ReferenceSite {
  readonly path: string;
  readonly line: number;
}

/** `src/app.py:12` */
export const formatSite = ({ path, line }: ReferenceSite): string => `${path}:${line}`;

/**
 * That a symbol has no callers must not read as: nobody calls it. A line for each name, of the sites that may be shown:
 *
 *     12 calls of 'send' could not be resolved: some may be of it (src/app.py:12, src/app.py:80, src/run.py:3 …)
 */
export function unresolvedNotes(
  relations: readonly Pick<SymbolRelations, 'symbol' | 'unresolved'>[],
  allows: (path: string) => boolean = () => true,
): readonly string[] {
  const notes = relations.flatMap(({ symbol, unresolved }) => {
    const sites = unresolved.filter(({ path }) => allows(path)).map(formatSite);
    if (sites.length === 0) return [];
    const shown = sites.slice(0, SITES_SHOWN).join(', ') + (sites.length > SITES_SHOWN ? ' …' : '');
    const calls = `${sites.length.toLocaleString('en')} ${sites.length === 1 ? 'call' : 'calls'}`;
    return [
      `${calls} of '${visible(lastName(symbol.name))}' could not be resolved: some may be of it (${visible(shown)})`,
    ];
  });
  return [...new Set(notes)];
}

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
  /** Calls of something with this name whose target is unknown: some may be of this symbol. */
  readonly unresolved: readonly ReferenceSite[];
}

const SITES_SHOWN = 3;

export async function symbolRelations(
  store: Store,
  places: readonly GraphPlace[],
): Promise<readonly SymbolRelations[]> {
  const graph = await Graph.of(store);
  const relations: SymbolRelations[] = [];
  const symbols = await describeSymbols(store, graph, places);
  for (const [i, place] of places.entries()) {
    const callers = withoutFileImports(await graph.callers(place)).map((edge) =>
      describeNeighbour(graph, edge, edge.from, edge.to),
    );
    const callees = withoutFileImports(await graph.callees(place)).map((edge) =>
      describeNeighbour(graph, edge, edge.to, edge.from),
    );
    const unresolved = await unresolvedSites(graph, place);
    relations.push({ symbol: symbols[i], callers, callees, unresolved });
  }
  return relations;
}

/** Calls whose target is unknown and that may be of this place. */
export async function unresolvedSites(graph: Graph, place: GraphPlace): Promise<readonly ReferenceSite[]> {
  return (await graph.unresolvedCalls(place)).map(({ docId, line }) => ({ path: graph.pathOf({ docId }), line }));
}

/** What an address names; with their signatures where the names do not tell them apart. */
export async function describeSymbols(
  store: Store,
  graph: Graph,
  places: readonly GraphPlace[],
): Promise<readonly RelatedPlace[]> {
  const signatures = await overloadSignatures(store, places);
  return places.map((place) => {
    const signature = signatures.get(idOf(place));
    return { ...describePlace(graph, place), ...(signature === undefined ? {} : { signature }) };
  });
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
