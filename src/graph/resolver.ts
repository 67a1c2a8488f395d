/**
 * Resolves a reference to its definition, or to nothing.
 *
 *     client.send(message)      client: imported? defined here? visible (visibleNames.ts)?
 *            ~~~~               send: a member of what that is (members.ts)
 *
 * If the first name is a variable without a declared class, that is inferred
 * (receiverInference.ts). Imports from outside the tree are never searched inside it.
 */
import { folderOf } from '../text/folders.js';
import type { Reference, Unit, Verb } from '../types.js';
import type { Codebase, SourceFacts } from './codebase.js';
import { scopesOf } from './codebase.js';
import { RESULT } from './declaredTypes.js';
import { extensionMethod } from './extensionMethods.js';
import { ImportResolver } from './importResolver.js';
import { type DeclaredReference, Members } from './members.js';
import { fullNameOf, type GraphPlace, isClass, isFunction, ownerOf, placeOf } from './place.js';
import {
  DECLARED_OUTSIDE,
  isOutside,
  type MentionedClasses,
  OUTSIDE_TREE,
  type Outside,
  ReceiverInference,
  type ResolvedPlace,
} from './receiverInference.js';
import { type ResolvedStart, VisibleNames } from './visibleNames.js';

/** So many declarations may lead from a name to its class: `a.b.c`, and functions that return each other. */
const MAX_DECLARED = 8;

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

  /** Does the class of a method inherit from this one, directly or not? */
  isOwnedByKindOf(method: GraphPlace, base: GraphPlace): Promise<boolean> {
    return new Resolution(this.#shared).members.isOwnedByKindOf(method, base);
  }
}

/** One resolution, with those it needs. */
class Resolution {
  readonly members: Members;
  readonly #codebase: Codebase;
  readonly #imports: ImportResolver;
  readonly #inference: ReceiverInference;
  readonly #names: VisibleNames;
  /** In progress: a class may seem to inherit from what it encloses. */
  readonly #inProgress = new Set<Reference>();

  constructor(shared: Shared) {
    this.#codebase = shared.codebase;
    this.#imports = shared.imports;
    this.members = new Members(shared.codebase, async (reference, facts) => {
      const base = await this.of(reference, facts);
      return base === NO_EDGE ? undefined : base;
    });
    this.#names = new VisibleNames(shared.codebase, shared.imports, this.members);
    this.#inference = new ReceiverInference(shared.codebase, shared.mentionedClasses, {
      member: (of, name, facts) => this.members.find(of, name, facts, false),
      stated: async (reference, facts) => {
        const place = await this.#followNames(reference, facts);
        return isOutside(place) ? undefined : place;
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
    if (isOutside(found) || (found && this.#isSelf(found, from, facts))) return NO_EDGE;
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

  async #resolveName(reference: Reference, facts: SourceFacts): Promise<ResolvedPlace | Outside | undefined> {
    const stated = await this.#followNames(reference, facts);
    if (reference.verb !== 'calls') return stated;
    if (stated && !isOutside(stated) && stated.verb === 'calls') return stated;
    const receiver = isOutside(stated) ? undefined : stated;
    const extension = placeOf(await extensionMethod(reference, facts, this.#codebase, this.members, receiver));
    if (extension) return { ...extension, verb: 'calls', inferredBy: 'called alike' };
    if (stated === DECLARED_OUTSIDE) return stated;
    const { local: variable, ...call } = reference;
    if (variable !== undefined) {
      if (stated === OUTSIDE_TREE && isStandardMade(reference, facts)) return OUTSIDE_TREE;
      // What made the variable leads to no method: its name may.
      return this.#resolveName({ ...call, target: `${variable}.${call.key}` }, facts);
    }
    if (!stated) return this.#inference.at(reference, facts);
    return isOutside(stated) ? stated : ((await this.#inference.ofReturnedObject(reference, facts, stated)) ?? stated);
  }

  /** Follows the names one by one; undefined if the first is a variable. */
  async #followNames(
    reference: Reference,
    facts: SourceFacts,
    depth = 0,
  ): Promise<ResolvedPlace | Outside | undefined> {
    const { target, verb } = reference;
    const parts = target.split('.');
    if (parts.length > 1 && parts[0] === facts.syntax.globalNamespace) parts.shift();
    const start = await this.#resolveStart(parts, reference, facts, depth);
    if (!start || isOutside(start) || 'verb' in start) return start;
    let { place, paths } = start;
    for (let i = start.namesUsed; i < parts.length; i++) {
      const next = await this.#inside({ place, paths }, parts[i], facts, start.isSelf === true && parts[0] === 'super');
      if (!next) {
        const declared = await this.#throughDeclared({ place, paths }, parts.slice(i), verb, depth);
        if (declared) return declared;
        const isOwnMember = start.isSelf && i === start.namesUsed;
        if (isOwnMember || (place?.unit && !isClass(place.unit))) return undefined;
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
    depth: number,
  ): Promise<ResolvedStart | ResolvedPlace | Outside | undefined> {
    const [first] = parts;
    const scopes = scopesOf(reference, facts);
    if (first === '?' || first === '') return undefined;
    if (parts.length > 1 && facts.syntax.standardModules?.includes(first)) return OUTSIDE_TREE;
    if (parts.length > 1 && facts.syntax.pathStarts?.includes(first))
      return this.#names.atPath(parts, reference, facts);
    if (facts.syntax.self.includes(first)) {
      const unit = scopes.find(isClass) ?? scopes.find(({ kind }) => kind === 'module');
      return unit && parts.length > 1
        ? { place: { docId: facts.row.docId, unit }, paths: [], namesUsed: 1, isSelf: true }
        : undefined;
    }
    const local = this.#names.local(first, scopes, facts);
    const mayBeField = facts.syntax.implicitSelf && parts.length > 1 && (!local || isFunction(local));
    // Before a method of its name, which would be called: `timeout.reset()` beside `fun timeout() = timeout`.
    const field = local && mayBeField && (await this.#throughOwnField(parts, scopes, facts, reference.verb, depth));
    if (field) return field;
    if (local) return { place: { docId: facts.row.docId, unit: local }, paths: [], namesUsed: 1 };
    for (let namesUsed = parts.length; namesUsed > 0; namesUsed--) {
      const name = parts.slice(0, namesUsed).join('.');
      const row = facts.imports.find((candidate) => candidate.local === name);
      if (!row) continue;
      const imported = await this.#imports.by(row, facts);
      if (!imported) return OUTSIDE_TREE;
      const isVariable = imported.place && !imported.place.unit && row.target !== '' && namesUsed < parts.length;
      const names = [row.target, ...parts.slice(namesUsed)];
      const variable = isVariable && (await this.#throughDeclared(imported, names, reference.verb, depth));
      return variable || { ...imported, namesUsed };
    }
    const ownField = mayBeField && (await this.#throughOwnField(parts, scopes, facts, reference.verb, depth));
    if (ownField) return ownField;
    const place = await this.#names.unimported(parts, scopes, facts);
    if (place) return place;
    return parts.length > 1 && /^\p{Lu}/u.test(first) ? OUTSIDE_TREE : undefined;
  }

  /** The definition of `name` inside a place. */
  async #inside(
    { place, paths }: Pick<ResolvedStart, 'place' | 'paths'>,
    name: string,
    facts: SourceFacts,
    basesOnly: boolean,
  ): Promise<GraphPlace | undefined> {
    if (place?.unit) return this.members.find(place, name, facts, basesOnly);
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

  /** A call on a field of the enclosing classes, which may be defined in another file than their method. */
  async #throughOwnField(
    names: readonly string[],
    scopes: readonly Unit[],
    { row }: SourceFacts,
    verb: Verb,
    depth: number,
  ): Promise<ResolvedPlace | Outside | undefined> {
    const classes = scopes.filter(isClass).map((unit): GraphPlace => ({ docId: row.docId, unit }));
    if (classes.length === 0 && scopes[0]) {
      const owner = ownerOf(fullNameOf(scopes[0].id, row));
      const definitions = owner === '' ? [] : await this.#codebase.definitionsCalled(owner, row);
      classes.push(...definitions.filter(isClass).map((one) => placeOf(one)));
    }
    for (const place of classes) {
      const found = await this.#throughDeclared({ place, paths: [] }, names, verb, depth);
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Follows names through the class that is declared for the first of them, which is a field of a class or a variable
   * of a file; or for what a function returns.
   */
  async #throughDeclared(
    { place, paths }: Pick<ResolvedStart, 'place' | 'paths'>,
    names: readonly string[],
    verb: Verb,
    depth: number,
  ): Promise<ResolvedPlace | Outside | undefined> {
    if (depth > MAX_DECLARED) return undefined;
    const isResult = place?.unit !== undefined && isFunction(place.unit);
    if (!isResult && names.length === 1) return undefined; // the field itself
    const declared = await this.#declaredIn({ place, paths }, isResult ? RESULT : names[0]);
    if (!declared) return undefined;
    const target = [declared.reference.target, ...names.slice(isResult ? 0 : 1)].join('.');
    const found = await this.#followNames({ ...declared.reference, verb, target }, declared.facts, depth + 1);
    if (isOutside(found)) return DECLARED_OUTSIDE;
    return found && { declaredBy: declared.reference.from, ...found };
  }

  /** Of a class, a function or a file, or of the files of a module. */
  async #declaredIn(
    { place, paths }: Pick<ResolvedStart, 'place' | 'paths'>,
    name: string,
  ): Promise<DeclaredReference | undefined> {
    if (place?.unit || paths.length === 0) return this.members.declared(place?.docId ?? '', place?.unit, name);
    for (const path of paths) {
      const declared = await this.members.declared(this.#codebase.files.row(path)?.docId ?? '', undefined, name);
      if (declared) return declared;
    }
    return undefined;
  }

  /** `pkg.part` where `pkg` is a folder with a file of its own. */
  #submoduleFiles(path: string, name: string): readonly string[] {
    const folder = folderOf(path);
    return this.#codebase.files.in(folder).filter((file) => file.replace(/^.*\/|\.\w+$/g, '') === name);
  }
}

/** `listener := net.Listen()`, of Go's own `net`: what the standard library makes is not of this tree. */
function isStandardMade({ target }: Reference, { imports, syntax }: SourceFacts): boolean {
  const maker = ownerOf(target);
  const module = imports.find(({ local }) => local === maker.split('.', 1)[0])?.module;
  return syntax.standardMakers?.test(module === undefined ? maker : `${module} ${maker}`) === true;
}
