/**
 * What a name means where it is written, without an import by that name:
 *
 *     client.send()      defined in this file? in the namespace, the folder, the tree?
 *     ~~~~~~
 */
import { folderOf } from '../text/folders.js';
import { lastName } from '../text/lastName.js';
import type { Reference, Unit } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import type { ImportResolver } from './importResolver.js';
import type { Members } from './members.js';
import { pickDefinition } from './pickDefinition.js';
import { fullNameOf, type GraphPlace, isClass, isFunction, ownerOf } from './place.js';

/** What the first names of a target resolve to, and how many names that took. */
export interface ResolvedStart {
  readonly place?: GraphPlace | undefined;
  /** A module that is a folder. */
  readonly paths: readonly string[];
  readonly namesUsed: number;
  /** The receiver is `self`, `this` or `super`. */
  readonly isSelf?: boolean;
}

export class VisibleNames {
  readonly #codebase: Codebase;
  readonly #imports: ImportResolver;
  readonly #members: Members;

  constructor(codebase: Codebase, imports: ImportResolver, members: Members) {
    this.#codebase = codebase;
    this.#imports = imports;
    this.#members = members;
  }

  /** Defined in this file, and visible from the reference. */
  local(name: string, scopes: readonly Unit[], { named, row, units, syntax }: SourceFacts): Unit | undefined {
    const all = named.get(name) ?? [];
    for (const scope of scopes) {
      if (isClass(scope) && !syntax.implicitSelf) continue;
      const inner = all.find(({ parentId }) => parentId === scope.id);
      const isConstructor = inner && isFunction(inner) && lastName(scope.name) === name;
      if (inner) return isConstructor ? scope : inner; // of its own class
    }
    const isOuter = ({ parentId }: Unit): boolean =>
      parentId === row.docId || (syntax.reach !== 'file' && units.get(parentId)?.kind === 'module');
    return all.find((unit) => unit.name === name && isOuter(unit));
  }

  /** Visible without an import by name. */
  async unimported(
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
      const member = await this.#members.find({ docId: row.docId, unit: enclosingClass }, first, facts, false);
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
    if (inFolder.length > 0) return startAt(pickDefinition(inFolder, row.path), 1);
    if (syntax.reach === 'folder') return startAt(await this.#methodOfType(parts, facts), 2);
    return startAt(
      pickDefinition(
        candidates.filter(({ full }) => full === first),
        row.path,
      ),
      1,
    );
  }

  /** Go: a type that is no struct, and so no unit, has methods, too. */
  async #methodOfType(parts: readonly string[], { row, modules }: SourceFacts): Promise<NamedDefinition | undefined> {
    const [type, method] = parts;
    if (parts.length !== 2) return undefined;
    const methods = await this.#codebase.membersOf(type, method, row);
    return pickDefinition(
      methods.filter((one) => one.modules === modules && folderOf(one.row.path) === folderOf(row.path)),
      row.path,
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

  /** `crate::net::Client::open`: a path in full, as an import would have it. */
  async atPath(
    parts: readonly string[],
    { from, line }: Reference,
    facts: SourceFacts,
  ): Promise<ResolvedStart | undefined> {
    for (let namesUsed = parts.length; namesUsed > 1; namesUsed--) {
      const key = parts[namesUsed - 1];
      const module = parts.slice(0, namesUsed - 1).join('::');
      const imported = await this.#imports.by({ from, line, key, verb: 'imports', target: key, module }, facts);
      if (imported?.place?.unit) return { ...imported, namesUsed };
    }
    return undefined;
  }
}
