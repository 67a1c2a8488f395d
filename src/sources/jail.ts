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
import { join, relative, resolve, sep } from 'node:path';
import { FroeError } from '../errors.js';
import { reasonOf } from './read.js';
import { lookAt } from './stat.js';

/** Relative to the root, with forward slashes; empty for the root itself. The file need not be there. */
export function pathBelow(root: string, given: string, from = root): string {
  if (given.includes('\0')) throw outside(given);
  const full = resolve(from, given);
  if (isBelow(root, full)) return posix(root, full);
  // The root itself may be known by another name: /tmp is /private/tmp on a Mac.
  const [realRoot, real] = [realOf(root), realOf(full)];
  if (realRoot === undefined || real === undefined || !isBelow(realRoot, real)) throw outside(given);
  return posix(realRoot, real);
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
export function pathFrom(root: string, from: string, path: string): string {
  const full = join(root, path);
  if (!isBelow(root, from) && !isBelow(from, root)) return full.split(sep).join('/');
  const relative = posix(from, full);
  return relative.startsWith('main:') ? `./${relative}` : relative; // alone it would be an id
}

/** The file itself, which must be there, and must not be a way out. */
export function fileBelow(root: string, given: string): string {
  const path = pathBelow(root, given);
  try {
    const real = realpathSync(root);
    const file = realpathSync(resolve(real, path));
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
    at = join(at, part);
    return lookAt(at)?.isSymbolicLink() === true;
  });
}

/** A path below the root as ids have it. */
export const posix = (from: string, to: string): string => relative(from, to).split(sep).join('/');

/** The root itself too; `/rooted` is not below `/root`. */
export const isBelow = (root: string, file: string): boolean =>
  file === root || file.startsWith(root.endsWith(sep) ? root : root + sep);

const outside = (given: string): FroeError =>
  new FroeError('outside', `${given} is outside of the root`, 'Paths are relative to the root, as search gives them.');
