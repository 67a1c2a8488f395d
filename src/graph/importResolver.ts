/** Resolves imports: the target of an import, and what a file exports. */
import type { Reference } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { pickDefinition } from './pickDefinition.js';
import { type GraphPlace, placeOf } from './place.js';

/** A unit or a file; for a module that is a folder, its files. */
export interface ImportTarget {
  readonly place?: GraphPlace | undefined;
  readonly paths: readonly string[];
}

/**
 * Files and names visited so far. Files re-export each other in cycles and by many
 * paths: each is visited once.
 */
type Visited = Set<string>;

export class ImportResolver {
  readonly #codebase: Codebase;
  readonly #targets = new Map<Reference, ImportTarget | undefined>();

  readonly #exports = new Map<string, GraphPlace | undefined>();

  constructor(codebase: Codebase) {
    this.#codebase = codebase;
  }

  /** Undefined for an import from outside the tree. */
  async by(reference: Reference, facts: SourceFacts): Promise<ImportTarget | undefined> {
    if (!this.#targets.has(reference)) this.#targets.set(reference, await this.#find(reference, facts, new Set()));
    return this.#targets.get(reference);
  }

  /** What a file exports under this name. */
  async from(path: string, name: string): Promise<GraphPlace | undefined> {
    const key = keyOf(path, name);
    if (!this.#exports.has(key)) this.#exports.set(key, await this.#findExport(path, name, new Set()));
    return this.#exports.get(key);
  }

  async #findExport(path: string, name: string, visited: Visited): Promise<GraphPlace | undefined> {
    const key = keyOf(path, name);
    const facts = visited.has(key) ? undefined : await this.#codebase.factsAt(path);
    if (!facts) return undefined;
    visited.add(key);
    const { docId } = facts.row;
    const units = (facts.named.get(name) ?? []).filter(({ parentId }) => parentId === docId);
    const unit = units.find((candidate) => candidate.name === name) ?? units[0];
    if (unit) return { docId, unit };
    for (const reexport of facts.imports.filter(({ from }) => from === docId)) {
      if (reexport.local === name) {
        const reexported = await this.#find(reexport, facts, visited);
        if (reexported?.place) return reexported.place;
      } else if (reexport.target === '*' && reexport.local === undefined) {
        for (const file of this.#files(reexport.module ?? '', reexport, facts)) {
          const place = await this.#findExport(file, name, visited);
          if (place) return place;
        }
      }
    }
    return undefined;
  }

  /** The definition with this full name, in the same language. */
  async called(full: string, facts: SourceFacts): Promise<NamedDefinition | undefined> {
    const all = await this.#codebase.definitionsCalled(full, facts.row);
    return pickDefinition(
      all.filter((definition) => definition.modules === facts.modules),
      facts.row.path,
    );
  }

  /** Files whose names a wildcard import brings into scope. */
  files(reference: Reference, facts: SourceFacts): readonly string[] {
    return this.#files(reference.module ?? '', reference, facts);
  }

  async #find(reference: Reference, facts: SourceFacts, visited: Visited): Promise<ImportTarget | undefined> {
    const { module = '', target } = reference;
    const paths = this.#files(module, reference, facts);
    const isNamed = target !== '' && target !== '*' && target !== 'default';
    if (facts.modules.namespaces && paths.length === 0) {
      const definition = await this.called(isNamed ? joinModule('.', module, target) : module, facts);
      return definition && { place: placeOf(definition), paths: [] };
    }
    if (!isNamed)
      return paths.length === 0 ? undefined : { place: await this.#wholeModule(paths, reference, visited), paths };
    for (const path of paths) {
      const place = await this.#findExport(path, target, visited);
      if (place) return { place, paths: [] };
    }
    const { separator: joint } = facts.modules;
    const submoduleFiles = joint === undefined ? [] : this.#files(joinModule(joint, module, target), reference, facts);
    const files = submoduleFiles.length > 0 ? submoduleFiles : paths;
    return files.length === 0
      ? undefined
      : { place: await this.#wholeModule(files, reference, visited), paths: submoduleFiles };
  }

  /** A module of one file is that file. A default import may have the name of the definition. */
  async #wholeModule(
    paths: readonly string[],
    { target, local }: Reference,
    visited: Visited,
  ): Promise<GraphPlace | undefined> {
    if (paths.length !== 1) return undefined;
    const [path] = paths;
    const place =
      target === 'default' && local !== undefined ? await this.#findExport(path, local, visited) : undefined;
    const row = this.#codebase.files.row(path);
    return place ?? (row && { docId: row.docId });
  }

  #files(module: string, { from }: Reference, facts: SourceFacts): readonly string[] {
    let nested = 0;
    for (let unit = facts.units.get(from); unit; unit = facts.units.get(unit.parentId))
      if (unit.kind === 'module') nested++;
    return this.#codebase.roots.filesOf(module, { path: facts.row.path, nested }, facts.modules);
  }
}

const keyOf = (path: string, name: string): string => `${path}\0${name}`;

/** `..` and `part` → `..part`: leading dots are no names. */
const joinModule = (joint: string, module: string, name: string): string =>
  module === '' || module.endsWith(joint) ? module + name : module + joint + name;
