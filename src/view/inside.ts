/**
 * Which file a path of the page means. It must be one that the index knows, so
 * that what git ignores is not served either, and it must lie below the root in
 * truth: a link that was put in its place later leads nowhere.
 */

import type { Engine } from '../engine/engine.js';
import type { SourceRow } from '../engine/indexes.js';
import { FroeError } from '../errors.js';
import { fileBelow } from '../sources/jail.js';

export interface Inside {
  /** Undefined when it is gone. */
  readonly file: string | undefined;
  readonly row: SourceRow;
}

export async function inside(engine: Engine, given: string): Promise<Inside> {
  const row = (await engine.resolve(given)).map(({ source }) => source).find(({ kind }) => kind === 'file');
  if (!row) throw new FroeError('not-found', 'No such file in the index', 'Update the index: froe index');
  try {
    return { file: fileBelow(engine.root, row.path), row };
  } catch (error) {
    if (error instanceof FroeError && error.code === 'not-found') return { file: undefined, row };
    throw error;
  }
}
