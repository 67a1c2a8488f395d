/** The folder of an index: created if it is missing, refused if something in it is a link. */
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import nodePath, { basename, dirname, join, resolve } from 'node:path';
import { FroeError } from '../../errors.js';
import { PRIVATE_FOLDER } from '../../privateFile.js';
import { isBelow, type PathModule, relativePosix } from '../../sources/jail.js';
import { lstatIfThere } from '../../sources/stat.js';

export function makeIndexFolder(file: string): void {
  const folder = dirname(file);
  refuseLinks(file);
  if (existsSync(file)) return;
  try {
    makeFolder(folder);
    if (basename(folder) === '.froe') hideFromGit(join(folder, '.gitignore'));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new FroeError(
      'unreadable',
      `${folder} cannot hold an index${reason}`,
      'Check its permissions, or choose another path with --index.',
      error,
    );
  }
}

/** Makes git ignore the index. An existing file or link is not changed. */
function hideFromGit(file: string): void {
  try {
    writeFileSync(file, '*\n!config.*\n', { flag: 'wx' });
  } catch (error) {
    if (lstatIfThere(file) === undefined) throw error;
  }
}

/** One level at a time: Node's recursive mkdir never returns where no folder can be created, such as below /proc. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (!existsSync(folder)) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, PRIVATE_FOLDER);
  } catch (error) {
    if (!isFolder(folder)) throw error; // otherwise another process was faster
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Suffixes of the files of an index: its own, SQLite's, the write lock, and those of its history. */
export const LOCK_SUFFIX = '-writer';
export const HISTORY_SUFFIX = '-history';
const SQLITE_SUFFIXES: readonly string[] = ['', '-wal', '-shm', '-journal'];
export const HISTORY_SUFFIXES = SQLITE_SUFFIXES.map((suffix) => `${HISTORY_SUFFIX}${suffix}`);
export const FILE_SUFFIXES: readonly string[] = [...SQLITE_SUFFIXES, LOCK_SUFFIX, ...HISTORY_SUFFIXES];

/** No file is created, written or locked through a symbolic link: whoever made the link would choose the target. */
export function refuseLinks(file: string): void {
  const folder = dirname(file);
  const names = [
    ...(basename(folder) === '.froe' ? [folder] : []),
    ...FILE_SUFFIXES.map((suffix) => `${file}${suffix}`),
  ];
  for (const name of names) {
    const stat = lstatIfThere(name);
    if (stat === undefined || stat.isFile() || stat.isDirectory()) continue; // for a folder, SQLite reports the error
    throw new FroeError(
      'outside',
      `${name} is ${stat.isSymbolicLink() ? 'a symbolic link' : 'not a regular file'}`,
      'An index cannot be a link. Remove it, or choose another path with --index.',
    );
  }
}

/**
 * The folder of an index, as it is stored:
 *
 *     index inside the folder     the relative path, `..`: a project can be moved or copied with its index
 *     index elsewhere             the absolute path
 *     the folder is gone          undefined: the project has moved, and the next folder is recorded
 *
 * Both arguments are absolute paths without links.
 */
export function rootToStore(
  root: string,
  file: string,
  paths: PathModule & Pick<typeof nodePath, 'dirname'> = nodePath,
): string {
  const folder = paths.dirname(file);
  return isBelow(root, folder, paths) ? relativePosix(folder, root, paths) || '.' : root;
}

export const resolveRoot = (stored: string, file: string): string => resolve(dirname(file), stored);

export function storedRoot(stored: string, file: string): string | undefined {
  const root = resolveRoot(stored, file);
  return existsSync(root) ? root : undefined;
}

/** The real path of the file decides. */
export const withoutLinks = (file: string): string => (file === ':memory:' ? file : realpathSync(file));
