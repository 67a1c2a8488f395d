/**
 * The roots of a workspace, as imports see them. An import is resolved in its own root, which knows nothing of the
 * others; only if it means nothing there, in the root with a package of that name:
 *
 *     the root web       import { send } from '@shop/client'     api/package.json has "name": "@shop/client"
 *                                                                → the main file there
 *
 * What needs no import (a Ruby constant) is looked for in the own root and in those whose package one of its
 * manifests names. Without a workspace there is one root, and all of it is seen.
 */
import type { FileTree, ImportSite, ModuleLookup } from '../languages/modules.js';
import type { SourceRow } from '../store/store.js';
import { folderOf, pathIn } from '../text/folders.js';
import { groupBy } from '../text/groupBy.js';
import type { Manifest } from './manifest.js';

export class RootTrees {
  readonly #whole: FileIndex;
  /** By name; empty without a workspace. */
  readonly #trees = new Map<string, FileIndex>();
  readonly #dependencies = new Map<string, boolean>();

  constructor(rows: ReadonlyMap<string, SourceRow>, whole: FileIndex, roots: readonly string[] = []) {
    this.#whole = whole;
    const byRoot = new Map(roots.map((name) => [name, new Map<string, SourceRow>()]));
    if (roots.length > 0)
      for (const [path, row] of rows) byRoot.get(rootOf(row) ?? '')?.set(path.slice(path.indexOf('/') + 1), row);
    for (const [name, rootRows] of byRoot) this.#trees.set(name, new FileIndex(rootRows));
  }

  /** The files that an import means. */
  filesOf(module: string, site: ImportSite, lookup: ModuleLookup): readonly string[] {
    if (this.#trees.size === 0) return lookup.files(module, site, this.#whole);
    const [name, path] = splitAtRoot(site.path);
    const ownTree = this.#trees.get(name);
    const files = ownTree ? inRoot(name, lookup.files(module, { ...site, path }, ownTree)) : [];
    return files.length > 0 ? files : this.#filesInOtherRoots(module, name, lookup);
  }

  /** Two roots with a package of that name are ambiguous: then none. */
  #filesInOtherRoots(module: string, ownRoot: string, lookup: ModuleLookup): readonly string[] {
    const { names = () => false } = lookup;
    const filesByRoot = [...this.#trees].flatMap(([name, tree]) => {
      const packageRoot = name === ownRoot ? undefined : tree.packages.find(({ manifest }) => names(module, manifest));
      if (!packageRoot) return [];
      const site = { path: pathIn(packageRoot.folder, 'src/any'), nested: 0 };
      const files = inRoot(name, lookup.files(module, site, tree));
      return files.length > 0 ? [files] : [];
    });
    return filesByRoot.length === 1 ? filesByRoot[0] : [];
  }

  /** Whether what is defined in one source can be meant in another without an import. */
  reaches(from: SourceRow, to: SourceRow): boolean {
    const [ownRoot, otherRoot] = [rootOf(from), rootOf(to)];
    if (ownRoot === otherRoot || ownRoot === undefined || otherRoot === undefined) return true;
    const key = `${ownRoot} ${otherRoot}`;
    const depends = this.#dependencies.get(key) ?? this.#dependsOn(ownRoot, otherRoot);
    this.#dependencies.set(key, depends);
    return depends;
  }

  /** A manifest of the one names a package of the other. */
  #dependsOn(ownRoot: string, otherRoot: string): boolean {
    const names = new Set(this.#trees.get(otherRoot)?.packages.flatMap(({ manifest }) => manifest.name ?? []));
    const packages = this.#trees.get(ownRoot)?.packages ?? [];
    return packages.some(({ manifest: { stack, uses = [] } }) =>
      [...stack.map(([name]) => name), ...uses].some((name) => names.has(name)),
    );
  }
}

const rootOf = ({ metadata: { root } }: SourceRow): string | undefined => (typeof root === 'string' ? root : undefined);

/** `api/src/a.py` → `api`, `src/a.py` */
const splitAtRoot = (path: string): readonly [name: string, path: string] => {
  const slash = path.indexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
};

const inRoot = (name: string, paths: readonly string[]): readonly string[] => paths.map((path) => pathIn(name, path));

/** The files of a tree, indexed for imports: by path, by suffix, by folder, and by package. */
interface PackageRoot {
  /** The folder of its manifest; empty for the root. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export class FileIndex implements FileTree {
  readonly #rows: ReadonlyMap<string, SourceRow>;
  #byName: Map<string, string[]> | undefined;
  #byFolder: Map<string, string[]> | undefined;
  #packages: readonly PackageRoot[] | undefined;

  constructor(rows: ReadonlyMap<string, SourceRow>) {
    this.#rows = rows;
  }

  has(path: string): boolean {
    return this.#rows.has(path);
  }

  row(path: string): SourceRow | undefined {
    return this.#rows.get(path);
  }

  /** The first of these that exists. */
  first(paths: Iterable<string>): readonly string[] {
    for (const path of paths) if (this.#rows.has(path)) return [path];
    return [];
  }

  /** Paths that are `tail`, or end with `/tail`. */
  endingWith(tail: string): readonly string[] {
    this.#byName ??= groupBy(this.#rows.keys(), nameOf);
    const candidates = this.#byName.get(nameOf(tail)) ?? [];
    return candidates.filter((path) => path === tail || path.endsWith(`/${tail}`));
  }

  /** Files directly in a folder. */
  in(folder: string): readonly string[] {
    this.#byFolder ??= groupBy(this.#rows.keys(), folderOf);
    return this.#byFolder.get(folder) ?? [];
  }

  /** Packages by their manifests, the innermost first. */
  get packages(): readonly PackageRoot[] {
    this.#packages ??= [...this.#rows]
      .flatMap(([path, { metadata }]) => {
        const manifest = metadata.manifest as Manifest | undefined; // written by jobs/prepare.ts, from that type
        return manifest ? [{ folder: folderOf(path), manifest }] : [];
      })
      .sort((a, b) => b.folder.length - a.folder.length || (a.folder < b.folder ? -1 : 1));
    return this.#packages;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
