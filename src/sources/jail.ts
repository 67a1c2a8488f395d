/**
 * An untrusted path → a file below a root, or an error:
 *
 *     src/app.py          /root/src/app.py
 *     ../../etc/passwd    refused, and so is src/../../etc/passwd
 *     /etc/passwd         refused; /root/src/app.py means src/app.py
 *     link-to-etc/passwd  refused: the target counts
 *
 * And the reverse: a path of the root as seen from the current folder.
 */
import { realpathSync } from 'node:fs';
import nodePath from 'node:path';
import { FroeError, reasonOf } from '../errors.js';
import { lstatIfThere } from './stat.js';

/** The part of `node:path` that is used here. Tests pass `path.win32`, to test Windows anywhere. */
export interface PathModule {
  readonly sep: string;
  join(...parts: string[]): string;
  resolve(...parts: string[]): string;
  relative(from: string, to: string): string;
  isAbsolute(path: string): boolean;
}

/** Relative to the root, with forward slashes; empty for the root itself. The file need not exist. */
export function pathBelow(root: string, given: string, from = root, paths: PathModule = nodePath): string {
  if (given.includes('\0')) throw outside(given);
  const absolute = paths.resolve(from, given);
  if (isBelow(root, absolute, paths)) return relativePosix(root, absolute, paths);
  // The root may have another name: /tmp is /private/tmp on a Mac.
  const [realRoot, real] = [realPathOf(root), realPathOf(absolute)];
  if (realRoot === undefined || real === undefined || !isBelow(realRoot, real, paths)) throw outside(given);
  return relativePosix(realRoot, real, paths);
}

function realPathOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined; // it does not exist
  }
}

/**
 * The inverse of pathBelow(): relative to the current folder if that is inside or above
 * the root, else the absolute path.
 *
 *     in /shop/src, of /shop:  app.py, ../README.md      in /:  shop/src/app.py      in /home:  /shop/src/app.py
 */
export function pathFrom(root: string, from: string, path: string, paths: PathModule = nodePath): string {
  const absolute = paths.join(root, path);
  if (!isBelow(root, from, paths) && !isBelow(from, root, paths)) return withForwardSlashes(absolute, paths);
  const relative = relativePosix(from, absolute, paths);
  return relative.startsWith('main:') ? `./${relative}` : relative; // without ./ it would be an id
}

/** The file itself, which must exist and be inside. */
export function fileBelow(root: string, given: string): string {
  const path = pathBelow(root, given);
  try {
    const real = realpathSync(root);
    const file = realpathSync(nodePath.resolve(real, path));
    if (isBelow(real, file)) return file;
  } catch (error) {
    throw new FroeError('not-found', `${path} ${reasonOf(error)}`, undefined, error);
  }
  throw outside(given);
}

/** Whether a path of the root, with forward slashes, goes through a link or ends in one. */
export function hasLink(root: string, path: string): boolean {
  let at = root;
  return path.split('/').some((part) => {
    at = nodePath.join(at, part);
    return lstatIfThere(at)?.isSymbolicLink() === true;
  });
}

/** A path below the root, as in ids. */
export const relativePosix = (from: string, to: string, paths: PathModule = nodePath): string =>
  withForwardSlashes(paths.relative(from, to), paths);

/** A path as in ids and records. If the separator is a slash, a backslash is part of a name. */
export const withForwardSlashes = (path: string, { sep }: Pick<PathModule, 'sep'> = nodePath): string =>
  sep === '/' ? path : path.replaceAll(sep, '/');

/** `A::run`, `C:x.py`: on Windows relative to the current folder of a drive. This is rare, and a symbol may look like it. */
export const isDriveRelative = (given: string, { sep }: Pick<PathModule, 'sep'> = nodePath): boolean =>
  sep !== '/' && /^[a-z]:(?![\\/])/i.test(given);

/** Includes the root itself; `/rooted` is not below `/root`. On Windows `c:\root` is `C:\Root`: editors write either. */
export function isBelow(root: string, file: string, { relative, isAbsolute, sep }: PathModule = nodePath): boolean {
  const relativePath = relative(root, file);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

const outside = (given: string): FroeError =>
  new FroeError(
    'outside',
    `${given} is outside of the root`,
    'Use paths relative to the root, as search returns them.',
  );
