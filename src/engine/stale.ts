/** Whether a source is still what its file contains: by stat, and if that differs, by the hash of the file. */
import { join } from 'node:path';
import { fileBelow } from '../sources/jail.js';
import { readBytes } from '../sources/read.js';
import { isSameStat, lstatIfThere, statOf } from '../sources/stat.js';
import type { ListedSource, Store } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import type { IndexPaths } from './indexPaths.js';

/** Its file is gone or has other contents. An artifact has no file. */
export function isStale(root: string, row: Omit<ListedSource, 'docId'>): boolean {
  if (row.kind !== 'file') return false;
  const stats = lstatIfThere(join(root, row.path));
  if (!stats?.isFile() || stats.size !== row.size) return true;
  return !isSameStat(statOf(stats), row) && hashOf(root, row.path) !== row.hash;
}

function hashOf(root: string, path: string): string | undefined {
  try {
    return sha256(readBytes(fileBelow(root, path)));
  } catch {
    return undefined; // it cannot be read any more, or was just removed
  }
}

/** The documents that are stale. */
export async function staleSources(
  store: Store,
  locate: IndexPaths['locate'],
  docIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const stale = new Set<string>();
  for (const docId of new Set(docIds)) {
    const row = await store.source(docId);
    if (row?.kind !== 'file') continue;
    const { root, path } = locate(row.path);
    if (isStale(root, { ...row, path })) stale.add(docId);
  }
  return stale;
}
