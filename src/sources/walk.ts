/**
 * Which files a root holds, in a stable order. In a git repository git itself is
 * asked; elsewhere folders are read with nested `.gitignore` files. A repository
 * inside the root keeps its own rules. `.froeignore` takes away from either list.
 *
 * Symbolic links are not followed: what they point to is either inside the root
 * and found there, or outside and none of our business. One that points nowhere
 * is reported.
 */
import { type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Diagnostic } from '../types.js';
import { gitFiles } from './git.js';
import { IgnoreRules } from './ignored.js';
import { reasonOf } from './read.js';

export interface Walk {
  /** Relative to the root, with forward slashes, sorted. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Never worth reading, ignored or not. */
export const ALWAYS_OUT = new Set(['.git', '.hg', '.svn', '.froe', 'node_modules']);

export function walk(root: string): Walk {
  const diagnostics: Diagnostic[] = [];
  const ignored = rulesFor(root, '.froeignore');
  const files = list(root, diagnostics)
    .filter((path) => !path.split('/').some((part) => ALWAYS_OUT.has(part)) && !ignored(path))
    .filter((path) => isRegular(root, path, diagnostics))
    .sort(); // by code unit, so that every machine has the same order
  return { files, diagnostics };
}

function list(root: string, diagnostics: Diagnostic[]): string[] {
  const listed = gitFiles(root);
  if (!listed) return folderFiles(root, diagnostics);
  diagnostics.push(...listed.diagnostics);
  return listed.files.flatMap((path) => {
    const inner = path.replace(/\/$/, '');
    return isRepository(join(root, inner)) ? below(inner, root, diagnostics) : [path];
  });
}

/** The list of a folder that has rules of its own. */
function below(folder: string, root: string, diagnostics: Diagnostic[]): string[] {
  const found: Diagnostic[] = [];
  const files = list(join(root, folder), found).map((path) => `${folder}/${path}`);
  diagnostics.push(...found.map((note) => ({ ...note, path: note.path === '' ? folder : `${folder}/${note.path}` })));
  return files;
}

function folderFiles(root: string, diagnostics: Diagnostic[]): string[] {
  const files: string[] = [];
  const ignored = rulesFor(root, '.gitignore');
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(root, folder, diagnostics)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (ALWAYS_OUT.has(entry.name) || ignored(entry.isDirectory() ? `${path}/` : path)) continue;
      if (!entry.isDirectory()) files.push(path);
      else if (isRepository(join(root, path))) files.push(...below(path, root, diagnostics));
      else open.push(path);
    }
  }
  return files;
}

function entriesOf(root: string, folder: string, diagnostics: Diagnostic[]): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    diagnostics.push({ code: 'unreadable', path: folder, message: reasonOf(error) });
    return [];
  }
}

const isRepository = (folder: string): boolean => existsSync(join(folder, '.git'));

/**
 * Ignore files count from the top of the repository down, or from the root where
 * there is none. Rules from above that would leave out the root as a whole do
 * not: the user has named it.
 */
function rulesFor(root: string, file: string): (path: string) => boolean {
  const top = topOf(root) ?? root;
  const above = posix(top, root);
  const rules = new IgnoreRules(top, file);
  if (above === '') return (path) => rules.ignores(path);
  if (rules.ignores(`${above}/`)) {
    const own = new IgnoreRules(root, file);
    return (path) => own.ignores(path);
  }
  return (path) => rules.ignores(`${above}/${path}`);
}

function topOf(folder: string): string | undefined {
  if (isRepository(folder)) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : topOf(above);
}

function isRegular(root: string, path: string, diagnostics: Diagnostic[]): boolean {
  const file = join(root, path);
  try {
    const stats = lstatSync(file);
    if (stats.isSymbolicLink()) {
      const message = whyDead(file);
      if (message) diagnostics.push({ code: 'unreadable', path, message });
    } else if (!stats.isFile() && !stats.isDirectory()) {
      diagnostics.push({ code: 'not-a-file', path, message: 'is not a regular file' });
    }
    return stats.isFile();
  } catch (error) {
    // git lists what it tracks, also what has been deleted since: that is no news.
    if (isMissing(error) && !path.includes('\ufffd')) return false;
    const message = isMissing(error) ? 'has a name that is not UTF-8' : reasonOf(error);
    diagnostics.push({ code: 'unreadable', path, message });
    return false;
  }
}

function whyDead(link: string): string | undefined {
  try {
    statSync(link);
    return undefined;
  } catch (error) {
    return isMissing(error) ? 'is a symbolic link to nothing' : reasonOf(error);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** A path below the root as ids have it. */
export const posix = (from: string, to: string): string => relative(from, to).split(sep).join('/');
