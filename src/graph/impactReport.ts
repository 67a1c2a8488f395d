/** The dependents of a changed place, for people and programs, in lines that fit a budget. */
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Verb } from '../types.js';
import { Graph } from './graph.js';
import { type Affected, walkDependents } from './impact.js';
import type { GraphPlace } from './place.js';
import { describePlace, type RelatedPlace } from './related.js';

export interface ImpactLimits {
  /** Tokens of the text. */
  readonly budget?: number;
  /** Places. Default 200. */
  readonly limit?: number;
  readonly tokenizer?: string;
  /** How a path, or `path:line`, is written in the text. Default as it is. */
  readonly written?: (path: string) => string;
}

export interface Dependent extends RelatedPlace {
  readonly distance: number;
  readonly verb: Verb;
  /** What it leans on, one step nearer. */
  readonly on: string;
  readonly said: string;
}

export interface ImpactReport {
  readonly symbols: readonly RelatedPlace[];
  readonly dependents: readonly Dependent[];
  readonly more: boolean;
  /** All of it in lines, and what they cost. */
  readonly text: string;
  readonly tokens: number;
}

const MOST = 200;

export async function impactReport(
  store: Store,
  places: readonly GraphPlace[],
  options: ImpactLimits = {},
): Promise<ImpactReport> {
  const { budget = Number.POSITIVE_INFINITY, limit = MOST, tokenizer: counter = 'cl100k_base', written } = options;
  const graph = await Graph.of(store);
  const symbols = places.map((place) => describePlace(graph, place));
  const dependents: Dependent[] = [];
  const count = (text: string): number => tokenizer(counter).count(text);
  let text = symbols.map((one) => symbolLine(one, written)).join('');
  const { more } = await walkDependents(graph, places, (affected) => {
    const one = dependent(graph, affected);
    const longer = text + impactLine(one, written);
    if (dependents.length >= limit || count(longer) > budget) return false;
    dependents.push(one);
    text = longer;
    return true;
  });
  return { symbols, dependents, more, text, tokens: count(text) };
}

const dependent = (graph: Graph, { place, distance, by }: Affected): Dependent => ({
  ...describePlace(graph, place),
  distance,
  verb: by.verb,
  on: graph.nameOf(by.to),
  said: `${graph.pathOf(by.from)}:${by.line}`,
});

/** `src/lexer.ts:10-24  Lexer.next`, a place as `froe get` takes it back. */
export const symbolLine = ({ path, startLine, endLine, name }: RelatedPlace, written = asItIs): string =>
  `${written(path)}${startLine === undefined ? '' : `:${startLine}-${endLine}`}  ${name}\n`;

/** `2  src/parser.ts:40  Parser.statement (calls Parser.expect)` */
const impactLine = ({ distance, said, name, verb, on }: Dependent, written = asItIs): string =>
  `${distance}  ${written(said)}  ${name} (${verb} ${on})\n`;

const asItIs = (path: string): string => path;
