/**
 * Which file a path of the page means. It must be one that the index knows, so
 * that what git ignores is not served either, and it must lie below the root in
 * truth: a link that was put in its place later leads nowhere.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Engine } from '../open.js';
import { FroeError } from '../errors.js';
import type { SourceRow } from '../store/store.js';

export interface Inside {
  readonly file: string;
  readonly row: SourceRow;
}

export async function inside({ root, store }: Engine, path: string): Promise<Inside> {
  const row = isPlain(path) ? await store.source(`main:${path}`) : undefined;
  const file = row?.kind === 'file' ? real(join(root, path)) : undefined;
  if (!row || !file || !isBelow(realpathSync(root), file))
    throw new FroeError('not-found', 'There is no such file in the index', 'Bring the index up to date: froe index');
  return { file, row };
}

/** As the index writes paths: relative, forward, without steps up. */
const isPlain = (path: string): boolean =>
  path !== '' && !isAbsolute(path) && !path.includes('\0') && !path.split('/').includes('..');

function real(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined; // it is gone
  }
}

function isBelow(root: string, file: string): boolean {
  const way = relative(root, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
