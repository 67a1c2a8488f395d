/** A folder by its whole path, without links. One that is not there is no empty one: all of its index would go. */
import { realpathSync } from 'node:fs';
import { FroeError } from '../errors.js';
import { reasonOf } from '../sources/read.js';

export function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    throw new FroeError('not-found', `${root} cannot be read: ${reasonOf(error)}`, undefined, error);
  }
}
