/** Dependents and dependencies of a segment, by the graph. */

import type { Dependency } from '../format/index.js';
import type { Graph, GraphEdge } from '../graph/graph.js';
import type { GraphPlace } from '../graph/place.js';
import type { Chunk } from '../schema.js';
import type { Store } from '../store/store.js';
import type { Unit, Verb } from '../types.js';
import { passageName } from './passage.js';
import type { ContextSegment } from './segments.js';

export interface NamedDependency {
  readonly name: string;
  readonly verb: Verb;
}

/** Most informative first. */
const VERB_ORDER: readonly Verb[] = [
  ...(['inherits', 'includes', 'belongs_to', 'has_many', 'has_one', 'creates', 'triggers', 'calls'] as const),
  ...(['delegates', 'writes', 'reads', 'imports'] as const),
];

/** A method named `get` is mentioned everywhere: after so many mentions dependents are not counted. */
const MAX_MENTIONS = 60;

export class Relations {
  readonly #store: Store;
  readonly #graph: Graph;
  /** Mentions that may still be followed. */
  #mentionsLeft: number;
  /** Caches by where a segment stands. */
  readonly #dependents = new Map<string, number | undefined>();
  readonly #dependencies = new Map<string, readonly GraphEdge[]>();

  /** `partial`: nothing is counted, since who depends on it may not be in the index yet. */
  constructor(store: Store, graph: Graph, partial = false) {
    this.#store = store;
    this.#graph = graph;
    this.#mentionsLeft = partial ? 0 : MAX_MENTIONS;
  }

  /** Number of dependents; undefined for prose and settings, in a partial index, and if counting would take too long. */
  async countDependents(segment: ContextSegment): Promise<number | undefined> {
    const key = keyOf(segment);
    if (!this.#dependents.has(key)) this.#dependents.set(key, await this.#countDependents(segment));
    return this.#dependents.get(key);
  }

  async #countDependents(segment: ContextSegment): Promise<number | undefined> {
    if (!this.#isCode(segment) || this.#mentionsLeft <= 0) return undefined;
    const dependentIds = new Set<string>();
    for (const place of await this.#places(segment)) {
      const dependents = await this.#graph.dependents(place, this.#mentionsLeft);
      if (!dependents) return undefined;
      this.#mentionsLeft -= dependents.mentions;
      for (const id of dependents.ids) dependentIds.add(id);
    }
    return dependentIds.size;
  }

  /** Each dependency once, with its most informative verb. */
  async dependencyNames(segment: ContextSegment): Promise<readonly NamedDependency[]> {
    const byName = new Map<string, NamedDependency>();
    for (const { to, verb } of await this.dependencies(segment)) {
      const name = this.#graph.shortNameOf(to);
      if (!byName.has(name)) byName.set(name, { name, verb });
    }
    return [...byName.values()];
  }

  /** Edges to definitions outside of it, most informative first. */
  async dependencies(segment: ContextSegment): Promise<readonly GraphEdge[]> {
    const key = keyOf(segment);
    const edges = this.#dependencies.get(key) ?? (await this.#findDependencies(segment));
    this.#dependencies.set(key, edges);
    return edges;
  }

  async #findDependencies(segment: ContextSegment): Promise<readonly GraphEdge[]> {
    if (!this.#isCode(segment)) return [];
    const edges: GraphEdge[] = [];
    for (const place of await this.#places(segment)) edges.push(...(await this.#graph.callees(place)));
    return edges
      .filter(({ to }) => to.unit !== undefined || to.docId !== segment.chunks[0].docId)
      .sort((a, b) => VERB_ORDER.indexOf(a.verb) - VERB_ORDER.indexOf(b.verb));
  }

  #isCode({ chunks: [first] }: ContextSegment): boolean {
    return first.sourceType === 'code';
  }

  /** The units that a segment shows completely; else the innermost unit around it, or the source. */
  async #places({ chunks }: ContextSegment): Promise<readonly GraphPlace[]> {
    const { docId, charStart } = chunks[0];
    const { charEnd } = chunks[chunks.length - 1];
    const units = await this.#store.units(docId);
    const shown = units.filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd);
    const ids = new Set(shown.map(({ id }) => id));
    const outermost = shown.filter(({ parentId }) => !ids.has(parentId));
    if (outermost.length > 0) return outermost.map((unit) => ({ docId, unit }));
    const enclosing = units.filter((unit) => unit.charStart <= charStart && unit.charEnd >= charEnd);
    const innermost: Unit | undefined = enclosing.at(-1); // from the top down
    return [innermost ? { docId, unit: innermost } : { docId }];
  }
}

function keyOf({ chunks }: ContextSegment): string {
  const [{ docId, sourceType, charStart }, { charEnd }] = [chunks[0], chunks[chunks.length - 1]];
  return [docId, sourceType, charStart, charEnd].join('\0');
}

/** Most lines, and most names of a line. */
const MAX_LINES = 8;
const MAX_NAMES = 6;

/**
 * The dependency lines of a context: `Client → URL (creates), Timeout (reads)`. From the
 * graph, or if that has none inside the tree, from imports.
 */
export async function dependenciesOf(segments: readonly ContextSegment[], relations: Relations): Promise<Dependency[]> {
  const lines: Dependency[] = [];
  for (const segment of segments) {
    const names = await relations.dependencyNames(segment);
    const to = names.length > 0 ? names : importedBy(segment);
    if (to.length === 0) continue;
    lines.push({ from: passageName(segment.chunks[0]), to: to.slice(0, MAX_NAMES) });
    if (lines.length === MAX_LINES) break;
  }
  return lines;
}

const importedBy = ({ chunks }: ContextSegment): Dependency['to'] =>
  [...new Set(chunks.flatMap(importsOf).flatMap(importedModule))].map((name) => ({ name, verb: 'imports' }));

const importsOf = ({ metadata: { uses } }: Chunk): string[] => (Array.isArray(uses) ? uses.map(String) : []);

/** The module that an import names: what is in quotes, less its extension, or the path after `from`, `import`, `use`. */
function importedModule(statement: string): string[] {
  const quoted = /["'`<]([^"'`>]+)["'`>]/.exec(statement)?.[1].replace(/\.[a-z]{1,4}$/, '');
  const path =
    quoted ?? /(?:from|import|use|using|require|include)\s+(?:static\s+)?([\w.$:\\/@-]+)/.exec(statement)?.[1];
  const last = path
    ?.split(/[/\\.:]+/)
    .filter((part) => part !== '')
    .at(-1);
  return last ? [last] : [];
}
