/** A list of paths as the rows of a tree, of which only open folders show what is in them. */
import type { ListedFile } from '../../src/view/api.js';

export interface Folder {
  readonly name: string;
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly path: string; readonly tokens: number }[];
}

export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly isOpen: boolean;
  readonly tokens: number;
  /** From 1, as aria-level counts. */
  readonly level: number;
  /** Among its siblings, from 1, and how many those are. */
  readonly position: number;
  readonly siblings: number;
}

const folderOf = (name: string, path: string): Folder => ({ name, path, folders: new Map(), files: [] });

export function treeOf(files: readonly ListedFile[]): Folder {
  const root = folderOf('', '');
  for (const { path, tokens } of files) {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    let at = root;
    for (const part of parts) {
      const below = at.folders.get(part) ?? folderOf(part, at.path === '' ? part : `${at.path}/${part}`);
      at.folders.set(part, below);
      at = below;
    }
    at.files.push({ name, path, tokens });
  }
  return root;
}

export function rowsOf(folder: Folder, open: ReadonlySet<string>, level = 1): TreeRow[] {
  const siblings = folder.folders.size + folder.files.length;
  const folders = [...folder.folders.values()].flatMap((one, i): TreeRow[] => {
    const isOpen = open.has(one.path);
    const { name, path } = one;
    const row = { name, path, isFolder: true, isOpen, tokens: 0, level, position: i + 1, siblings };
    return isOpen ? [row, ...rowsOf(one, open, level + 1)] : [row];
  });
  const files = folder.files.map(({ name, path, tokens }, i): TreeRow => {
    const position = folder.folders.size + i + 1;
    return { name, path, isFolder: false, isOpen: false, tokens, level, position, siblings };
  });
  return [...folders, ...files];
}

/** The folders above a path: `a/b/c.ts` → `a`, `a/b`. */
export function above(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
