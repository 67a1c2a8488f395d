/** What an import brings in, and what a file offers to those that import it. */
import type { Reference } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { pickDefinition } from './pickDefinition.js';
import { type GraphPlace, placeOf } from './place.js';

/** A unit or a file; or, where a module is a folder, its files. */
export interface ImportTarget {
  readonly place?: GraphPlace | undefined;
  readonly paths: readonly string[];
}

/**
 * What has been asked on the way to an answer, file and name. Files hand on to
 * each other in circles and by many ways: each is asked once.
 */
type Asked = Set<string>;

export class ImportResolver {
  readonly #codebase: Codebase;
  readonly #brought = new Map<Reference, ImportTarget | undefined>();

  readonly #offered = new Map<string, GraphPlace | undefined>();

  constructor(codebase: Codebase) {
    this.#codebase = codebase;
  }

  /** Undefined when it comes from outside the tree. */
  async by(reference: Reference, facts: SourceFacts): Promise<ImportTarget | undefined> {
    if (!this.#brought.has(reference)) this.#brought.set(reference, await this.#find(reference, facts, new Set()));
    return this.#brought.get(reference);
  }

  /** What others get who import `name` from a file. */
  async from(path: string, name: string): Promise<GraphPlace | undefined> {
    const key = keyOf(path, name);
    if (!this.#offered.has(key)) this.#offered.set(key, await this.#offer(path, name, new Set()));
    return this.#offered.get(key);
  }

  async #offer(path: string, name: string, asked: Asked): Promise<GraphPlace | undefined> {
    const key = keyOf(path, name);
    const facts = asked.has(key) ? undefined : await this.#codebase.factsAt(path);
    if (!facts) return undefined;
    asked.add(key);
    const { docId } = facts.row;
    const units = (facts.named.get(name) ?? []).filter(({ parentId }) => parentId === docId);
    const unit = units.find((one) => one.name === name) ?? units[0];
    if (unit) return { docId, unit };
    for (const handedOn of facts.imports.filter(({ from }) => from === docId)) {
      if (handedOn.local === name) {
        const brought = await this.#find(handedOn, facts, asked);
        if (brought?.place) return brought.place;
      } else if (handedOn.target === '*' && handedOn.local === undefined) {
        for (const file of this.#files(handedOn.module ?? '', handedOn, facts)) {
          const place = await this.#offer(file, name, asked);
          if (place) return place;
        }
      }
    }
    return undefined;
  }

  /** Whatever has this full name, in a language that sees it. */
  async called(full: string, facts: SourceFacts): Promise<NamedDefinition | undefined> {
    const key = full.slice(full.lastIndexOf('.') + 1);
    const all = (await this.#codebase.definitions(key)).filter((known) => known.modules === facts.modules);
    return pickDefinition(
      all.filter((known) => known.full === full),
      facts.row.path,
    );
  }

  /** Files that an import brings everything of into scope. */
  files(reference: Reference, facts: SourceFacts): readonly string[] {
    return this.#files(reference.module ?? '', reference, facts);
  }

  async #find(reference: Reference, facts: SourceFacts, asked: Asked): Promise<ImportTarget | undefined> {
    const { module = '', target } = reference;
    const paths = this.#files(module, reference, facts);
    const named = target !== '' && target !== '*' && target !== 'default';
    if (facts.modules.namespaces && paths.length === 0) {
      const known = await this.called(named ? joinedBy('.', module, target) : module, facts);
      return known && { place: placeOf(known), paths: [] };
    }
    if (!named) return paths.length === 0 ? undefined : { place: await this.#whole(paths, reference, asked), paths };
    for (const path of paths) {
      const place = await this.#offer(path, target, asked);
      if (place) return { place, paths: [] };
    }
    const { joint } = facts.modules;
    const below = joint === undefined ? [] : this.#files(joinedBy(joint, module, target), reference, facts);
    const found = below.length > 0 ? below : paths;
    return found.length === 0 ? undefined : { place: await this.#whole(found, reference, asked), paths: below };
  }

  /** A module that is one file is that file. What is imported without a name may be called like the definition it is. */
  async #whole(paths: readonly string[], { target, local }: Reference, asked: Asked): Promise<GraphPlace | undefined> {
    if (paths.length !== 1) return undefined;
    const [path] = paths;
    const place = target === 'default' && local !== undefined ? await this.#offer(path, local, asked) : undefined;
    const row = this.#codebase.files.row(path);
    return place ?? (row && { docId: row.docId });
  }

  #files(module: string, { from }: Reference, facts: SourceFacts): readonly string[] {
    let nested = 0;
    for (let unit = facts.units.get(from); unit; unit = facts.units.get(unit.parentId))
      if (unit.kind === 'module') nested++;
    return facts.modules.files(module, { path: facts.row.path, nested }, this.#codebase.files);
  }
}

const keyOf = (path: string, name: string): string => `${path}\0${name}`;

/** `..` and `part` → `..part`: dots that say how far up are no names to be joined to. */
const joinedBy = (joint: string, module: string, name: string): string =>
  module === '' || module.endsWith(joint) ? module + name : module + joint + name;
