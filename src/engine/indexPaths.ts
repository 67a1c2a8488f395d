/**
 * Paths of an index as the caller writes them, in the current folder, and as the index stores them: relative to its
 * folder; in a workspace beginning with the name of their root:
 *
 *     index of /shop, in /shop/src     app.py             src/app.py
 *     a workspace, anywhere            api/src/app.py     with api at /shop/api; ./src/app.py in /shop/api is the same
 */
import nodePath, { isAbsolute, posix } from 'node:path';
import { FroeError } from '../errors.js';
import {
  isBelow,
  isDriveRelative,
  type PathModule,
  pathBelow,
  pathFrom,
  relativePosix,
  withForwardSlashes,
} from '../sources/jail.js';

/** A folder with a name. */
export interface NamedFolder {
  readonly name: string;
  /** Absolute, without links. */
  readonly folder: string;
}

/** A file on disk: a folder, and its path below it. */
export interface FilePlace {
  readonly root: string;
  readonly path: string;
}

export interface IndexPaths {
  /** The paths of the index that a given path may mean, the most likely first. Refused if it is outside. */
  candidates(given: string): readonly string[];
  /** A path of the index as it is written for the caller. */
  written(path: string): string;
  locate(path: string): FilePlace;
  /** Converts an absolute path in a pattern to one relative to the root. */
  pattern(given: string): string;
}

export const folderPaths = (root: string, from: string = root, paths: PathModule = nodePath): IndexPaths => ({
  candidates: (given) => {
    if (isDriveRelative(given, paths)) return [];
    const below: string[] = [];
    let refusal: unknown;
    for (const folder of new Set([from, root])) {
      try {
        below.push(pathBelow(root, given, folder, paths));
      } catch (error) {
        refusal ??= error;
      }
    }
    if (below.length === 0) throw refusal;
    return below;
  },
  written: (path) => pathFrom(root, from, path, paths),
  locate: (path) => ({ root, path }),
  pattern: (given) => (`${given}/`.startsWith(`${root}/`) ? `/${given.slice(root.length + 1)}` : given),
});

export function workspacePaths(roots: readonly NamedFolder[], from: string): IndexPaths {
  const named = (path: string): NamedFolder | undefined =>
    roots.find(({ name }) => path === name || path.startsWith(`${name}/`));
  /** The index path of a file on disk; for nested roots, in the inner one. */
  const onDisk = (file: string): string | undefined => {
    const around = roots.filter(({ folder }) => isBelow(folder, file));
    const [inner] = around.sort((a, b) => b.folder.length - a.folder.length);
    return inner && posix.join(inner.name, relativePosix(inner.folder, file));
  };
  return {
    candidates: (given) => {
      const plain = isAbsolute(given) ? undefined : posix.normalize(withForwardSlashes(given)).replace(/\/$/, '');
      if (plain === '.') return [''];
      const ours = plain !== undefined && named(plain) ? [plain] : [];
      const lying = onDisk(nodePath.resolve(from, given));
      const all = [...new Set([...ours, ...(lying === undefined ? [] : [lying])])];
      if (all.length > 0 || !/^[./]|^[a-z]:[\\/]/i.test(given)) return all;
      throw new FroeError(
        'outside',
        `${given} is outside of the workspace`,
        `Its roots are ${roots.map(({ name }) => name).join(', ')}. Use paths as search returns them.`,
      );
    },
    written: (path) => path,
    locate: (path) => {
      const root = named(path);
      if (!root) throw new FroeError('not-found', `${path} is in no root of the workspace`);
      return { root: root.folder, path: path.slice(root.name.length + 1) };
    },
    pattern: (given) => {
      const lying = isAbsolute(given) ? onDisk(given) : undefined;
      return lying === undefined ? given : `/${lying}`;
    },
  };
}

/** The current folder of the caller, and the folder or roots of the index. */
interface Standpoint {
  readonly root: string;
  readonly from?: string | undefined;
  readonly paths?: PathModule | undefined;
  readonly roots?: readonly NamedFolder[] | undefined;
}

export const pathsOf = ({ root, from = root, paths, roots }: Standpoint): IndexPaths =>
  roots ? workspacePaths(roots, from) : folderPaths(root, from, paths);
