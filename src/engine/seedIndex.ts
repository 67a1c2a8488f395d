/**
 * A new index that starts as a copy: from another worktree of the same repository, or from a clone that is named. What
 * is the same in both is not parsed, cut or embedded again: the copy is synced like any index.
 *
 *     git worktree add ../fix       ../fix has no index; the worktree that it was created from has one
 *     froe index --from ../shop     a second clone
 *
 * Artifacts are not copied.
 */
import { FroeError } from '../errors.js';
import { otherWorktrees } from '../sources/gitFolder.js';
import { copyStore, isShared, openStore, storeExists } from '../store/openStore.js';
import { ARTIFACTS } from '../store/store.js';
import { indexInside } from './projectRoot.js';

/** Returns the folder whose index was copied; undefined if none was. */
export async function seedIndex(root: string, file: string, from?: string): Promise<string | undefined> {
  if (isShared(file) || file === ':memory:') return undefined;
  if (from === undefined && storeExists(file)) return undefined;
  if (from !== undefined) {
    await copyFrom(root, file, from);
    return from;
  }
  for (const worktree of otherWorktrees(root)) {
    if (!storeExists(indexInside(worktree))) continue;
    try {
      await copyFrom(root, file, worktree);
      return worktree;
    } catch (error) {
      if (!(error instanceof FroeError)) throw error; // foreign, damaged or being written: the new index starts empty
    }
  }
  return undefined;
}

async function copyFrom(root: string, file: string, from: string): Promise<void> {
  const source = indexInside(from);
  if (!storeExists(source)) throw new FroeError('not-found', `${from} has no index`, 'Name a folder that has one.');
  if (storeExists(file))
    throw new FroeError('bad-option', `${root} already has an index`, 'Without --from it is brought up to date.');
  await copyStore(source, file, root);
  const store = await openStore(file);
  try {
    const artifacts = Array.from((await store.sources(ARTIFACTS)).values(), ({ docId }) => docId);
    if (artifacts.length > 0) await store.write({ remove: artifacts });
  } finally {
    await store.close();
  }
}
