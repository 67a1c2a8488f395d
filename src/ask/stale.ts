/** Whether a source is still what its file says: by stat, and where that is another one, by what is in the file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameStat, lookAt, statOf } from '../sources/stat.js';
import type { Listed, SourceRow, Store } from '../store/store.js';
import { sha256 } from '../text/hash.js';

export const fileOf = (root: string, { path }: Pick<SourceRow, 'path'>): string => join(root, path);

/** Its file is gone, or says something else. An artifact has none. */
export function isStale(root: string, row: Omit<Listed, 'docId'>): boolean {
  if (row.kind !== 'file') return false;
  const file = fileOf(root, row);
  const stats = lookAt(file);
  if (!stats?.isFile() || stats.size !== row.size) return true;
  return !isSameStat(statOf(stats), row) && hashOf(file) !== row.hash;
}

function hashOf(file: string): string | undefined {
  try {
    return sha256(readFileSync(file));
  } catch {
    return undefined; // it may not be read any more, or went this moment
  }
}

/** Those of the documents that are stale. */
export async function staleOf(store: Store, root: string, docIds: readonly string[]): Promise<ReadonlySet<string>> {
  const stale = new Set<string>();
  for (const docId of new Set(docIds)) {
    const row = await store.source(docId);
    if (row && isStale(root, row)) stale.add(docId);
  }
  return stale;
}
