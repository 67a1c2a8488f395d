/**
 * A path that somebody else gives us, made into a file below a root, or refused:
 *
 *     src/app.py          /root/src/app.py
 *     ../../etc/passwd    refused, and so is src/../../etc/passwd
 *     /etc/passwd         refused; /root/src/app.py is taken for src/app.py
 *     link-to-etc/passwd  refused: what counts is where it leads
 */
import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { FroeError } from '../errors.js';
import { reasonOf } from './read.js';
import { posix } from './walk.js';

/** Relative to the root, with forward slashes; empty for the root itself. The file need not be there. */
export function pathBelow(root: string, given: string): string {
  if (given.includes('\0')) throw outside(given);
  const full = resolve(root, given);
  if (!isBelow(root, full)) throw outside(given);
  return posix(root, full);
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

/** The root itself too; `/rooted` is not below `/root`. */
const isBelow = (root: string, file: string): boolean =>
  file === root || file.startsWith(root.endsWith(sep) ? root : root + sep);

const outside = (given: string): FroeError =>
  new FroeError('outside', `${given} is outside of the root`, 'Paths are relative to the root, as search gives them.');
