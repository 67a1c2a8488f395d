/**
 * A reference → the definition that is meant, or nothing.
 *
 *     client.send(message)      client: imported? defined here? in the folder, the namespace, the tree?
 *            ~~~~               send: a member of what that is, its bases included
 *
 * Where the first name is a variable, nobody says what is in it. Then a method of
 * that name is looked for in classes that are called like the variable, else in
 * those that the same unit speaks of; each time it must be the only one. What is imported from outside the tree is never looked for inside it.
 */
import type { Reference, Unit, Verb } from '../types.js';
import { choose } from './choose.js';
import type { Codebase, Facts, Known } from './codebase.js';
import { folderOf } from './files.js';
import { fullNameOf, ownerOf } from './fullName.js';
import { Imported } from './imported.js';
import { isCalledLike, isCommon, isTelling } from './likely.js';
import { idOf, isClass, type Place, placeOf } from './place.js';

export interface Resolved extends Place {
  readonly verb: Verb;
}

/** What the first names of a target stand for, and how many of them. */
interface Start {
  readonly place?: Place | undefined;
  /** A module that is a folder. */
  readonly paths: readonly string[];
  readonly used: number;
  /** It is the object itself that speaks. */
  readonly self?: boolean;
}

const OUTSIDE = 'outside';
/** Bases of bases: deeper than this nobody inherits. */
const DEEPEST = 8;

/** What is worked out once for many questions. */
interface Shared {
  readonly codebase: Codebase;
  readonly imported: Imported;
  /** The classes that a unit makes, takes or names. */
  readonly spoken: Map<string, readonly Place[]>;
}

/** Answers each question once. */
export class Resolver {
  readonly #shared: Shared;
  readonly #resolved = new Map<Reference, Resolved | undefined>();

  constructor(codebase: Codebase) {
    this.#shared = { codebase, imported: new Imported(codebase), spoken: new Map() };
  }

  async resolve(reference: Reference, facts: Facts): Promise<Resolved | undefined> {
    if (this.#resolved.has(reference)) return this.#resolved.get(reference);
    const found = await new Resolution(this.#shared).of(reference, facts);
    this.#resolved.set(reference, found);
    return found;
  }
}

/** One question, with those that it leads to. */
class Resolution {
  readonly #shared: Shared;
  readonly #codebase: Codebase;
  readonly #imported: Imported;
  /** Being worked on: a class may seem to inherit from what it encloses. */
  readonly #open = new Set<Reference>();

  constructor(shared: Shared) {
    this.#shared = shared;
    this.#codebase = shared.codebase;
    this.#imported = shared.imported;
  }

  async of(reference: Reference, facts: Facts): Promise<Resolved | undefined> {
    if (this.#open.has(reference)) return undefined;
    this.#open.add(reference);
    const found = await this.#find(reference, facts);
    this.#open.delete(reference);
    return found;
  }

  async #find(reference: Reference, facts: Facts): Promise<Resolved | undefined> {
    const { verb, from } = reference;
    if (verb === 'imports') {
      const brought = await this.#imported.by(reference, facts);
      return brought?.place && { ...brought.place, verb };
    }
    const found = await this.#named(reference, facts);
    if (!found || this.#isSelf(found, from, facts)) return undefined;
    return found.verb === 'calls' && found.unit && isClass(found.unit) ? { ...found, verb: 'creates' } : found;
  }

  /** A class that is opened again does not lean on itself. */
  #isSelf({ docId, unit }: Place, from: string, { row }: Facts): boolean {
    return unit !== undefined && docId === row.docId && fullNameOf(unit.id, row) === fullNameOf(from, row);
  }

  async #named(reference: Reference, facts: Facts): Promise<Resolved | undefined> {
    const said = await this.#said(reference, facts);
    return said === OUTSIDE ? undefined : (said ?? this.#guessed(reference, facts));
  }

  /** What the names lead to, one after the other; undefined where the first is a variable. */
  async #said(reference: Reference, facts: Facts): Promise<Resolved | typeof OUTSIDE | undefined> {
    const { target, verb } = reference;
    const parts = target.split('.');
    const start = await this.#start(parts, reference, facts);
    if (start === OUTSIDE || !start) return start;
    let { place, paths } = start;
    for (let i = start.used; i < parts.length; i++) {
      const next = await this.#inside({ place, paths }, parts[i], facts, start.self === true && parts[0] === 'super');
      if (!next) {
        if (start.self || (place?.unit && !isClass(place.unit))) return undefined;
        return place && { ...place, verb: 'reads' }; // something of it, that is no unit
      }
      [place, paths] = [next, []];
    }
    return place && { ...place, verb };
  }

  async #start(
    parts: readonly string[],
    reference: Reference,
    facts: Facts,
  ): Promise<Start | typeof OUTSIDE | undefined> {
    const [first] = parts;
    const scopes = scopesOf(reference, facts);
    if (first === '?' || first === '') return undefined;
    if (facts.syntax.self.includes(first)) {
      const unit = scopes.find(isClass) ?? scopes.find(({ kind }) => kind === 'module');
      return unit && parts.length > 1
        ? { place: { docId: facts.row.docId, unit }, paths: [], used: 1, self: true }
        : undefined;
    }
    const local = this.#local(first, scopes, facts);
    if (local) return { place: { docId: facts.row.docId, unit: local }, paths: [], used: 1 };
    for (let used = parts.length; used > 0; used--) {
      const name = parts.slice(0, used).join('.');
      const row = facts.imports.find((one) => one.local === name);
      if (!row) continue;
      const brought = await this.#imported.by(row, facts);
      return brought ? { ...brought, used } : OUTSIDE;
    }
    const place = await this.#unimported(parts, scopes, facts);
    if (place) return place;
    return parts.length > 1 && /^\p{Lu}/u.test(first) ? OUTSIDE : undefined;
  }

  /** Defined in this file, and to be seen from where it is said. */
  #local(name: string, scopes: readonly Unit[], { named, row, units, syntax }: Facts): Unit | undefined {
    const all = named.get(name) ?? [];
    for (const scope of scopes) {
      if (isClass(scope) && !syntax.implicitSelf) continue;
      const inner = all.find(({ parentId }) => parentId === scope.id);
      if (inner) return inner;
    }
    const isOuter = ({ parentId }: Unit): boolean =>
      parentId === row.docId || (syntax.reach !== 'file' && units.get(parentId)?.kind === 'module');
    return all.find((unit) => unit.name === name && isOuter(unit));
  }

  /** Seen without being imported by name. */
  async #unimported(parts: readonly string[], scopes: readonly Unit[], facts: Facts): Promise<Start | undefined> {
    const [first] = parts;
    const { syntax, modules, row } = facts;
    const startAt = (known: Known | Unit | undefined, used: number): Start | undefined =>
      known && { place: { docId: 'docId' in known ? known.docId : row.docId, unit: known }, paths: [], used };
    const around = scopes.find(isClass);
    if (syntax.implicitSelf && around && parts.length === 1) {
      const member = await this.#member({ docId: row.docId, unit: around }, first, facts, false);
      if (member) return { place: member, paths: [], used: 1 };
    }
    if (modules.namespaces || syntax.reach === 'tree') {
      for (const space of this.#spaces(scopes, facts))
        for (let used = parts.length; used > 0; used--) {
          const path = parts.slice(0, used).join('.');
          const known = await this.#imported.called(space === '' ? path : `${space}.${path}`, facts);
          if (known) return startAt(known, used);
        }
    }
    for (const all of facts.imports.filter(({ target, local }) => target === '*' && local === undefined))
      for (const path of this.#imported.files(all, facts)) {
        const place = await this.#imported.from(path, first);
        if (place) return { place, paths: [], used: 1 };
      }
    if (syntax.reach === 'file') return undefined;
    const all = (await this.#codebase.definitions(first)).filter(
      (known) => known.modules === modules && known.name === first,
    );
    const folder = folderOf(row.path);
    const near = all.filter((known) => folderOf(known.row.path) === folder && known.depth <= 1);
    if (near.length > 0 || syntax.reach === 'folder') return startAt(choose(near, row.path), 1);
    return startAt(
      choose(
        all.filter(({ full }) => full === first),
        row.path,
      ),
      1,
    );
  }

  /** Where names are looked for, from the inside out: `A.B`, `A`, everywhere; then what is imported as a whole. */
  #spaces(scopes: readonly Unit[], { row, imports, modules }: Facts): string[] {
    const here = scopes[0] ? fullNameOf(scopes[0].id, row) : String(row.metadata.namespace ?? '');
    const spaces: string[] = [];
    for (let space = here; space !== ''; space = ownerOf(space)) spaces.push(space);
    const whole = imports.filter(({ target, local }) => target === '*' && local === undefined);
    return [...spaces, ...(modules.namespaces ? whole.map(({ module = '' }) => module) : []), ''];
  }

  /** What is called `name` in a place. */
  async #inside(
    { place, paths }: Pick<Start, 'place' | 'paths'>,
    name: string,
    facts: Facts,
    basesOnly: boolean,
  ): Promise<Place | undefined> {
    if (place?.unit) return this.#member(place, name, facts, basesOnly);
    const files = paths.length > 0 ? paths : [this.#codebase.row(place?.docId ?? '')?.path ?? ''];
    for (const path of files) {
      const found = await this.#imported.from(path, name);
      if (found) return found;
    }
    const { joint } = facts.modules;
    if (joint === undefined || files.length !== 1) return undefined;
    const [path] = this.#below(files[0], name);
    const row = path === undefined ? undefined : this.#codebase.files.row(path);
    return row && { docId: row.docId };
  }

  /** `pkg.part` where `pkg` is a folder with a file of its own. */
  #below(path: string, name: string): readonly string[] {
    const folder = folderOf(path);
    return this.#codebase.files.in(folder).filter((file) => file.replace(/^.*\/|\.\w+$/g, '') === name);
  }

  /** A method or an inner class: in the class itself, where it is opened again, or in its bases. */
  async #member(of: Place, name: string, facts: Facts, basesOnly: boolean, depth = 0): Promise<Place | undefined> {
    const { unit, docId } = of;
    const row = this.#codebase.row(docId);
    if (!unit || !row || depth > DEEPEST) return undefined;
    const full = fullNameOf(unit.id, row);
    if (!basesOnly) {
      const all = (await this.#codebase.definitions(name)).filter(
        (known) => known.modules === facts.modules && ownerOf(known.full) === full,
      );
      const own = all.find(({ parentId }) => parentId === unit.id) ?? all.find((known) => known.docId === docId);
      const found = placeOf(own ?? choose(near(all, row.path, facts), row.path));
      if (found) return found;
    }
    for (const base of await this.#bases(of, full)) {
      const found = await this.#member(base, name, facts, false, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  async #bases({ docId, unit }: Place, full: string): Promise<Place[]> {
    const facts = await this.#codebase.facts(docId);
    if (!facts || !unit) return [];
    const bases: Place[] = [];
    for (const reference of facts.bases) {
      if (reference.from !== unit.id && fullNameOf(reference.from, facts.row) !== full) continue;
      const base = await this.of(reference, facts);
      if (base?.unit) bases.push(base);
    }
    return bases;
  }

  /** A method of something that nobody names: the only one it can be, or none. */
  async #guessed(reference: Reference, facts: Facts): Promise<Resolved | undefined> {
    const { key, target, from, verb } = reference;
    if (verb !== 'calls' || !target.includes('.')) return undefined;
    const methods = (await this.#codebase.definitions(key)).filter(
      (known) => known.modules === facts.modules && !isClass(known) && ownerOf(known.full) !== '',
    );
    if (methods.length === 0) return undefined;
    const receiver = target.split('.').at(-2) ?? '';
    const classes = await this.#spokenOf(from, facts);
    const alike = classes.filter(({ unit }) => unit && isCalledLike(receiver, unit.name));
    const spoken = await this.#onlyMember(alike, key, facts);
    if (spoken || isCommon(key)) return withVerb(spoken, verb);
    const like = methods.filter(({ full }) => isCalledLike(receiver, ownerOf(full)));
    if (like.length > 0) return withVerb(placeOf(choose(like, facts.row.path)), verb);
    const only = receiver !== '?' || isTelling(key) ? await this.#onlyMember(classes, key, facts) : undefined;
    return withVerb(only, verb);
  }

  /** What classes have of this name, if only one of them has it. */
  async #onlyMember(classes: readonly Place[], name: string, facts: Facts): Promise<Place | undefined> {
    const found = new Map<string, Place>();
    for (const place of classes) {
      const member = await this.#member(place, name, facts, false);
      if (member) found.set(idOf(member), member);
    }
    return found.size === 1 ? [...found.values()][0] : undefined;
  }

  async #spokenOf(from: string, facts: Facts): Promise<readonly Place[]> {
    const known = this.#shared.spoken.get(from);
    if (known) return known;
    const classes = new Map<string, Place>();
    for (const reference of facts.said.get(from) ?? []) {
      const place = reference.verb === 'imports' ? undefined : await this.#said(reference, facts);
      if (place && place !== OUTSIDE && place.unit && isClass(place.unit)) classes.set(idOf(place), place);
    }
    const spoken = [...classes.values()];
    this.#shared.spoken.set(from, spoken);
    return spoken;
  }
}

const withVerb = (place: Place | undefined, verb: Verb): Resolved | undefined => place && { ...place, verb };

/** Outside of namespaces, two of the same name in different folders have nothing to do with each other. */
function near(all: readonly Known[], path: string, { modules, syntax }: Facts): readonly Known[] {
  if (modules.namespaces || syntax.reach === 'tree') return all;
  return all.filter((known) => folderOf(known.row.path) === folderOf(path));
}

/** The units that a reference stands in, from the inside out. */
function scopesOf({ from, verb }: Reference, { units }: Facts): Unit[] {
  const scopes: Unit[] = [];
  const own = units.get(from);
  const outside = (verb === 'inherits' || verb === 'includes') && own; // what a class is made of is said outside of it
  for (let unit = outside ? units.get(own.parentId) : own; unit; unit = units.get(unit.parentId)) scopes.push(unit);
  return scopes;
}
