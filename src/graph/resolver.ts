/**
 * Resolves a reference to its definition, or to nothing.
 *
 *     client.send(message)      client: imported? defined here? in the folder, the namespace, the tree?
 *            ~~~~               send: a member of what that is, its bases included
 *
 * If the first name is a variable, its class is inferred (receiverInference.ts). Imports from
 * outside the tree are never searched inside it.
 */

import { folderOf } from '../text/folders.js';
import type { Reference, Unit } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { scopesOf } from './codebase.js';
import { ImportResolver } from './importResolver.js';
import { pickDefinition } from './pickDefinition.js';
import { fullNameOf, type GraphPlace, isClass, ownerOf, placeOf } from './place.js';
import { type MentionedClasses, OUTSIDE_TREE, ReceiverInference, type ResolvedPlace } from './receiverInference.js';

/** What the first names of a target resolve to, and how many names that took. */
interface ResolvedStart {
  readonly place?: GraphPlace | undefined;
  /** A module that is a folder. */
  readonly paths: readonly string[];
  readonly namesUsed: number;
  /** The receiver is `self`, `this` or `super`. */
  readonly isSelf?: boolean;
}

/** It is known to be no edge: it leads out of the tree, or a definition refers to itself. */
export const NO_EDGE = 'no edge';

/** Caches shared by all resolutions. */
interface Shared {
  readonly codebase: Codebase;
  readonly imports: ImportResolver;
  readonly mentionedClasses: MentionedClasses;
}

/** Resolves references, cached. */
export class Resolver {
  readonly #shared: Shared;
  readonly #resolved = new Map<Reference, ResolvedPlace | typeof NO_EDGE | undefined>();

  constructor(codebase: Codebase) {
    this.#shared = { codebase, imports: new ImportResolver(codebase), mentionedClasses: new Map() };
  }

  /** Undefined: unknown. */
  async resolve(reference: Reference, facts: SourceFacts): Promise<ResolvedPlace | typeof NO_EDGE | undefined> {
    if (this.#resolved.has(reference)) return this.#resolved.get(reference);
    const found = await new Resolution(this.#shared).of(reference, facts);
    this.#resolved.set(reference, found);
    return found;
  }
}

/** One resolution, with those it needs. */
class Resolution {
  readonly #codebase: Codebase;
  readonly #imports: ImportResolver;
  readonly #inference: ReceiverInference;
  /** In progress: a class may seem to inherit from what it encloses. */
  readonly #inProgress = new Set<Reference>();

  constructor(shared: Shared) {
    this.#codebase = shared.codebase;
    this.#imports = shared.imports;
    this.#inference = new ReceiverInference(shared.codebase, shared.mentionedClasses, {
      member: (of, name, facts) => this.#member(of, name, facts, false),
      stated: async (reference, facts) => {
        const place = await this.#followNames(reference, facts);
        return place === OUTSIDE_TREE ? undefined : place;
      },
    });
  }

  async of(reference: Reference, facts: SourceFacts): Promise<ResolvedPlace | typeof NO_EDGE | undefined> {
    if (this.#inProgress.has(reference)) return undefined;
    this.#inProgress.add(reference);
    const found = await this.#find(reference, facts);
    this.#inProgress.delete(reference);
    return found;
  }

  async #find(reference: Reference, facts: SourceFacts): Promise<ResolvedPlace | typeof NO_EDGE | undefined> {
    const { verb, from } = reference;
    if (verb === 'imports') {
      const imported = await this.#imports.by(reference, facts);
      return imported?.place && { ...imported.place, verb };
    }
    const found = await this.#resolveName(reference, facts);
    if (found === OUTSIDE_TREE || (found && this.#isSelf(found, from, facts))) return NO_EDGE;
    if (found?.verb !== 'calls' || !found.unit) return found;
    if (isClass(found.unit)) return { ...found, verb: 'creates' };
    return (await this.#isMail(found, found.unit)) ? { ...found, verb: 'triggers' } : found;
  }

  /** A call to a mailer method triggers it; it runs later. */
  async #isMail({ docId }: GraphPlace, { kind, parentId }: Unit): Promise<boolean> {
    if (kind !== 'method') return false;
    return (await this.#codebase.facts(docId))?.units.get(parentId)?.kind === 'mailer';
  }

  /** A reopened class does not depend on itself. */
  #isSelf({ docId, unit }: GraphPlace, from: string, { row }: SourceFacts): boolean {
    return unit !== undefined && docId === row.docId && fullNameOf(unit.id, row) === fullNameOf(from, row);
  }

  async #resolveName(
    reference: Reference,
    facts: SourceFacts,
  ): Promise<ResolvedPlace | typeof OUTSIDE_TREE | undefined> {
    return (await this.#followNames(reference, facts)) ?? this.#inference.at(reference, facts);
  }

  /** Follows the names one by one; undefined if the first is a variable. */
  async #followNames(
    reference: Reference,
    facts: SourceFacts,
  ): Promise<ResolvedPlace | typeof OUTSIDE_TREE | undefined> {
    const { target, verb } = reference;
    const parts = target.split('.');
    const start = await this.#resolveStart(parts, reference, facts);
    if (start === OUTSIDE_TREE || !start) return start;
    let { place, paths } = start;
    for (let i = start.namesUsed; i < parts.length; i++) {
      const next = await this.#inside({ place, paths }, parts[i], facts, start.isSelf === true && parts[0] === 'super');
      if (!next) {
        if (start.isSelf || (place?.unit && !isClass(place.unit))) return undefined;
        return place && { ...place, verb: 'reads' }; // a member that is no unit
      }
      [place, paths] = [next, []];
    }
    return place && { ...place, verb };
  }

  async #resolveStart(
    parts: readonly string[],
    reference: Reference,
    facts: SourceFacts,
  ): Promise<ResolvedStart | typeof OUTSIDE_TREE | undefined> {
    const [first] = parts;
    const scopes = scopesOf(reference, facts);
    if (first === '?' || first === '') return undefined;
    if (facts.syntax.self.includes(first)) {
      const unit = scopes.find(isClass) ?? scopes.find(({ kind }) => kind === 'module');
      return unit && parts.length > 1
        ? { place: { docId: facts.row.docId, unit }, paths: [], namesUsed: 1, isSelf: true }
        : undefined;
    }
    const local = this.#local(first, scopes, facts);
    if (local) return { place: { docId: facts.row.docId, unit: local }, paths: [], namesUsed: 1 };
    for (let namesUsed = parts.length; namesUsed > 0; namesUsed--) {
      const name = parts.slice(0, namesUsed).join('.');
      const row = facts.imports.find((candidate) => candidate.local === name);
      if (!row) continue;
      const imported = await this.#imports.by(row, facts);
      return imported ? { ...imported, namesUsed } : OUTSIDE_TREE;
    }
    const place = await this.#unimported(parts, scopes, facts);
    if (place) return place;
    return parts.length > 1 && /^\p{Lu}/u.test(first) ? OUTSIDE_TREE : undefined;
  }

  /** Defined in this file, and visible from the reference. */
  #local(name: string, scopes: readonly Unit[], { named, row, units, syntax }: SourceFacts): Unit | undefined {
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

  /** Visible without an import by name. */
  async #unimported(
    parts: readonly string[],
    scopes: readonly Unit[],
    facts: SourceFacts,
  ): Promise<ResolvedStart | undefined> {
    const [first] = parts;
    const { syntax, modules, row } = facts;
    const startAt = (definition: NamedDefinition | Unit | undefined, namesUsed: number): ResolvedStart | undefined =>
      definition && {
        place: { docId: 'docId' in definition ? definition.docId : row.docId, unit: definition },
        paths: [],
        namesUsed,
      };
    const enclosingClass = scopes.find(isClass);
    if (syntax.implicitSelf && enclosingClass && parts.length === 1) {
      const member = await this.#member({ docId: row.docId, unit: enclosingClass }, first, facts, false);
      if (member) return { place: member, paths: [], namesUsed: 1 };
    }
    if (modules.namespaces || syntax.reach === 'tree') {
      for (const namespace of this.#namespaces(scopes, facts))
        for (let namesUsed = parts.length; namesUsed > 0; namesUsed--) {
          const path = parts.slice(0, namesUsed).join('.');
          const definition = await this.#imports.called(namespace === '' ? path : `${namespace}.${path}`, facts);
          if (definition) return startAt(definition, namesUsed);
        }
    }
    for (const wildcard of facts.imports.filter(({ target, local }) => target === '*' && local === undefined))
      for (const path of this.#imports.files(wildcard, facts)) {
        const place = await this.#imports.from(path, first);
        if (place) return { place, paths: [], namesUsed: 1 };
      }
    if (syntax.reach === 'file') return undefined;
    const candidates = (await this.#codebase.definitionsFor(first, row)).filter(
      (definition) => definition.modules === modules && definition.name === first,
    );
    const folder = folderOf(row.path);
    const inFolder = candidates.filter(
      (definition) => folderOf(definition.row.path) === folder && definition.depth <= 1,
    );
    if (inFolder.length > 0 || syntax.reach === 'folder') return startAt(pickDefinition(inFolder, row.path), 1);
    return startAt(
      pickDefinition(
        candidates.filter(({ full }) => full === first),
        row.path,
      ),
      1,
    );
  }

  /** Namespaces to search, innermost first: `A.B`, `A`, the root; then wildcard imports. */
  #namespaces(scopes: readonly Unit[], { row, imports, modules }: SourceFacts): string[] {
    const current = scopes[0] ? fullNameOf(scopes[0].id, row) : String(row.metadata.namespace ?? '');
    const namespaces: string[] = [];
    for (let namespace = current; namespace !== ''; namespace = ownerOf(namespace)) namespaces.push(namespace);
    const wildcards = imports.filter(({ target, local }) => target === '*' && local === undefined);
    return [...namespaces, ...(modules.namespaces ? wildcards.map(({ module = '' }) => module) : []), ''];
  }

  /** The definition of `name` inside a place. */
  async #inside(
    { place, paths }: Pick<ResolvedStart, 'place' | 'paths'>,
    name: string,
    facts: SourceFacts,
    basesOnly: boolean,
  ): Promise<GraphPlace | undefined> {
    if (place?.unit) return this.#member(place, name, facts, basesOnly);
    const files = paths.length > 0 ? paths : [this.#codebase.row(place?.docId ?? '')?.path ?? ''];
    for (const path of files) {
      const found = await this.#imports.from(path, name);
      if (found) return found;
    }
    const { separator: joint } = facts.modules;
    if (joint === undefined || files.length !== 1) return undefined;
    const [path] = this.#submoduleFiles(files[0], name);
    const row = path === undefined ? undefined : this.#codebase.files.row(path);
    return row && { docId: row.docId };
  }

  /** `pkg.part` where `pkg` is a folder with a file of its own. */
  #submoduleFiles(path: string, name: string): readonly string[] {
    const folder = folderOf(path);
    return this.#codebase.files.in(folder).filter((file) => file.replace(/^.*\/|\.\w+$/g, '') === name);
  }

  /** A method or an inner class: in the class itself, where it is reopened, or in its bases. */
  async #member(
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
      const ownMember =
        all.find(({ parentId }) => parentId === unit.id) ?? all.find((definition) => definition.docId === docId);
      const found = placeOf(ownMember ?? pickDefinition(relatedDefinitions(all, row.path, facts), row.path));
      if (found) return found;
    }
    for (const base of await this.#bases(owner, full)) {
      const found = await this.#member(base, name, facts, false, visited);
      if (found) return found;
    }
    return undefined;
  }

  async #bases({ docId, unit }: GraphPlace, full: string): Promise<GraphPlace[]> {
    const facts = await this.#codebase.facts(docId);
    if (!facts || !unit) return [];
    const bases: GraphPlace[] = [];
    for (const reference of facts.bases) {
      if (reference.from !== unit.id && fullNameOf(reference.from, facts.row) !== full) continue;
      const base = await this.of(reference, facts);
      if (base && base !== NO_EDGE && base.unit) bases.push(base);
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
