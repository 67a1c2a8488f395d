/** The index: made, or found. */
import { FroeError } from '../errors.js';
import { makeStore, openStore, storeExists } from '../store/openStore.js';
import type { Store } from '../store/store.js';
import { shown } from '../store/where.js';
import type { Place } from './place.js';

/** Opens the index for writing, and makes it when there is none. */
export const openIndex = ({ file }: Place): Promise<Store> => makeStore(file);

/** Opens an index that must be there. */
export async function openExisting({ file }: Place): Promise<Store> {
  if (!storeExists(file))
    throw new FroeError('not-found', `There is no index at ${shown(file)}`, 'Make one: froe index');
  return openStore(file);
}
