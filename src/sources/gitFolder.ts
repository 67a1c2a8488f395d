/** The folders of a repository, read from its files: the top of a work tree, `.git`, other worktrees. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readRegular } from './readRegular.js';

export const isRepository = (folder: string): boolean => existsSync(join(folder, '.git'));

/** The work tree that contains a folder. */
export function topOf(folder: string): string | undefined {
  if (isRepository(folder)) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : topOf(parent);
}

/** Maximum bytes of a path; none is this long. */
const MAX_PATH_BYTES = 1 << 16;

/** The git folder of a work tree: `.git`, or the target of the file of that name. */
export function gitFolder(top: string): string | undefined {
  const gitPath = join(top, '.git');
  try {
    if (statSync(gitPath).isDirectory()) return gitPath;
    const target = /^gitdir: (.*?)\r?\n?$/.exec(readRegular(gitPath, MAX_PATH_BYTES).toString())?.[1];
    return target === undefined ? undefined : resolve(top, target);
  } catch {
    return undefined;
  }
}

/** Created by `git worktree add`: another checkout of a repository elsewhere. A submodule is not one. */
export function isLinkedWorktree(folder: string): boolean {
  const gitDir = gitFolder(folder);
  return gitDir !== undefined && basename(dirname(gitDir)) === 'worktrees';
}

/**
 * The other worktrees of the repository of a linked one, the main one first. Only if that repository lists this folder:
 * a file `.git` can point anywhere.
 */
export function otherWorktrees(folder: string): readonly string[] {
  const gitDir = isLinkedWorktree(folder) ? gitFolder(folder) : undefined;
  if (gitDir === undefined || worktreeAt(gitDir) !== realpathOf(folder)) return [];
  const worktreesFolder = dirname(gitDir);
  const common = dirname(worktreesFolder);
  const linked = folderEntries(worktreesFolder).flatMap(({ name }) => worktreeAt(join(worktreesFolder, name)) ?? []);
  const main = basename(common) === '.git' ? [dirname(common)] : [];
  return [...main, ...linked].filter((worktree) => worktree !== realpathOf(folder));
}

/** `/shop/.git/worktrees/fix` has a file `gitdir` that contains `/fix/.git`. */
function worktreeAt(gitDir: string): string | undefined {
  try {
    const file = readRegular(join(gitDir, 'gitdir'), MAX_PATH_BYTES).toString().trimEnd();
    return realpathOf(dirname(resolve(gitDir, file)));
  } catch {
    return undefined; // not a worktree
  }
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // it is gone
  }
}

/** Empty if the folder cannot be read. */
export function folderEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
