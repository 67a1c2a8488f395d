/** Where a repository keeps its things, read from its files: the top of a work tree, `.git`, other worktrees. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readRegular } from './readRegular.js';

export const isRepository = (folder: string): boolean => existsSync(join(folder, '.git'));

/** The work tree that a folder is in. */
export function topOf(folder: string): string | undefined {
  if (isRepository(folder)) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : topOf(above);
}

/** Bytes of a path, far more than any has. */
const MAX_PATH_BYTES = 1 << 16;

/** Where the repository of a work tree keeps its things: `.git`, or what the file of that name points to. */
export function gitFolder(top: string): string | undefined {
  const own = join(top, '.git');
  try {
    if (statSync(own).isDirectory()) return own;
    const target = /^gitdir: (.*?)\r?\n?$/.exec(readRegular(own, MAX_PATH_BYTES).toString())?.[1];
    return target === undefined ? undefined : resolve(top, target);
  } catch {
    return undefined;
  }
}

/** Made by `git worktree add`: another state of a repository that is elsewhere. A submodule is none. */
export function isLinkedWorktree(folder: string): boolean {
  const gitDir = gitFolder(folder);
  return gitDir !== undefined && basename(dirname(gitDir)) === 'worktrees';
}

/**
 * The other worktrees of the repository that a linked one is of, the main one first. Only where that repository knows
 * of this folder: whoever writes a file `.git` can point it anywhere.
 */
export function otherWorktrees(folder: string): readonly string[] {
  const gitDir = isLinkedWorktree(folder) ? gitFolder(folder) : undefined;
  if (gitDir === undefined || worktreeAt(gitDir) !== realpathOf(folder)) return [];
  const all = dirname(gitDir);
  const common = dirname(all);
  const linked = folderEntries(all).flatMap(({ name }) => worktreeAt(join(all, name)) ?? []);
  const main = basename(common) === '.git' ? [dirname(common)] : [];
  return [...main, ...linked].filter((one) => one !== realpathOf(folder));
}

/** `/shop/.git/worktrees/fix` has a file `gitdir` with `/fix/.git` in it. */
function worktreeAt(gitDir: string): string | undefined {
  try {
    const file = readRegular(join(gitDir, 'gitdir'), MAX_PATH_BYTES).toString().trimEnd();
    return realpathOf(dirname(resolve(gitDir, file)));
  } catch {
    return undefined; // it is none
  }
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // it is gone
  }
}

/** None where the folder may not be read. */
export function folderEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
