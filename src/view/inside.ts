/**
 * Which file a path of the page means. It must be one that the index knows, so
 * that what git ignores is not served either, and it must lie below the root in
 * truth: a link that was put in its place later leads nowhere.
 */
import { FroeError } from '../errors.js';
import type { Engine } from '../open.js';
import { fileBelow, pathBelow } from '../sources/jail.js';
import type { SourceRow } from '../store/store.js';

export interface Inside {
  readonly file: string;
  readonly row: SourceRow;
}

export async function inside({ root, store }: Engine, given: string): Promise<Inside> {
  const row = await store.source(`main:${pathBelow(root, given)}`);
  if (row?.kind !== 'file')
    throw new FroeError('not-found', 'There is no such file in the index', 'Bring the index up to date: froe index');
  return { file: fileBelow(root, row.path), row };
}
