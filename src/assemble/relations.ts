/** What the graph knows of a segment: how many lean on it, and on whom it leans. */
import type { Graph, GraphEdge } from '../graph/graph.js';
import type { GraphPlace } from '../graph/place.js';
import type { Store } from '../store/store.js';
import type { Unit, Verb } from '../types.js';
import type { ContextSegment } from './segments.js';

export interface NamedDependency {
  readonly name: string;
  readonly verb: Verb;
}

/** What is made of it says more than what it calls, and that more than what it names. */
const ORDER: readonly Verb[] = [
  ...(['inherits', 'includes', 'belongs_to', 'has_many', 'has_one', 'creates', 'triggers', 'calls'] as const),
  ...(['delegates', 'writes', 'reads', 'imports'] as const),
];

/** A method called `get` is mentioned everywhere; an answer does not wait for all of it to be looked through. */
const MOST_FOLLOWED = 60;

export class Relations {
  readonly #store: Store;
  readonly #graph: Graph;
  /** How many mentions may still be followed to count dependents. */
  #left = MOST_FOLLOWED;
  /** By the first and the last chunk of a segment: asked again, the answer is the same. */
  readonly #dependents = new Map<string, number | undefined>();

  constructor(store: Store, graph: Graph) {
    this.#store = store;
    this.#graph = graph;
  }

  /** Places that lean on it; undefined where nobody can know (prose, settings), and where finding out would take too long. */
  async countDependents(segment: ContextSegment): Promise<number | undefined> {
    const { chunks } = segment;
    const key = `${chunks[0].id}\0${chunks[chunks.length - 1].id}`;
    if (!this.#dependents.has(key)) this.#dependents.set(key, await this.#countDependents(segment));
    return this.#dependents.get(key);
  }

  async #countDependents(segment: ContextSegment): Promise<number | undefined> {
    if (!this.#isCode(segment)) return undefined;
    const from = new Set<string>();
    for (const place of await this.#places(segment)) {
      const found = await this.#graph.dependents(place, this.#left);
      if (!found) return undefined;
      this.#left -= found.mentions;
      for (const id of found.ids) from.add(id);
    }
    return from.size;
  }

  /** Each once, by the verb that says most. */
  async dependencyNames(segment: ContextSegment): Promise<readonly NamedDependency[]> {
    const once = new Map<string, NamedDependency>();
    for (const { to, verb } of await this.dependencies(segment)) {
      const name = this.#graph.shortNameOf(to);
      if (!once.has(name)) once.set(name, { name, verb });
    }
    return [...once.values()];
  }

  /** What it leans on outside of itself, what says most first. */
  async dependencies(segment: ContextSegment): Promise<readonly GraphEdge[]> {
    if (!this.#isCode(segment)) return [];
    const edges: GraphEdge[] = [];
    for (const place of await this.#places(segment)) edges.push(...(await this.#graph.callees(place)));
    return edges
      .filter(({ to }) => to.unit !== undefined || to.docId !== segment.chunks[0].docId)
      .sort((a, b) => ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb));
  }

  #isCode({ chunks: [first] }: ContextSegment): boolean {
    return first.sourceType === 'code';
  }

  /** The units that a segment shows whole; or else the one that it is a part of, or the source. */
  async #places({ chunks }: ContextSegment): Promise<readonly GraphPlace[]> {
    const { docId, charStart } = chunks[0];
    const { charEnd } = chunks[chunks.length - 1];
    const units = await this.#store.units(docId);
    const shown = units.filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd);
    const ids = new Set(shown.map(({ id }) => id));
    const whole = shown.filter(({ parentId }) => !ids.has(parentId));
    if (whole.length > 0) return whole.map((unit) => ({ docId, unit }));
    const around = units.filter((unit) => unit.charStart <= charStart && unit.charEnd >= charEnd);
    const innermost: Unit | undefined = around.at(-1); // from the top down
    return [innermost ? { docId, unit: innermost } : { docId }];
  }
}
