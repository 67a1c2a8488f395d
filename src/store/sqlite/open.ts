/** Opens the file of an index, new or old, and says in our words what is wrong with one that cannot be. */
import { dirname } from 'node:path';
import { FroeError } from '../../errors.js';
import { makePrivate, makePrivateFolder } from '../../privateFile.js';
import { type Database, isBusy, openDatabase } from './database.js';
import { APPLICATION_ID, migrations } from './schema.js';

/** How long a reader or writer waits for another, in milliseconds. */
const PATIENCE = 10_000;

export function openFile(file: string): Database {
  return saying(file, () => {
    if (file !== ':memory:') {
      makePrivateFolder(dirname(file));
      makePrivate(file);
    }
    const db = openDatabase(file, PATIENCE);
    try {
      versionOf(db, file); // before anything is changed: it may be somebody else's
      // WAL: any number of readers beside one writer; each sees the state of the moment it began.
      untilFree(() => db.exec('PRAGMA journal_mode = WAL'));
      db.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
      // Both bounded: what is mapped counts as memory, and would grow with the index.
      db.exec('PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 33554432');
      migrate(db, file);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** SQLite waits by itself wherever it can; not where two make one file a WAL file: one of them is told at once. */
function untilFree(what: () => void): void {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      what();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // sleeps, as SQLite does
    }
  }
}

function migrate(db: Database, file: string): void {
  if (versionOf(db, file) === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    for (const step of migrations.slice(versionOf(db, file))) {
      if (typeof step === 'string') db.exec(step);
      else step(db);
    }
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(db: Database, file: string): number {
  const { id, version, schema } = atOneMoment(db, () => ({
    id: pragma(db, 'application_id'),
    version: pragma(db, 'user_version'),
    schema: pragma(db, 'schema_version'),
  }));
  const fresh = id === 0 && version === 0 && schema === 0;
  if (!fresh && id !== APPLICATION_ID)
    throw new FroeError('bad-index', `${file} is not an index of froe`, 'Give another path with --index.');
  if (version > migrations.length)
    throw new FroeError('bad-index', `${file} was made by a newer froe (format ${version})`, 'Update froe.');
  return version;
}

/** Another process may be making the tables: no name before them, and one after, is nobody's index. */
function atOneMoment<T>(db: Database, read: () => T): T {
  if (db.isTransaction) return read();
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    if (db.isTransaction) db.exec('COMMIT');
  }
}

function pragma(db: Database, name: string): number {
  const row = db.prepare(`PRAGMA ${name}`).get();
  return Number(row?.[name]);
}

/** Runs something on the file; SQLite's complaints become ours. */
export function saying<T>(file: string, what: () => T): T {
  try {
    return what();
  } catch (error) {
    throw error instanceof FroeError ? error : inOurWords(file, error);
  }
}

interface Complaint {
  /** SQLite's primary result code, and what it says where it gives no code. */
  readonly code: number;
  readonly message: RegExp;
  readonly said: string;
  readonly hint: string;
}

const AGAIN = 'Run `froe clean`, then `froe index`: an index can always be made again.';
const complaints: readonly Complaint[] = [
  { code: 5, message: /is locked/, said: 'is being written by another process', hint: 'Wait for it, or stop it.' },
  {
    code: 8,
    message: /readonly/,
    said: 'may not be written',
    hint: 'Check its permissions, or give another path with --index.',
  },
  {
    code: 10,
    message: /I\/O error/,
    said: 'could not be read or written: the disk failed',
    hint: 'Check the disk; the last committed state is kept.',
  },
  { code: 11, message: /malformed|corrupt|no such (?:column|table)/, said: 'is damaged', hint: AGAIN },
  {
    code: 13,
    message: /disk is full/,
    said: 'could not grow: the disk is full',
    hint: 'Make room and run again; what was committed is kept.',
  },
  {
    code: 14,
    message: /unable to open/,
    said: 'could not be opened',
    hint: 'Check its folder and permissions, or give another path with --index.',
  },
  { code: 26, message: /not a database/, said: 'is not an index of froe, or is damaged', hint: AGAIN },
];

function inOurWords(file: string, error: unknown): unknown {
  // What we keep as JSON was JSON when it was written.
  if (error instanceof SyntaxError) return new FroeError('bad-index', `${file} is damaged`, AGAIN, error);
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return error;
  const code = 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  const found =
    complaints.find((one) => one.code === code) ?? complaints.find((one) => one.message.test(error.message));
  if (!found) return error;
  return new FroeError(found.code === 5 ? 'busy' : 'bad-index', `${file} ${found.said}`, found.hint, error);
}
