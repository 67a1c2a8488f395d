/** Opens the file of an index, new or existing, if it is this user's. */
import { dirname } from 'node:path';
import { FroeError } from '../../errors.js';
import { makePrivate, makePrivateFolder } from '../../privateFile.js';
import { transaction } from '../../transaction.js';
import { formatMismatch } from '../mismatch.js';
import { type Database, isBusy, isReadOnly, openDatabase, openReadOnly } from './database.js';
import { refuseLinks } from './indexFolder.js';
import { GUARD_PRAGMAS, identify, refuseForeign } from './ownership.js';
import { APPLICATION_ID, sqliteMigrations } from './schema.js';
import { withSqliteErrors } from './withSqliteErrors.js';

const MEMORY = ':memory:';

/** How long a reader or writer waits for another, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

export function openFile(file: string): Database {
  return withSqliteErrors(file, () => {
    if (file === MEMORY) return setUpWritable(openDatabase(file, BUSY_TIMEOUT_MS), file);
    refuseLinks(file);
    if (isReadOnly(file)) return setUpReadOnly(openReadOnly(file, BUSY_TIMEOUT_MS), file);
    makePrivateFolder(dirname(file));
    makePrivate(file);
    return setUpWritable(openDatabase(file, BUSY_TIMEOUT_MS), file);
  });
}

/** For reading and writing, with migrated tables. */
function setUpWritable(db: Database, file: string): Database {
  return closeOnError(db, () => {
    db.exec(GUARD_PRAGMAS);
    const version = versionOf(db, file); // before anything is changed: it may be foreign
    if (version > 0) refuseForeign(db, file);
    // Directly, not through the WAL: the first bytes of the file must identify it, whatever happens next.
    else db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    // WAL: any number of readers next to one writer; each sees the state at its start.
    retryWhileBusy(() => db.exec('PRAGMA journal_mode = WAL'));
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    // Both are bounded: mapped pages count as memory, and would grow with the index.
    db.exec('PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY');
    migrate(db, file);
    if (file !== MEMORY) refuseForeign(db, file); // another process may have created it meanwhile
    db.exec(MMAP_PRAGMA);
    return db;
  });
}

/** From a read-only disk or folder. */
function setUpReadOnly(db: Database, file: string): Database {
  return closeOnError(db, () => {
    db.exec(GUARD_PRAGMAS);
    const version = versionOf(db, file);
    refuseForeign(db, file);
    if (version < sqliteMigrations.length)
      throw new FroeError('bad-index', `${file} has index format ${version} and is read-only`, COPY_HINT);
    db.exec(`PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON; ${MMAP_PRAGMA}`);
    return db;
  });
}

const COPY_HINT = 'Create another index at a writable path: froe index --index FILE.';
const MMAP_PRAGMA = 'PRAGMA mmap_size = 33554432';

function closeOnError(db: Database, work: () => Database): Database {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite itself waits, except when two processes switch one file to WAL: one of them gets an error at once. */
function retryWhileBusy(work: () => void): void {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // sleep synchronously, as SQLite does
    }
  }
}

function migrate(db: Database, file: string): void {
  if (versionOf(db, file) === sqliteMigrations.length) return;
  transaction(db, () => {
    const version = versionOf(db, file); // another process may have been faster
    const isNew = version === 0;
    for (const step of sqliteMigrations.slice(version)) db.exec(step);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${sqliteMigrations.length}`);
    // Before anybody else can see it.
    if (file !== MEMORY && isNew) identify(db, file);
  });
}

function versionOf(db: Database, file: string): number {
  const read = (): Record<'id' | 'version' | 'schema', number> => ({
    id: pragma(db, 'application_id'),
    version: pragma(db, 'user_version'),
    schema: pragma(db, 'schema_version'),
  });
  // Read in one transaction: another process may be creating the tables, and half of the old state with half of the new is no index.
  const { id, version, schema } = db.isTransaction ? read() : transaction(db, read, 'BEGIN');
  const fresh = id === 0 && version === 0 && schema === 0;
  if (!fresh && id !== APPLICATION_ID)
    throw new FroeError('bad-index', `${file} is not a froe index`, 'Choose another path with --index.');
  if (version > sqliteMigrations.length)
    throw formatMismatch(file, version, sqliteMigrations.length, 'froe clean, then froe index');
  return version;
}

function pragma(db: Database, name: string): number {
  const row = db.prepare(`PRAGMA ${name}`).get();
  return Number(row?.[name]);
}
