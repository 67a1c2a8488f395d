/** The files of a tree, indexed for imports: by path, by suffix, by folder, and by package. */
import type { FileTree } from '../languages/modules.js';
import type { SourceRow } from '../store/store.js';
import { folderOf } from '../text/folders.js';
import { groupBy } from '../text/groupBy.js';
import type { Manifest } from './manifest.js';

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
    const found = this.#byName.get(nameOf(tail)) ?? [];
    return found.filter((path) => path === tail || path.endsWith(`/${tail}`));
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
