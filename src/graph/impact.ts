/**
 * The impact of a change: the dependents of a place, their dependents and so on,
 * breadth first.
 *
 *     lexer.next        0
 *     parser.expect     1   calls lexer.next
 *     parser.statement  2   calls parser.expect
 *
 * Each place is visited once, at its shortest distance, so cycles end by themselves.
 */
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Verb } from '../types.js';
import { Graph, type GraphEdge } from './graph.js';
import { type GraphPlace, idOf } from './place.js';
import {
  describePlace,
  describeSymbols,
  formatSite,
  type ReferenceSite,
  type RelatedPlace,
  unresolvedNotes,
  unresolvedSites,
} from './related.js';

export interface Affected {
  readonly place: GraphPlace;
  /** Steps from the places of the request. */
  readonly distance: number;
  /** The edge by which it depends. */
  readonly by: GraphEdge;
}

export interface Impact {
  readonly affected: readonly Affected[];
  /** There are more than were returned. */
  readonly more: boolean;
}

/** `takes`: called for each in turn; the walk ends at the first that it refuses. */
export async function walkDependents(
  graph: Graph,
  places: readonly GraphPlace[],
  takes: (affected: Affected) => boolean,
): Promise<Impact> {
  const visited = new Set(places.map(idOf));
  const affected: Affected[] = [];
  let [frontier, distance] = [places, 1];
  while (frontier.length > 0) {
    const next: GraphPlace[] = [];
    for (const place of frontier) {
      for (const by of withoutRedundantImports(await graph.callers(place, distance === 1))) {
        const id = idOf(by.from);
        if (visited.has(id)) continue;
        visited.add(id);
        const reached = { place: by.from, distance, by };
        if (!takes(reached)) return { affected, more: true };
        affected.push(reached);
        next.push(by.from);
      }
    }
    [frontier, distance] = [next, distance + 1];
  }
  return { affected, more: false };
}

/** An import is left out if the same source uses what it imports. */
function withoutRedundantImports(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const users = new Set(edges.filter(({ verb }) => verb !== 'imports').map(({ from }) => from.docId));
  return edges.filter(({ verb, from }) => verb !== 'imports' || !users.has(from.docId));
}

export interface ImpactLimits {
  /** Tokens of the text. */
  readonly budget?: number;
  /** Places. Default 200. */
  readonly limit?: number;
  readonly tokenizer?: string;
  /** Formats a path, or `path:line`, for the text. Default: unchanged. */
  readonly written?: (path: string) => string;
}

export interface Dependent extends RelatedPlace {
  readonly distance: number;
  readonly verb: Verb;
  /** What it depends on, one step nearer. */
  readonly on: string;
  /** Where it refers to that. */
  readonly site: ReferenceSite;
}

export interface ImpactReport {
  readonly symbols: readonly RelatedPlace[];
  readonly dependents: readonly Dependent[];
  readonly more: boolean;
  /** Calls with the name of the symbols whose target is unknown: some may be of them. */
  readonly unresolved: readonly ReferenceSite[];
  /** The report as text, and its tokens. */
  readonly text: string;
  readonly tokens: number;
}

const DEFAULT_LIMIT = 200;

export async function impactReport(
  store: Store,
  places: readonly GraphPlace[],
  options: ImpactLimits = {},
): Promise<ImpactReport> {
  const {
    budget = Number.POSITIVE_INFINITY,
    limit = DEFAULT_LIMIT,
    tokenizer: counter = 'cl100k_base',
    written,
  } = options;
  const graph = await Graph.of(store);
  const symbols = await describeSymbols(store, graph, places);
  const dependents: Dependent[] = [];
  const count = (text: string): number => tokenizer(counter).count(text);
  let text = symbols.map((symbol) => symbolLine(symbol, written)).join('');
  const { more } = await walkDependents(graph, places, (affected) => {
    const dependent = describeDependent(graph, affected);
    const extended = text + impactLine(dependent, written);
    if (dependents.length >= limit || count(extended) > budget) return false;
    dependents.push(dependent);
    text = extended;
    return true;
  });
  return { symbols, dependents, more, unresolved: await unresolvedOf(graph, places), text, tokens: count(text) };
}

/** Of definitions with the same name, each call once. */
async function unresolvedOf(graph: Graph, places: readonly GraphPlace[]): Promise<readonly ReferenceSite[]> {
  const sites: ReferenceSite[] = [];
  const known = new Set<string>();
  for (const place of places) {
    const calls = await unresolvedSites(graph, place);
    sites.push(...calls.filter((site) => !known.has(formatSite(site)))); // a line may have several of one place
    for (const site of calls) known.add(formatSite(site));
  }
  return sites;
}

/** The same in words, as for references; of the sites that may be shown. */
export const unresolvedImpact = (
  { symbols: [symbol], unresolved }: Pick<ImpactReport, 'symbols' | 'unresolved'>,
  allows?: (path: string) => boolean,
): readonly string[] => (symbol ? unresolvedNotes([{ symbol, unresolved }], allows) : []);

const describeDependent = (graph: Graph, { place, distance, by }: Affected): Dependent => ({
  ...describePlace(graph, place),
  distance,
  verb: by.verb,
  on: graph.nameOf(by.to),
  site: { path: graph.pathOf(by.from), line: by.line },
});

/** `src/lexer.ts:10-24  Lexer.next`, an address for `froe get`; a file, whose name is its path: `src/lexer.ts`. */
export function symbolLine(
  { path, startLine, endLine, name, signature }: RelatedPlace,
  written: (path: string) => string = identity,
): string {
  const lines = startLine === undefined ? '' : `:${startLine}-${endLine}`;
  const names = [name === path ? [] : [name], signature ?? []].flat();
  return `${[`${written(path)}${lines}`, ...names].join('  ')}\n`;
}

/** `2  src/parser.ts:40  Parser.statement (calls Parser.expect)` */
const impactLine = ({ distance, site, name, verb, on }: Dependent, written = identity): string =>
  `${distance}  ${written(formatSite(site))}  ${name} (${verb} ${on})\n`;

const identity = (path: string): string => path;
