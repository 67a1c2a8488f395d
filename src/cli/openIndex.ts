/** The index: made, or found. */
import { FroeError } from '../errors.js';
import { withoutPassword } from '../store/databaseUrl.js';
import { makeStore, openStore, storeExists } from '../store/openStore.js';
import type { Store, StoreOptions } from '../store/store.js';
import { visible } from '../text/visible.js';
import type { IndexPlace } from './place.js';
import { remark } from './talk.js';

/** Opens the index for writing, with all that is in it, and makes it when there is none. */
export const openIndex = ({ file }: IndexPlace): Promise<Store> => makeStore(file, undefined, () => tell(file));

/** Opens it to answer from it: what is above the limit of the settings is not there. */
export const openToAsk = ({ file, settings }: IndexPlace): Promise<Store> =>
  makeStore(file, limitOf(settings), () => tell(file));

/** The same of an index that must be there. */
export async function openExisting({ file, settings }: IndexPlace): Promise<Store> {
  if (!storeExists(file))
    throw new FroeError('not-found', `There is no index at ${withoutPassword(file)}`, 'Make one: froe index');
  return openStore(file, limitOf(settings));
}

const limitOf = ({ maxSensitivity }: IndexPlace['settings']): StoreOptions => ({ maxSensitivity });

const tell = (file: string): void => remark(`${visible(file)} was not made here by you: it is made again`);
