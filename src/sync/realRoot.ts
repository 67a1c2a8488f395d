/** A folder by its whole path, without links. One that is not there is no empty one: all of its index would go. */
import { realpathSync, statSync } from 'node:fs';
import { FroeError } from '../errors.js';
import { reasonOf } from '../sources/read.js';

export function realRoot(root: string): string {
  try {
    const real = realpathSync(root);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw new FroeError(
      'not-found',
      `${root} ${reasonOf(error)}`,
      'An index is made of a folder that is there.',
      error,
    );
  }
  throw new FroeError('not-a-file', `${root} is not a folder`, 'An index is made of a folder.');
}
