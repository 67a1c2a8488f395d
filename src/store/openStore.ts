/** The kinds of stores, and which kind an index is. */
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { FroeError } from '../errors.js';
import { isDatabaseUrl } from './databaseUrl.js';
import { refuseOtherRoot } from './mismatch.js';
import { copyIndex } from './sqlite/copyIndex.js';
import { holderOf, isIndexFile, lockFile } from './sqlite/indexFile.js';
import { FILE_SUFFIXES, HISTORY_SUFFIX, LOCK_SUFFIX, makeIndexFolder, refuseLinks } from './sqlite/indexFolder.js';
import { adoptIndex, countArtifacts, disclaim, isForeign, isReplaceable } from './sqlite/ownership.js';
import { withSqliteErrors } from './sqlite/withSqliteErrors.js';
import { SqliteStore } from './sqlite.js';
import { ARTIFACTS, type Store, type StoreOptions } from './store.js';

export type ReleaseLock = () => void | Promise<void>;

interface StoreKind {
  /** Used by others, who may not have the same files. */
  readonly shared: boolean;
  readonly open: (where: string, options?: StoreOptions) => Promise<Store>;
  /** Creates what must exist before it is first opened. */
  readonly make: (where: string) => void;
  /** Whether there is an index, as far as can be told without connecting. */
  readonly exists: (where: string) => boolean;
  /** Undefined if another process holds it. `onLost`: called if it is lost before it is released. */
  readonly lock: (where: string, onLost: (error: FroeError) => void) => Promise<ReleaseLock | undefined>;
  /** The process that holds the lock, if known. */
  readonly holder: (where: string) => number | undefined;
  readonly remove: (where: string) => Promise<void>;
  /** The number of artifacts, which cannot be rebuilt from files. */
  readonly artifacts: (where: string) => Promise<number>;
}

const MEMORY = ':memory:';

const sqliteKind: StoreKind = {
  shared: false,
  open: async (where, options) => new SqliteStore(where, options),
  make: makeIndexFolder,
  exists: existsSync,
  lock: async (where) => (where === MEMORY ? () => {} : withSqliteErrors(where, () => lockIndex(where))),
  holder: (where) => holderOf(`${where}${LOCK_SUFFIX}`),
  remove: async (where) => removeIndex(where, FILE_SUFFIXES),
  artifacts: async (where) => countArtifacts(where) ?? 0,
};

function lockIndex(where: string): ReleaseLock | undefined {
  refuseLinks(where);
  return lockFile(`${where}${LOCK_SUFFIX}`, 0);
}

/** What is removed while the lock is held. */
const ALL_BUT_LOCK = FILE_SUFFIXES.filter((suffix) => suffix !== LOCK_SUFFIX);

function removeIndex(where: string, suffixes: readonly string[]): void {
  refuseForeignFile(where);
  for (const suffix of suffixes) rmSync(`${where}${suffix}`, { force: true });
}

/** Replaces an index that is not this user's, if everything in it can be rebuilt from files. */
async function replaceForeign(where: string, openError: unknown, open: () => Promise<Store>): Promise<Store> {
  if (!isForeign(openError) || !isReplaceable(where)) throw openError;
  const release = await lockStore(where);
  if (!release) throw openError;
  try {
    return await open().catch((error: unknown) => {
      if (!isForeign(error)) throw error; // another process may have been faster
      removeIndex(where, ALL_BUT_LOCK);
      return open();
    });
  } finally {
    await release();
  }
}

/** Removes a damaged index, if it is at the default path and can be rebuilt from files. */
export async function removeDamaged(where: string): Promise<boolean> {
  if (isDatabaseUrl(where) || !isIndexFile(where) || !isReplaceable(where)) return false;
  const release = await lockStore(where);
  if (!release) return false;
  try {
    removeIndex(where, ALL_BUT_LOCK);
    return true;
  } finally {
    await release();
  }
}

/** Loaded on demand: most indexes are files. */
const openPostgres = async (where: string, options: StoreOptions = {}): Promise<Store> => {
  const [{ openTenant }, { connectTo }] = await Promise.all([
    import('./postgres/openTenant.js'),
    import('./postgres/connect.js'),
  ]);
  const [connect, tenantAndRoot] = connectTo(where);
  return openTenant(connect, { ...tenantAndRoot, ...options });
};

async function removeTenantIndex(where: string): Promise<void> {
  const [{ PostgresStore }, { connectTo }] = await Promise.all([
    import('./postgres.js'),
    import('./postgres/connect.js'),
  ]);
  const store = new PostgresStore(...connectTo(where));
  try {
    await store.drop();
  } finally {
    await store.close();
  }
}

const postgresKind: StoreKind = {
  shared: true,
  open: openPostgres,
  make: () => {},
  exists: () => true,
  lock: async (where, onLost) => (await import('./postgres/connect.js')).lockTenant(where, onLost),
  holder: () => undefined,
  artifacts: async (where) => {
    const store = await openPostgres(where);
    try {
      return (await store.sources(ARTIFACTS)).size;
    } finally {
      await store.close();
    }
  },
  remove: removeTenantIndex,
};

const kindOf = (where: string): StoreKind => (isDatabaseUrl(where) ? postgresKind : sqliteKind);

/** Opens an existing index; `:memory:` is an index that ends with the process. */
export const openStore = (where: string, options?: StoreOptions): Promise<Store> => kindOf(where).open(where, options);
/** Opens an index, or creates it. `onReplaced`: called if the index of another user was removed. */
export const makeStore = async (where: string, options?: StoreOptions, onReplaced?: () => void): Promise<Store> => {
  kindOf(where).make(where);
  const open = (): Promise<Store> => openStore(where, options);
  return open().catch(async (error: unknown) => {
    const store = await replaceForeign(where, error, open);
    onReplaced?.();
    return store;
  });
};
/** Opens the index of this folder. With another folder's index every file would seem to be gone, and nothing be answered. */
export async function openStoreOf(root: string, where: string, options?: StoreOptions): Promise<Store> {
  const store = await makeStore(where, options);
  try {
    if (existsSync(root)) refuseOtherRoot(await store.root('main'), realpathSync(root), where);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
/** Creates an index of a folder as a copy of another index of this user. */
export async function copyStore(from: string, to: string, root: string): Promise<void> {
  makeIndexFolder(to);
  const release = await lockStore(to);
  if (!release) throw new FroeError('busy', `${to} is being written by another process`);
  try {
    if (!isIndexFile(from)) throw new FroeError('bad-index', `${from} is not a froe index`);
    copyIndex(from, to, root);
  } finally {
    await release();
  }
}
export const storeExists = (where: string): boolean => kindOf(where).exists(where);
/** A shared index is updated by an explicit run, not by every query. */
export const isShared = (where: string): boolean => kindOf(where).shared;
/** The write lock: one process writes at a time. `onLost`: called if it is lost, with the connection to a database. */
export const lockStore = (
  where: string,
  onLost: (error: FroeError) => void = () => {},
): Promise<ReleaseLock | undefined> => kindOf(where).lock(where, onLost);
/** The process that holds the lock, if known. */
export const lockHolder = (where: string): number | undefined => kindOf(where).holder(where);
/** Records an index as this user's, whoever made it. False if there is none, or if it already is; databases have their own rules. */
export const ownStore = (where: string): boolean =>
  !isDatabaseUrl(where) && isIndexFile(where) && withSqliteErrors(where, () => adoptIndex(where));
/** Removes that record. False if there was none. */
export const disownStore = (where: string): boolean => {
  if (isDatabaseUrl(where)) return false;
  disclaim(`${where}${HISTORY_SUFFIX}`);
  return disclaim(where);
};
/** A file that is not an index is never removed, whoever names it. */
export function refuseForeignFile(where: string): void {
  if (isDatabaseUrl(where) || isIndexFile(where)) return;
  throw new FroeError(
    'bad-index',
    `${where} is not a froe index: nothing was removed`,
    'If it is a damaged one, delete it yourself.',
  );
}
export const countStoredArtifacts = (where: string): Promise<number> => kindOf(where).artifacts(where);
export const removeStore = (where: string): Promise<void> => kindOf(where).remove(where);
