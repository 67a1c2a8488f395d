/** Which folder is meant: the one given, or the nearest above that has an index or a configuration. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FroeError } from '../errors.js';
import { trackedBelow } from '../sources/git.js';

const HOME = '.froe';
const INDEX = 'index.db';
const MARKERS = [INDEX, 'config.json', 'config.yaml'];

/** The folder given; or else the nearest one above that has an index or a configuration; or else this one. */
export function projectRoot(given: string | undefined): string {
  return given === undefined ? markedAbove(process.cwd()) : existingFolder(given);
}

export const markedAbove = (from: string): string => nearestWith(from, MARKERS) ?? from;

/** It has an index or a configuration of its own, or is a repository. */
export const isProjectFolder = (folder: string): boolean =>
  existsSync(join(folder, '.git')) || MARKERS.some((one) => existsSync(join(folder, HOME, one)));

/** Not counting the folder itself. */
export const indexAbove = (root: string): string | undefined =>
  root === dirname(root) ? undefined : nearestWith(dirname(root), [INDEX]);

/** Where the index of a folder is, unless a setting says otherwise. */
export const indexInside = (root: string): string => join(root, HOME, INDEX);

export function existingPath(given: string): string {
  try {
    return realpathSync(given);
  } catch {
    throw new FroeError('not-found', `${given} does not exist`);
  }
}

function existingFolder(given: string): string {
  const path = existingPath(given);
  if (statSync(path).isDirectory()) return path;
  throw new FroeError('not-a-file', `${given} is not a folder`, 'Only folders can be indexed.');
}

/** The nearest folder with one of these, from here up. */
function nearestWith(from: string, markers: readonly string[]): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (markers.some((marker) => existsSync(join(at, HOME, marker)))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Settings are meant to be shared, and the file that hides the rest from git may be. */
const SHARED = /^\.froe\/(?:config\.[^/]*|\.gitignore)$/;

/** Says that git carries the index along, so that whoever can push decides what it answers; undefined where it does not. */
export function trackedIndex(root: string): string | undefined {
  if (!existsSync(join(root, HOME))) return undefined;
  const [first] = trackedBelow(root, HOME).filter((path) => !SHARED.test(path));
  if (first === undefined) return undefined;
  return `${first} is tracked by git, so others can change its answers. Run: git rm -f --cached ${first}`;
}
