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
    const candidates: string[] = [];
    let refusal: unknown;
    for (const folder of new Set([from, root])) {
      try {
        candidates.push(pathBelow(root, given, folder, paths));
      } catch (error) {
        refusal ??= error;
      }
    }
    if (candidates.length === 0) throw refusal;
    return candidates;
  },
  written: (path) => pathFrom(root, from, path, paths),
  locate: (path) => ({ root, path }),
  pattern: (given) => (`${given}/`.startsWith(`${root}/`) ? `/${given.slice(root.length + 1)}` : given),
});

export function workspacePaths(roots: readonly NamedFolder[], from: string): IndexPaths {
  const rootOfPath = (path: string): NamedFolder | undefined =>
    roots.find(({ name }) => path === name || path.startsWith(`${name}/`));
  /** The index path of a file on disk; for nested roots, in the inner one. */
  const onDisk = (file: string): string | undefined => {
    const enclosing = roots.filter(({ folder }) => isBelow(folder, file));
    const [inner] = enclosing.sort((a, b) => b.folder.length - a.folder.length);
    return inner && posix.join(inner.name, relativePosix(inner.folder, file));
  };
  return {
    candidates: (given) => {
      const relative = isAbsolute(given) ? undefined : posix.normalize(withForwardSlashes(given)).replace(/\/$/, '');
      if (relative === '.') return [''];
      const inRoot = relative !== undefined && rootOfPath(relative) ? [relative] : [];
      const diskPath = onDisk(nodePath.resolve(from, given));
      const paths = [...new Set([...inRoot, ...(diskPath === undefined ? [] : [diskPath])])];
      if (paths.length > 0 || !/^[./]|^[a-z]:[\\/]/i.test(given)) return paths;
      throw new FroeError(
        'outside',
        `${given} is outside of the workspace`,
        `Its roots are ${roots.map(({ name }) => name).join(', ')}. Use paths as search returns them.`,
      );
    },
    written: (path) => path,
    locate: (path) => {
      const root = rootOfPath(path);
      if (!root) throw new FroeError('not-found', `${path} is in no root of the workspace`);
      return { root: root.folder, path: path.slice(root.name.length + 1) };
    },
    pattern: (given) => {
      const diskPath = isAbsolute(given) ? onDisk(given) : undefined;
      return diskPath === undefined ? given : `/${diskPath}`;
    },
  };
}

/** The current folder of the caller, and the folder or roots of the index. */
interface PathContext {
  readonly root: string;
  readonly from?: string | undefined;
  readonly paths?: PathModule | undefined;
  readonly roots?: readonly NamedFolder[] | undefined;
}

export const pathsOf = ({ root, from = root, paths, roots }: PathContext): IndexPaths =>
  roots ? workspacePaths(roots, from) : folderPaths(root, from, paths);
