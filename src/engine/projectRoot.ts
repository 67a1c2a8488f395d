/** The root of a project: the given folder, or the nearest parent with an index or a configuration. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIndex } from '../config/readConfig.js';
import { FroeError } from '../errors.js';
import { trackedBelow } from '../sources/git.js';
import { folderEntries } from '../sources/gitFolder.js';
import { NEVER_READ } from '../sources/walk.js';

const FROE_FOLDER = '.froe';
const INDEX = 'index.db';
const MARKERS = [INDEX, 'config.json', 'config.yaml'];

/** The given folder; else the nearest parent with an index or a configuration; else the current folder. */
export function projectRoot(given: string | undefined): string {
  return given === undefined ? markedAbove(process.cwd()) : existingFolder(given);
}

/**
 * A configuration below an index is not that of a root, unless it names an index of its own:
 *
 *     app/.froe/index.db
 *     app/src/.froe/config.yaml     budget: 50            app
 *                                   index: src.db         app/src
 */
export function markedAbove(from: string): string {
  const nearest = nearestWith(from, MARKERS) ?? from;
  const isRoot = existsSync(indexInside(nearest)) || namesIndex(join(nearest, FROE_FOLDER), nearest);
  return isRoot ? nearest : (indexAbove(nearest) ?? nearest);
}

/** It has its own index or configuration, or is a repository. */
export const isProjectFolder = (folder: string): boolean =>
  existsSync(join(folder, '.git')) || MARKERS.some((marker) => existsSync(join(folder, FROE_FOLDER, marker)));

/** Nothing is in it but what is never read, such as `.git`. */
export const isEmptyFolder = (folder: string): boolean =>
  folderEntries(folder).every(({ name }) => NEVER_READ.has(name));

/** Without the folder itself. */
export const indexAbove = (root: string): string | undefined =>
  root === dirname(root) ? undefined : nearestWith(dirname(root), [INDEX]);

/** The default path of a folder's index. */
export const indexInside = (root: string): string => join(root, FROE_FOLDER, INDEX);

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

/** The nearest folder with one of these, from here upwards. */
function nearestWith(from: string, markers: readonly string[]): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (markers.some((marker) => existsSync(join(at, FROE_FOLDER, marker)))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Settings are meant to be shared, and so may be the .gitignore that hides the rest. */
const SHARED_FILE = /^\.froe\/(?:config\.[^/]*|\.gitignore)$/;

/** A warning if git tracks the index, so that whoever can push decides what it answers; undefined if it does not. */
export function trackedIndex(root: string): string | undefined {
  if (!existsSync(join(root, FROE_FOLDER))) return undefined;
  const [first] = trackedBelow(root, FROE_FOLDER).filter((path) => !SHARED_FILE.test(path));
  if (first === undefined) return undefined;
  return `${first} is tracked by git, so others can change its answers. Run: git rm -f --cached ${first}`;
}
