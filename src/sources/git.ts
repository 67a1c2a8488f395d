/** What git says of a folder. Nothing knows its ignore rules better. */
import { spawnSync } from 'node:child_process';
import type { Diagnostic } from '../types.js';

export interface GitList {
  /** Relative to the folder. A repository inside it is one entry that ends in a slash. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Tracked and untracked files that git does not ignore; undefined where there is no git or no repository. */
export function gitFiles(folder: string): GitList | undefined {
  const { status, stdout, stderr } = git(folder, ['ls-files', '-co', '--exclude-standard', '-z']);
  if (status !== 0) return undefined;
  const files = stdout.split('\0').filter((path) => path !== '');
  // A folder that git ignores was named by the user all the same: that wins.
  if (files.length === 0 && git(folder, ['check-ignore', '-q', '.']).status === 0) return undefined;
  return { files: [...new Set(files)], diagnostics: stderr.split('\n').flatMap(closedFolder) }; // a file in conflict is listed thrice
}

/** A repository that the environment speaks of, as in a hook, is not the one that is asked about. */
const elsewhere = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };

export function git(
  folder: string,
  words: readonly string[],
): { status: number | null; stdout: string; stderr: string } {
  // A repository may name a program for git to start; only to be listed, it must not.
  return spawnSync('git', ['-C', folder, '-c', 'core.fsmonitor=false', ...words], {
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
