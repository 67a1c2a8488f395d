/**
 * A list of paths as the rows of a tree, in which only open folders show their
 * contents. Artifacts are below the files, under a heading of their own:
 *
 *     ▸ src                   key src
 *       README.md             key README.md
 *     ▾ Artifacts             key \0
 *       ▾ email               key \0/email
 *           Oak for May       key \0/email/art_0123456789ab
 *
 * No path has a \0 in it, so no file is ever taken for an artifact.
 */
import type { ArtifactListItem, ListedFile } from '../../src/view/api.js';
import type { Place } from './route.js';

export interface Folder {
  readonly name: string;
  readonly key: string;
  readonly folders: Map<string, Folder>;
  readonly leaves: Leaf[];
}

interface Leaf {
  readonly name: string;
  readonly key: string;
  readonly place: Place;
}

export interface TreeRow {
  readonly key: string;
  readonly name: string;
  /** The file or artifact that it opens; undefined for a folder. */
  readonly place: Place | undefined;
  readonly isOpen: boolean;
  readonly isHeading: boolean;
  /** From 1, as aria-level counts. */
  readonly level: number;
  /** Its position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

export const ARTIFACTS_KEY = '\0';

const folderOf = (name: string, key: string): Folder => ({ name, key, folders: new Map(), leaves: [] });

export function treeOf(files: readonly ListedFile[], artifacts: readonly ArtifactListItem[]): Folder {
  const root = folderOf('', '');
  for (const { path } of files) {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    const folder = parts.reduce((at, part) => below(at, part, at.key === '' ? part : `${at.key}/${part}`), root);
    folder.leaves.push({ name, key: path, place: { path, artifact: null } });
  }
  if (artifacts.length === 0) return root;
  const heading = folderOf('Artifacts', ARTIFACTS_KEY);
  for (const one of artifacts) {
    const { type, title, id } = one;
    below(heading, type, `${ARTIFACTS_KEY}/${type}`).leaves.push({
      name: title,
      key: keyOf(one),
      place: { path: '', artifact: id },
    });
  }
  root.folders.set(ARTIFACTS_KEY, heading);
  return root;
}

/** Empty for none. */
export const keyOf = (artifact: Pick<ArtifactListItem, 'type' | 'id'> | undefined): string =>
  artifact ? `${ARTIFACTS_KEY}/${artifact.type}/${artifact.id}` : '';

function below(folder: Folder, name: string, key: string): Folder {
  const known = folder.folders.get(name) ?? folderOf(name, key);
  folder.folders.set(name, known);
  return known;
}

/** Folders, then files, and the artifacts last. */
export function rowsOf(folder: Folder, open: ReadonlySet<string>, level = 1): TreeRow[] {
  const folders = [...folder.folders.values()];
  const isHeading = ({ key }: Folder | Leaf): boolean => key === ARTIFACTS_KEY;
  const entries = [...folders.filter((one) => !isHeading(one)), ...folder.leaves, ...folders.filter(isHeading)];
  return entries.flatMap((entry, i): TreeRow[] => {
    const { name, key } = entry;
    const place = 'place' in entry ? entry.place : undefined;
    const isOpen = place === undefined && open.has(key);
    const at = { level, position: i + 1, siblings: entries.length };
    const row = { name, key, place, isOpen, isHeading: isHeading(entry), ...at };
    return isOpen && 'folders' in entry ? [row, ...rowsOf(entry, open, level + 1)] : [row];
  });
}

/** The folders above a key: `a/b/c.ts` → `a`, `a/b`. */
export function above(key: string): string[] {
  const parts = key.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
