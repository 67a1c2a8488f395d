/** The kinds of store there are, and which one an index is in. Nobody else asks. */
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { refuseOther } from './otherRoot.js';
import type { PostgresStore } from './postgres.js';
import { makeHome } from './sqlite/home.js';
import { lockFile } from './sqlite/lock.js';
import { saying } from './sqlite/open.js';
import { SqliteStore } from './sqlite.js';
import type { Store, StoreOptions } from './store.js';
import { isAddress } from './where.js';

export type Release = () => void | Promise<void>;

interface Kind {
  /** Others may use it who do not see the same files. */
  readonly shared: boolean;
  readonly open: (where: string, options?: StoreOptions) => Promise<Store>;
  /** Makes what must be there before it is opened for the first time. */
  readonly make: (where: string) => void;
  /** Is there anything to be opened, as far as can be seen without asking? */
  readonly exists: (where: string) => boolean;
  /** Undefined when another process has it. */
  readonly lock: (where: string) => Promise<Release | undefined>;
  readonly remove: (where: string) => Promise<void>;
}

/** SQLite's own companions, and our lock. */
const COMPANIONS = ['', '-wal', '-shm', '-writer'];
const MEMORY = ':memory:';

const file: Kind = {
  shared: false,
  open: async (where, options) => new SqliteStore(where, options),
  make: makeHome,
  exists: existsSync,
  lock: async (where) => (where === MEMORY ? () => {} : saying(where, () => lockFile(`${where}-writer`, 0))),
  remove: async (where) => {
    for (const suffix of COMPANIONS) rmSync(`${where}${suffix}`, { force: true });
  },
};

/** Brought in when it is asked for: most indexes are files. */
const openPostgres = async (where: string, options: StoreOptions = {}): Promise<PostgresStore> => {
  const [{ PostgresStore }, { connectTo }] = await Promise.all([
    import('./postgres.js'),
    import('./postgres/connect.js'),
  ]);
  const [connect, whose] = connectTo(where);
  return new PostgresStore(connect, { ...whose, ...options });
};

const postgres: Kind = {
  shared: true,
  open: openPostgres,
  make: () => {},
  exists: () => true,
  lock: async (where) => (await import('./postgres/connect.js')).lockTenant(where),
  remove: async (where) => {
    const store = await openPostgres(where);
    try {
      await store.drop();
    } finally {
      await store.close();
    }
  },
};

const kindOf = (where: string): Kind => (isAddress(where) ? postgres : file);

/** An index as it is; `:memory:` for one that goes with the process. */
export const openStore = (where: string, options?: StoreOptions): Promise<Store> => kindOf(where).open(where, options);
export const makeStore = async (where: string, options?: StoreOptions): Promise<Store> => {
  kindOf(where).make(where);
  return openStore(where, options);
};
/** One that must be of this folder: of another, every file would seem to be gone, and nothing would be answered. */
export async function openStoreOf(root: string, where: string, options?: StoreOptions): Promise<Store> {
  const store = await openStore(where, options);
  try {
    if (existsSync(root)) refuseOther(await store.root('main'), realpathSync(root), where);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
/** Of which folder it is, as far as it knows. */
export async function storeRoot(where: string): Promise<string | undefined> {
  if (isShared(where) || !storeExists(where)) return undefined;
  const store = await openStore(where);
  try {
    return await store.root('main');
  } finally {
    await store.close();
  }
}
export const storeExists = (where: string): boolean => kindOf(where).exists(where);
/** One that is shared is brought up to date by who is told to, not by whoever asks. */
export const isShared = (where: string): boolean => kindOf(where).shared;
/** So that one process writes at a time. */
export const lockStore = (where: string): Promise<Release | undefined> => kindOf(where).lock(where);
export const removeStore = (where: string): Promise<void> => kindOf(where).remove(where);
