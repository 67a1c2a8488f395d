/** Whether a source is still what its file says, by stat alone. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceRow, Store } from '../store/store.js';

/** Its file is gone, or no longer the one that was read. An artifact has none. */
export function isStale(root: string, { kind, path, size, mtime }: SourceRow): boolean {
  if (kind !== 'file') return false;
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  return !stat || stat.size !== size || (mtime >= 0 && stat.mtimeMs !== mtime);
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
