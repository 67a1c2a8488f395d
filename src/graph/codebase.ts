/** What resolution reads from an index, cached. Valid for one state of the index (graph.ts). */
import type { CodeLanguage } from '../languages/language.js';
import type { ModuleLookup } from '../languages/modules.js';
import type { ReferenceSyntax } from '../languages/referenceSyntax.js';
import type { IncomingReference, SourceRow, Store, UnitDefinition } from '../store/store.js';
import { isTestPath } from '../text/fileKinds.js';
import { groupBy } from '../text/groupBy.js';
import { lastName } from '../text/lastName.js';
import type { Reference, Unit } from '../types.js';
import { fullNameOf, ownerOf } from './place.js';
import { FileIndex, RootTrees } from './rootTrees.js';

/** What resolution needs of a source. */
export interface SourceFacts {
  readonly row: SourceRow;
  readonly modules: ModuleLookup;
  readonly syntax: ReferenceSyntax;
  readonly units: ReadonlyMap<string, Unit>;
  /** Units by the last part of their names. */
  readonly named: ReadonlyMap<string, readonly Unit[]>;
  readonly references: readonly Reference[];
  /** References by the unit that contains them. */
  readonly byUnit: ReadonlyMap<string, readonly Reference[]>;
  /** Base classes and mixins. */
  readonly bases: readonly Reference[];
  readonly imports: readonly Reference[];
  /** The classes of fields, variables of the file and results of functions, by their local names. */
  readonly declared: ReadonlyMap<string, readonly Reference[]>;
}

/** A definition with its full name, and what a choice between several depends on (pickDefinition.ts). */
export interface NamedDefinition extends UnitDefinition {
  readonly full: string;
  readonly row: SourceRow;
  readonly modules: ModuleLookup | undefined;
  /** Its file is named after it: `user_profile.rb`, `UserProfile.java`. */
  readonly isNamedLikeFile: boolean;
  readonly isTest: boolean;
}

/** All definitions with one last name: hundreds, for a name like `name`. */
interface DefinitionsOfName {
  readonly all: readonly NamedDefinition[];
  readonly byFullName: ReadonlyMap<string, readonly NamedDefinition[]>;
  readonly byOwner: ReadonlyMap<string, readonly NamedDefinition[]>;
}

type LanguageOf = (id: string) => CodeLanguage | undefined;

/**
 * Above so many rows, nothing is kept for the next query: some sixty megabytes. A third of it was too little for rails
 * (357,000 rows): contexts read the same sources again and again, which took twice the time and no less memory.
 */
const MAX_CACHED_ROWS = 300_000;

export class Codebase {
  readonly files: FileIndex;
  readonly roots: RootTrees;
  readonly #store: Store;
  readonly #languageOf: LanguageOf;
  readonly #rows: ReadonlyMap<string, SourceRow>;
  /** Languages that references can lead into: settings and prose are never a target. */
  readonly #languages: readonly string[];
  readonly #facts = new Map<string, Promise<SourceFacts | undefined>>();
  readonly #definitions = new Map<string, Promise<DefinitionsOfName>>();
  #cachedRows = 0;

  private constructor(store: Store, rows: ReadonlyMap<string, SourceRow>, languageOf: LanguageOf) {
    this.#store = store;
    this.#languageOf = languageOf;
    this.files = new FileIndex(rows);
    this.roots = new RootTrees(rows, this.files, store.roots);
    this.#rows = new Map([...rows.values()].map((row) => [row.docId, row]));
    const languages = new Set([...rows.values()].map(({ language }) => language));
    this.#languages = [...languages].filter((id) => languageOf(id)?.modules);
  }

  /** `rows`: all sources of a tree, by path. */
  static async of(store: Store, rows: ReadonlyMap<string, SourceRow>): Promise<Codebase> {
    const { codeLanguage } = await import('../languages/index.js'); // an answer without the graph needs no languages
    return new Codebase(store, rows, codeLanguage);
  }

  /** It holds as much as should be kept beyond a query. */
  get isFull(): boolean {
    return this.#cachedRows > MAX_CACHED_ROWS;
  }

  row(docId: string): SourceRow | undefined {
    return this.#rows.get(docId);
  }

  /** Undefined for a source without references: prose, settings. */
  facts(docId: string): Promise<SourceFacts | undefined> {
    return readCached(this.#facts, docId, () => this.#readFacts(docId));
  }

  async factsAt(path: string): Promise<SourceFacts | undefined> {
    const row = this.files.row(path);
    return row && this.facts(row.docId);
  }

  /** All definitions with this last name, in any file. */
  async definitions(key: string): Promise<readonly NamedDefinition[]> {
    return (await this.#ofName(key)).all;
  }

  /** Definitions that are visible in a source: of its own root, or of a root that it depends on. Full names are visible everywhere. */
  async definitionsFor(key: string, from: SourceRow): Promise<readonly NamedDefinition[]> {
    return this.#visible((await this.#ofName(key)).all, from);
  }

  /** Those of them with this full name. */
  async definitionsCalled(full: string, from: SourceRow): Promise<readonly NamedDefinition[]> {
    const { byFullName } = await this.#ofName(full.slice(full.lastIndexOf('.') + 1));
    return this.#visible(byFullName.get(full) ?? [], from);
  }

  /** Those of them that are inside something with this full name. */
  async membersOf(owner: string, key: string, from: SourceRow): Promise<readonly NamedDefinition[]> {
    return this.#visible((await this.#ofName(key)).byOwner.get(owner) ?? [], from);
  }

  #visible(all: readonly NamedDefinition[], from: SourceRow): readonly NamedDefinition[] {
    return all.filter(({ row, modules }) => modules?.namespaces || this.roots.reaches(from, row));
  }

  #ofName(key: string): Promise<DefinitionsOfName> {
    return readCached(this.#definitions, key, () => this.#readDefinitions(key));
  }

  units(docId: string): Promise<readonly Unit[]> {
    return this.#store.units(docId);
  }

  referencesTo(keys: readonly string[], limit?: number): Promise<readonly IncomingReference[]> {
    return this.#store.referencesTo(keys, limit);
  }

  async #readFacts(docId: string): Promise<SourceFacts | undefined> {
    const row = this.#rows.get(docId);
    const { modules, references: syntax } = (row && this.#languageOf(row.language)) ?? {};
    if (!row || !modules || !syntax) return undefined;
    const [units, references] = await Promise.all([this.#store.units(docId), this.#store.referencesOf(docId)]);
    this.#cachedRows += units.length + references.length;
    return {
      ...{ row, modules, syntax, references },
      named: groupBy(units, ({ name }) => lastName(name)),
      byUnit: groupBy(references, ({ from }) => from),
      bases: references.filter(({ verb }) => verb === 'inherits' || verb === 'includes'),
      units: new Map(units.map((unit) => [unit.id, unit])),
      imports: references.filter(({ verb }) => verb === 'imports'),
      declared: groupBy(
        references.filter(({ verb, local }) => verb === 'reads' && local !== undefined),
        ({ local = '' }) => local,
      ),
    };
  }

  async #readDefinitions(key: string): Promise<DefinitionsOfName> {
    const units = await this.#store.definitions([key], this.#languages);
    this.#cachedRows += units.length;
    const all = units.flatMap((unit): NamedDefinition[] => {
      const row = this.#rows.get(unit.docId);
      if (!row) return [];
      const full = fullNameOf(unit.id, row);
      const isNamedLikeFile = normalisedName(row.path.replace(/^.*\/|\.\w+$/g, '')) === normalisedName(unit.name);
      const { modules } = this.#languageOf(row.language) ?? {};
      return [{ ...unit, row, modules, full, isNamedLikeFile, isTest: isTestPath(row.path) }];
    });
    return {
      all,
      byFullName: groupBy(all, ({ full }) => full),
      byOwner: groupBy(all, ({ full }) => ownerOf(full)),
    };
  }
}

const normalisedName = (name: string): string =>
  (name.split(/[.:]+/).at(-1) ?? name).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A failed read is not cached. */
function readCached<T>(cache: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const cachedRead = cache.get(key);
  if (cachedRead) return cachedRead;
  const reading = read();
  cache.set(key, reading);
  reading.catch(() => cache.delete(key));
  return reading;
}

/** The units that contain a reference, innermost first. */
export function scopesOf({ from, verb }: Reference, { units }: SourceFacts): Unit[] {
  const scopes: Unit[] = [];
  const innermost = units.get(from);
  const isBase = (verb === 'inherits' || verb === 'includes') && innermost; // bases of a class are resolved outside of it
  for (let unit = isBase ? units.get(innermost.parentId) : innermost; unit; unit = units.get(unit.parentId))
    scopes.push(unit);
  return scopes;
}
