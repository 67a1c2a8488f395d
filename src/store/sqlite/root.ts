/**
 * The folder of an index, as its file keeps it:
 *
 *     index inside the folder     as the way there, `..`: a project that is moved or copied takes it along
 *     index elsewhere             as it is
 *     the folder is gone          as nothing: the project has moved, and whoever comes next has its index
 */
import { existsSync, realpathSync } from 'node:fs';
import nodePath, { dirname, resolve } from 'node:path';
import { isBelow, type PathModule, relativePosix } from '../../sources/jail.js';

/** Both are whole paths without links. */
export function rootToStore(
  root: string,
  file: string,
  paths: PathModule & Pick<typeof nodePath, 'dirname'> = nodePath,
): string {
  const folder = paths.dirname(file);
  return isBelow(root, folder, paths) ? relativePosix(folder, root, paths) || '.' : root;
}

export const resolveRoot = (kept: string, file: string): string => resolve(dirname(file), kept);

export function storedRoot(kept: string, file: string): string | undefined {
  const root = resolveRoot(kept, file);
  return existsSync(root) ? root : undefined;
}

/** Where the file really lies says whose it is. */
export const withoutLinks = (file: string): string => (file === ':memory:' ? file : realpathSync(file));
