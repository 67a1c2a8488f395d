/**
 * A path that somebody else gives us, made into a file below a root, or refused:
 *
 *     src/app.py          /root/src/app.py
 *     ../../etc/passwd    refused, and so is src/../../etc/passwd
 *     /etc/passwd         refused; /root/src/app.py is taken for src/app.py
 *     link-to-etc/passwd  refused: what counts is where it leads
 *
 * And the way back: a path of the root as it is written from where somebody stands.
 */
import { realpathSync } from 'node:fs';
import nodePath from 'node:path';
import { FroeError } from '../errors.js';
import { reasonOf } from './read.js';
import { lstatIfThere } from './stat.js';

/** As much of `node:path` as is used here. Tests give `path.win32`, so that Windows can be tested anywhere. */
export interface PathModule {
  readonly sep: string;
  join(...parts: string[]): string;
  resolve(...parts: string[]): string;
  relative(from: string, to: string): string;
  isAbsolute(path: string): boolean;
}

/** Relative to the root, with forward slashes; empty for the root itself. The file need not be there. */
export function pathBelow(root: string, given: string, from = root, paths: PathModule = nodePath): string {
  if (given.includes('\0')) throw outside(given);
  const full = paths.resolve(from, given);
  if (isBelow(root, full, paths)) return relativePosix(root, full, paths);
  // The root itself may be known by another name: /tmp is /private/tmp on a Mac.
  const [realRoot, real] = [realOf(root), realOf(full)];
  if (realRoot === undefined || real === undefined || !isBelow(realRoot, real, paths)) throw outside(given);
  return relativePosix(realRoot, real, paths);
}

function realOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined; // it is not there
  }
}

/**
 * What pathBelow() takes back: relative to the folder where one stands when that
 * lies in the root or around it, else the whole path.
 *
 *     in /shop/src, of /shop:  app.py, ../README.md      in /:  shop/src/app.py      in /home:  /shop/src/app.py
 */
export function pathFrom(root: string, from: string, path: string, paths: PathModule = nodePath): string {
  const full = paths.join(root, path);
  if (!isBelow(root, from, paths) && !isBelow(from, root, paths)) return withForwardSlashes(full, paths);
  const relative = relativePosix(from, full, paths);
  return relative.startsWith('main:') ? `./${relative}` : relative; // by itself it would be an id
}

/** The file itself, which must be there, and must not be a way out. */
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

/** A path below the root as ids have it. */
export const relativePosix = (from: string, to: string, paths: PathModule = nodePath): string =>
  withForwardSlashes(paths.relative(from, to), paths);

/** As ids and records have a path. Where the separator is a slash already, a backslash is part of a name. */
export const withForwardSlashes = (path: string, { sep }: Pick<PathModule, 'sep'> = nodePath): string =>
  sep === '/' ? path : path.replaceAll(sep, '/');

/** `A::run`, `C:x.py`: on Windows from where one stands on a drive. Few write that, and a symbol may be called so. */
export const isDriveRelative = (given: string, { sep }: Pick<PathModule, 'sep'> = nodePath): boolean =>
  sep !== '/' && /^[a-z]:(?![\\/])/i.test(given);

/** The root itself too; `/rooted` is not below `/root`. On Windows `c:\root` is `C:\Root`: editors write either. */
export function isBelow(root: string, file: string, { relative, isAbsolute, sep }: PathModule = nodePath): boolean {
  const way = relative(root, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const outside = (given: string): FroeError =>
  new FroeError(
    'outside',
    `${given} is outside of the root`,
    'Use paths relative to the root, as search returns them.',
  );
