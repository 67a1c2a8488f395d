/**
 * What belongs to a class: its methods and inner classes, and the fields that it declares; in the
 * class itself, where it is reopened, or in its bases.
 */
import { folderOf } from '../text/folders.js';
import type { Reference, Unit } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { pickDefinition } from './pickDefinition.js';
import { fullNameOf, type GraphPlace, idOf, isClass, isFunction, ownerOf, placeOf } from './place.js';

/** A reference to the class of a field, of a variable or of what a function returns, with its source. */
export interface DeclaredReference {
  readonly reference: Reference;
  readonly facts: SourceFacts;
}

/** The class that a base means. */
type ResolveBase = (reference: Reference, facts: SourceFacts) => Promise<GraphPlace | undefined>;

export class Members {
  readonly #codebase: Codebase;
  readonly #resolveBase: ResolveBase;

  constructor(codebase: Codebase, resolveBase: ResolveBase) {
    this.#codebase = codebase;
    this.#resolveBase = resolveBase;
  }

  /** A method or an inner class. */
  async find(
    owner: GraphPlace,
    name: string,
    facts: SourceFacts,
    basesOnly: boolean,
    visited: Set<string> = new Set(), // bases may share bases, and be cyclic
  ): Promise<GraphPlace | undefined> {
    const { unit, docId } = owner;
    const row = this.#codebase.row(docId);
    if (!unit || !row || visited.has(unit.id)) return undefined;
    visited.add(unit.id);
    const full = fullNameOf(unit.id, row);
    if (!basesOnly) {
      const all = (await this.#codebase.membersOf(full, name, row)).filter(
        (definition) => definition.modules === facts.modules,
      );
      // Functions of one name inside a function are of different objects: no overloads.
      if (isFunction(unit) && all.filter(({ parentId }) => parentId === unit.id).length > 1) return undefined;
      const ownMember =
        all.find(({ parentId }) => parentId === unit.id) ?? all.find((definition) => definition.docId === docId);
      const found = placeOf(ownMember ?? pickDefinition(relatedDefinitions(all, row.path, facts), row.path));
      if (found) return found;
    }
    for (const base of await this.#bases(owner, full)) {
      const found = await this.find(base, name, facts, false, visited);
      if (found) return found;
    }
    return undefined;
  }

  /** Of a class, of a function (`()`: what it returns), or of a file, if there is no unit. */
  async declared(
    docId: string,
    unit: Unit | undefined,
    name: string,
    visited: Set<string> = new Set(),
  ): Promise<DeclaredReference | undefined> {
    const row = this.#codebase.row(docId);
    if (!row) return undefined;
    const full = unit ? fullNameOf(unit.id, row) : '';
    if (visited.has(full)) return undefined;
    visited.add(full);
    const others = unit && isClass(unit) ? await this.#codebase.definitionsCalled(full, row) : [];
    for (const id of new Set([docId, ...others.map((other) => other.docId)])) {
      const facts = await this.#codebase.facts(id);
      const isOwner = (from: string): boolean => (unit && facts ? fullNameOf(from, facts.row) === full : from === id);
      const candidates = [
        ...(facts?.declared.get(name) ?? []),
        ...(facts?.bases.filter(({ key }) => key === name) ?? []), // an embedded struct is a field with its own name
      ];
      const reference = candidates.find(({ from }) => from === unit?.id || isOwner(from));
      if (reference && facts) return { reference, facts };
    }
    const bases = unit && isClass(unit) ? await this.#bases({ docId, unit }, full) : [];
    for (const base of bases) {
      const found = await this.declared(base.docId, base.unit, name, visited);
      if (found) return found;
    }
    return undefined;
  }

  /** Does the class of a method inherit from this one, directly or not? */
  async isOwnedByKindOf({ docId, unit }: GraphPlace, base: GraphPlace): Promise<boolean> {
    const row = this.#codebase.row(docId);
    const owner = row && unit ? ownerOf(fullNameOf(unit.id, row)) : '';
    const classes = row && owner !== '' ? await this.#codebase.definitionsCalled(owner, row) : [];
    return this.isKindOf(
      classes.map((one) => placeOf(one)),
      base,
    );
  }

  /** Does one of these classes inherit from this one, directly or not? */
  async isKindOf(classes: readonly GraphPlace[], base: GraphPlace): Promise<boolean> {
    const open = [...classes];
    const visited = new Set<string>();
    for (let place = open.pop(); place; place = open.pop()) {
      const at = this.#codebase.row(place.docId);
      if (!place.unit || !at || visited.has(idOf(place))) continue;
      if (idOf(place) === idOf(base)) return true;
      visited.add(idOf(place));
      open.push(...(await this.#bases(place, fullNameOf(place.unit.id, at))));
    }
    return false;
  }

  async #bases({ docId, unit }: GraphPlace, full: string): Promise<GraphPlace[]> {
    const facts = await this.#codebase.facts(docId);
    if (!facts || !unit) return [];
    const bases: GraphPlace[] = [];
    for (const reference of facts.bases) {
      if (reference.from !== unit.id && fullNameOf(reference.from, facts.row) !== full) continue;
      const base = await this.#resolveBase(reference, facts);
      if (base?.unit) bases.push(base);
    }
    return bases;
  }
}

/** Without namespaces, definitions of the same name in different folders are unrelated. */
function relatedDefinitions(
  all: readonly NamedDefinition[],
  path: string,
  { modules, syntax }: SourceFacts,
): readonly NamedDefinition[] {
  if (modules.namespaces || syntax.reach === 'tree') return all;
  return all.filter((definition) => folderOf(definition.row.path) === folderOf(path));
}
