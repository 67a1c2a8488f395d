/** What git says of a folder. Nothing knows its ignore rules better. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../types.js';

export interface GitList {
  /** Relative to the folder. A repository inside it is one entry that ends in a slash. */
  readonly files: readonly string[];
  /** Those of them that git has been told not to look at (assume-unchanged, skip-worktree). */
  readonly flagged: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Tracked and untracked files that git does not ignore; undefined where there is no git or no repository. */
export function gitFiles(folder: string): GitList | undefined {
  const listing = ['ls-files', '-co', '-v', '--exclude-standard', '-z'];
  const { status, stdout, stderr } = git(folder, listing);
  if (status !== 0) return undefined;
  const entries = stdout.split('\0').filter((entry) => entry !== ''); // `H src/app.py`
  // A folder that git ignores was named by the user all the same: that wins.
  if (entries.length === 0 && git(folder, ['check-ignore', '-q', '.']).status === 0) return undefined;
  return {
    files: [...new Set(entries.map(pathIn))], // a file in conflict is listed thrice
    flagged: entries.filter((entry) => /^[a-zS] /.test(entry)).map(pathIn),
    diagnostics: stderr.split('\n').flatMap(closedFolder),
  };
}

const pathIn = (entry: string): string => entry.slice(2);

/** A repository that the environment speaks of, as in a hook, is not the one that is asked about. */
const elsewhere = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };

export function git(
  folder: string,
  words: readonly string[],
  // A repository may name a program for git to start; only to be listed, it must not.
  settings: readonly string[] = ['core.fsmonitor=false'],
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('git', ['-C', folder, ...settings.flatMap((one) => ['-c', one]), ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...elsewhere, LC_ALL: 'C' },
  });
}

const closedFolder = (line: string): Diagnostic[] => {
  const path = /^warning: could not open directory '(.*)\/'/.exec(line)?.[1];
  return path === undefined ? [] : [{ code: 'unreadable', path, message: 'may not be read' }];
};

export const isRepository = (folder: string): boolean => existsSync(join(folder, '.git'));

/** The work tree that a folder is in. */
export function topOf(folder: string): string | undefined {
  if (isRepository(folder)) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : topOf(above);
}

/** Where the repository of a work tree keeps its things: `.git`, or what the file of that name points to. */
export function gitFolder(top: string): string | undefined {
  const own = join(top, '.git');
  try {
    if (statSync(own).isDirectory()) return own;
    const target = /^gitdir: (.*?)\r?\n?$/.exec(readFileSync(own, 'utf8'))?.[1];
    return target === undefined ? undefined : resolve(top, target);
  } catch {
    return undefined;
  }
}

/** Made by `git worktree add`: another state of a repository that is elsewhere. A submodule is none. */
export function isLinkedWorktree(folder: string): boolean {
  const kept = gitFolder(folder);
  return kept !== undefined && basename(dirname(kept)) === 'worktrees';
}
