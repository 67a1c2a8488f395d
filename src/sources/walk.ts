/**
 * Which files a root holds, in a stable order. In a git repository git itself is
 * asked: nothing else knows its ignore rules better. Elsewhere folders are read
 * with nested `.gitignore` files. `.froeignore` counts in both.
 *
 * Symbolic links are not followed: what they point to is either inside the root
 * and found there, or outside and none of our business. One that points nowhere
 * is reported.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Diagnostic } from '../types.js';
import { unreadable } from './read.js';

export interface Walk {
  /** Relative to the root, with forward slashes, sorted. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Never worth reading, ignored or not. */
const ALWAYS_OUT = new Set(['.git', '.hg', '.svn', '.froe', 'node_modules']);
const RULE_FILES = ['.gitignore', '.froeignore'] as const;

export function walk(root: string): Walk {
  const diagnostics: Diagnostic[] = [];
  const listed = gitFiles(root) ?? folderFiles(root, diagnostics);
  const files = froeIgnored(root, listed)
    .filter((path) => isRegular(root, path, diagnostics))
    .sort(); // by code unit, so that every machine has the same order
  return { files, diagnostics };
}

/** Tracked and untracked files that git does not ignore; undefined where there is no git or no repository. */
function gitFiles(root: string): string[] | undefined {
  try {
    const list = ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z'];
    const out = execFileSync('git', list, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
    const files = out.toString('utf8').split('\0').filter((path) => path !== '');
    return files.filter((path) => !path.split('/').some((part) => ALWAYS_OUT.has(part)));
  } catch {
    return undefined;
  }
}

function folderFiles(root: string, diagnostics: Diagnostic[]): string[] {
  const files: string[] = [];
  const open: { folder: string; rules: readonly Rules[] }[] = [{ folder: '', rules: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { folder } = next;
    const rules = withRulesOf(root, folder, next.rules, '.gitignore');
    for (const entry of entriesOf(root, folder, diagnostics)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (ALWAYS_OUT.has(entry.name)) continue;
      if (ignored(rules, entry.isDirectory() ? `${path}/` : path)) continue;
      if (entry.isDirectory()) open.push({ folder: path, rules });
      else files.push(path);
    }
  }
  return files;
}

function entriesOf(root: string, folder: string, diagnostics: Diagnostic[]) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    diagnostics.push({ code: 'unreadable', path: folder, message: unreadable('', error).message.trim() });
    return [];
  }
}

/** The rules of one folder; they apply to what lies below it. */
interface Rules {
  readonly folder: string;
  readonly matcher: Ignore;
}

function withRulesOf(root: string, folder: string, rules: readonly Rules[], file: (typeof RULE_FILES)[number]): readonly Rules[] {
  try {
    const text = readFileSync(join(root, folder, file), 'utf8');
    return [...rules, { folder, matcher: ignore().add(text) }];
  } catch {
    return rules; // there is none, or it cannot be read: the same to us
  }
}

/** The nearest folder that has an opinion decides, as in git. */
function ignored(rules: readonly Rules[], path: string): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const { folder, matcher } = rules[i];
    const verdict = matcher.test(folder === '' ? path : path.slice(folder.length + 1));
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

/** `.froeignore` files, applied to a list that is known already. */
function froeIgnored(root: string, files: readonly string[]): string[] {
  const holders = files.filter((path) => path === '.froeignore' || path.endsWith('/.froeignore'));
  if (holders.length === 0) return [...files];
  const folders = holders.map((path) => path.slice(0, -'/.froeignore'.length)).sort((a, b) => a.length - b.length);
  const rules = folders.flatMap((folder) => withRulesOf(root, folder, [], '.froeignore'));
  return files.filter((path) => !ignored(rules.filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`)), path));
}

function isRegular(root: string, path: string, diagnostics: Diagnostic[]): boolean {
  const file = join(root, path);
  try {
    const stats = lstatSync(file);
    if (stats.isSymbolicLink()) statSync(file); // throws when it points nowhere
    else if (!stats.isFile() && !stats.isDirectory()) diagnostics.push({ code: 'not-a-file', path, message: 'is not a regular file' });
    return stats.isFile();
  } catch (error) {
    // git lists what it tracks, also what has been deleted since: that is no news.
    if (!isMissing(error) || isDangling(file)) {
      diagnostics.push({ code: 'unreadable', path, message: unreadable('', error).message.trim() });
    }
    return false;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function isDangling(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

/** A path below the root as ids have it. */
export const posix = (from: string, to: string): string => relative(from, to).split(sep).join('/');
