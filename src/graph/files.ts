/** The files of a tree as imports look for them: by path, by how a path ends, by folder, and by the packages they make up. */
import type { SourceRow } from '../store/store.js';
import { grouped } from '../text/grouped.js';
import type { Manifest } from './manifest.js';

export interface Package {
  /** The folder its manifest lies in; empty for the root. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export class Files {
  readonly #rows: ReadonlyMap<string, SourceRow>;
  #byName: Map<string, string[]> | undefined;
  #byFolder: Map<string, string[]> | undefined;
  #packages: readonly Package[] | undefined;

  constructor(rows: ReadonlyMap<string, SourceRow>) {
    this.#rows = rows;
  }

  has(path: string): boolean {
    return this.#rows.has(path);
  }

  row(path: string): SourceRow | undefined {
    return this.#rows.get(path);
  }

  /** The first of these that is there. */
  first(paths: Iterable<string>): readonly string[] {
    for (const path of paths) if (this.#rows.has(path)) return [path];
    return [];
  }

  /** Paths that are `tail`, or end with it after a slash. */
  endingWith(tail: string): readonly string[] {
    this.#byName ??= grouped(this.#rows.keys(), nameOf);
    const found = this.#byName.get(nameOf(tail)) ?? [];
    return found.filter((path) => path === tail || path.endsWith(`/${tail}`));
  }

  /** Those directly in a folder. */
  in(folder: string): readonly string[] {
    this.#byFolder ??= grouped(this.#rows.keys(), folderOf);
    return this.#byFolder.get(folder) ?? [];
  }

  /** Packages by their manifests, the innermost first. */
  get packages(): readonly Package[] {
    this.#packages ??= [...this.#rows.values()]
      .flatMap(({ path, metadata }) => {
        const manifest = metadata.manifest as Manifest | undefined; // written by jobs/prepare.ts, from that type
        return manifest ? [{ folder: folderOf(path), manifest }] : [];
      })
      .sort((a, b) => b.folder.length - a.folder.length || (a.folder < b.folder ? -1 : 1));
    return this.#packages;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** `src/net` and `../app` → `src/app`; undefined above the root. */
export function joined(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

export const below = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);

/** A folder and those it lies in, from the root down. */
export function ancestors(folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/');
  return [...Array(parts.length + 1).keys()].map((length) => parts.slice(0, length).join('/'));
}
