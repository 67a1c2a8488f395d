/**
 * The dependency graph of an index.
 *
 *     const graph = await Graph.of(store);
 *     await graph.callers(place);   // App.run calls Client.send, at src/app.py:12
 */
import type { SourceRow, Store } from '../store/store.js';
import { folderOf } from '../text/folders.js';
import { lastName } from '../text/lastName.js';
import type { Reference, Unit, Verb } from '../types.js';
import { Codebase, type SourceFacts } from './codebase.js';
import { anchorOf, fullNameOf, type GraphPlace, idOf, isFunction, ownerOf } from './place.js';
import { NO_EDGE, Resolver } from './resolver.js';

export interface GraphEdge {
  readonly from: GraphPlace;
  readonly to: GraphPlace;
  readonly verb: Verb;
  /** The first line that refers to it, in the source of `from`. */
  readonly line: number;
}

export interface CallSite {
  readonly docId: string;
  readonly line: number;
}

/** By the sources of a tree, which a store returns anew after a write: queries between two writes share a graph. */
const graphs = new WeakMap<ReadonlyMap<string, SourceRow>, Graph>();

export class Graph {
  readonly #codebase: Codebase;
  readonly #resolver: Resolver;

  private constructor(codebase: Codebase) {
    this.#codebase = codebase;
    this.#resolver = new Resolver(codebase);
  }

  /** For the current state of the index. */
  static async of(store: Store, tree = 'main'): Promise<Graph> {
    const sources = await store.sources(tree);
    const cached = graphs.get(sources);
    if (cached && !cached.#codebase.isFull) return cached;
    const graph = new Graph(await Codebase.of(store, sources));
    graphs.set(sources, graph);
    return graph;
  }

  pathOf({ docId }: GraphPlace): string {
    return this.#codebase.row(docId)?.path ?? docId;
  }

  /** Empty without a workspace. */
  rootOf({ docId }: GraphPlace): { readonly root?: string } {
    const root = this.#codebase.row(docId)?.metadata.root;
    return typeof root === 'string' ? { root } : {};
  }

  /** `Client.send`, with its namespace where it has one; the path of a source. */
  nameOf(place: GraphPlace): string {
    const row = this.#codebase.row(place.docId);
    return row && place.unit ? fullNameOf(place.unit.id, row) : this.pathOf(place);
  }

  /** The same without its namespace; a source by its file's name. */
  shortNameOf(place: GraphPlace): string {
    if (place.unit) return anchorOf(place.unit.id, place.docId);
    return this.pathOf(place)
      .replace(/^.*\//, '')
      .replace(/\.\w+$/, '');
  }

  /** Outgoing edges of a place and everything inside it, in source order; with a verb, only those. */
  async callees(place: GraphPlace, verb?: Verb): Promise<readonly GraphEdge[]> {
    const facts = await this.#codebase.facts(place.docId);
    if (!facts) return [];
    const inside = await this.#inside(place);
    const references = facts.references.filter(
      (reference) => inside.has(reference.from) && (verb === undefined || reference.verb === verb),
    );
    const edges = new Edges();
    for (const reference of references) await this.#edge(reference, facts, edges, (to) => !inside.has(to));
    return edges.all;
  }

  /** Incoming edges of a place and everything inside it, by source; not `deep`: of the place alone. */
  async callers(place: GraphPlace, deep = true): Promise<readonly GraphEdge[]> {
    const inside = deep ? await this.#inside(place) : new Map([[idOf(place), place.unit]]);
    const keys = new Set([
      ...[...inside.values()].map((unit) => unit && lastName(unit.name)),
      ...this.#moduleKeys(place),
    ]);
    const names = [...keys].filter((key) => key !== undefined);
    const rows = await this.#codebase.referencesTo(names);
    return this.#edgesTo(inside, keys, new Set(rows.map(({ docId }) => docId)));
  }

  /** Calls by the name of a function whose target is unknown, by source: each may be of this one. */
  async unresolvedCalls({ docId, unit }: GraphPlace): Promise<readonly CallSite[]> {
    const own = unit && isFunction(unit) ? await this.#codebase.facts(docId) : undefined;
    if (!unit || !own) return [];
    const key = lastName(unit.name);
    const isMethod = unit.kind === 'method' || key !== unit.name;
    const rows = await this.#codebase.referencesTo([key]);
    const sites: CallSite[] = [];
    for (const source of [...new Set(rows.map((row) => row.docId))].sort()) {
      const facts = await this.#codebase.facts(source);
      if (facts?.modules !== own.modules) continue;
      // `open(path)` is no method, unless the language lets one leave out `self`.
      const mayCall = ({ target }: Reference): boolean =>
        !isMethod || facts.syntax.implicitSelf === true || target.includes('.');
      for (const reference of facts.references) {
        if (reference.key !== key || reference.verb !== 'calls' || !mayCall(reference)) continue;
        const found = await this.#resolver.resolve(reference, facts);
        if (found === undefined || (await this.#mayBeOf(found, { docId, unit }, facts)))
          sites.push({ docId: source, line: reference.line });
      }
    }
    return sites;
  }

  /** The class of the receiver is known, but not this method of it: it may be an interface that the owner of a method implements. */
  async #mayBeOf(
    found: (GraphPlace & { readonly verb: Verb }) | typeof NO_EDGE,
    method: GraphPlace,
    { syntax }: SourceFacts,
  ): Promise<boolean> {
    if (found === NO_EDGE || found.verb !== 'reads' || !found.unit) return false;
    if (await this.#resolver.isOwnedByKindOf(method, found)) return true;
    const of = syntax.implicitInterfaces ? await this.#codebase.facts(found.docId) : undefined;
    const full = of && fullNameOf(found.unit.id, of.row);
    return of !== undefined && ![...of.units.values()].some(({ id }) => ownerOf(fullNameOf(id, of.row)) === full);
  }

  /** The dependents of a place, without those of its members; undefined if it is mentioned more than `limit` times. */
  async dependents(
    place: GraphPlace,
    limit: number,
  ): Promise<{ readonly ids: readonly string[]; readonly mentions: number } | undefined> {
    const inside = new Map([[idOf(place), place.unit]]);
    const keys = new Set(place.unit ? [lastName(place.unit.name)] : this.#moduleKeys(place));
    const rows = await this.#codebase.referencesTo([...keys], limit + 1);
    if (rows.length > limit) return undefined;
    const sources = new Set(rows.map(({ docId }) => docId));
    const edges = await this.#edgesTo(inside, keys, sources);
    const ids = edges.filter(({ verb }) => verb !== 'imports').map(({ from }) => idOf(from));
    return { ids, mentions: rows.length };
  }

  async #edgesTo(
    inside: ReadonlyMap<string, unknown>,
    keys: ReadonlySet<string | undefined>,
    sources: ReadonlySet<string>,
  ): Promise<readonly GraphEdge[]> {
    const edges = new Edges();
    for (const docId of [...sources].sort()) {
      const facts = await this.#codebase.facts(docId);
      for (const reference of facts?.references ?? []) {
        if (!facts || !keys.has(reference.key) || inside.has(reference.from)) continue;
        await this.#edge(reference, facts, edges, (to) => inside.has(to));
      }
    }
    return edges.all;
  }

  async #edge(reference: Reference, facts: SourceFacts, edges: Edges, accepts: (id: string) => boolean): Promise<void> {
    const to = await this.#resolver.resolve(reference, facts);
    if (!to || to === NO_EDGE || !accepts(idOf(to))) return;
    // A field that a function makes: the call is a reference of its own.
    if (reference.verb === 'reads' && reference.local !== undefined && to.unit && isFunction(to.unit)) return;
    const unit = facts.units.get(reference.from);
    const from = { docId: facts.row.docId, ...(unit ? { unit } : {}) };
    edges.add({
      from,
      to: { docId: to.docId, ...(to.unit ? { unit: to.unit } : {}) },
      verb: to.verb,
      line: reference.line,
    });
  }

  /** A place with everything inside it, by id. */
  async #inside({ docId, unit }: GraphPlace): Promise<ReadonlyMap<string, Unit | undefined>> {
    const units = await this.#codebase.units(docId);
    if (!unit) return new Map([[docId, undefined], ...units.map((inner) => [inner.id, inner] as const)]);
    const inside = new Map<string, Unit>([[unit.id, unit]]);
    for (const inner of units) if (inside.has(inner.parentId)) inside.set(inner.id, inner); // from the top down
    return inside;
  }

  /** Names by which an import may refer to a source: its file name, or its folder. */
  #moduleKeys({ docId, unit }: GraphPlace): string[] {
    const path = this.#codebase.row(docId)?.path;
    if (unit || path === undefined) return [];
    const stem = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
    return [stem, stem.replace(/\.\w+$/, ''), lastName(folderOf(path)), ''];
  }
}

/** `lib.rs#Client@2` → `lib.rs#Client`: a reopened class is the same. */
const withoutOrdinals = (id: string): string => id.replace(/@\d+(?=\.|$)/g, '');

/** Distinct edges, with the first line of each. */
class Edges {
  readonly #byEnds = new Map<string, GraphEdge>();

  add(edge: GraphEdge): void {
    const ends = `${idOf(edge.from)}\0${idOf(edge.to)}\0${edge.verb}`;
    if (!this.#byEnds.has(ends)) this.#byEnds.set(ends, edge);
  }

  /** Without `reads` edges that another verb implies; in `Client.open()`, the read of Client. */
  get all(): readonly GraphEdge[] {
    const edges = [...this.#byEnds.values()];
    const ends = ({ from, to }: GraphEdge): string => `${idOf(from)}\0${idOf(to)}`;
    const others = new Set(edges.filter(({ verb }) => verb !== 'reads').map(ends));
    const owners = new Set(
      edges.map(({ from, to, line }) => `${line}\0${idOf(from)}\0${to.unit && withoutOrdinals(to.unit.parentId)}`),
    );
    return edges.filter(
      (edge) => edge.verb !== 'reads' || !(others.has(ends(edge)) || owners.has(`${edge.line}\0${ends(edge)}`)),
    );
  }
}
