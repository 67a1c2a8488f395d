/** Opens the file of an index, new or old, and says in our words what is wrong with one that cannot be. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { FroeError } from '../../errors.js';
import { type Database, openDatabase } from './database.js';
import { APPLICATION_ID, migrations } from './schema.js';

/** How long a reader or writer waits for another, in milliseconds. */
const PATIENCE = 10_000;

export function openFile(file: string): Database {
  return saying(file, () => {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    const db = openDatabase(file, PATIENCE);
    try {
      // WAL: any number of readers beside one writer; each sees the state of the moment it began.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
      db.exec('PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 268435456');
      migrate(db, file);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

function migrate(db: Database, file: string): void {
  if (versionOf(db, file) === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    for (let version = versionOf(db, file); version < migrations.length; version++) db.exec(migrations[version]);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(db: Database, file: string): number {
  const id = pragma(db, 'application_id');
  const version = pragma(db, 'user_version');
  const fresh = id === 0 && version === 0 && pragma(db, 'schema_version') === 0;
  if (!fresh && id !== APPLICATION_ID)
    throw new FroeError('bad-index', `${file} is not an index of froe`, 'Give another path with --index.');
  if (version > migrations.length)
    throw new FroeError('bad-index', `${file} was made by a newer froe (format ${version})`, 'Update froe.');
  return version;
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

/** SQLite's primary result codes, and what a user can do about each. */
const complaints: Readonly<Record<number, readonly [said: string, hint: string]>> = {
  5: ['is being written by another process', 'Wait for it, or stop it.'],
  6: ['is being written by another process', 'Wait for it, or stop it.'],
  8: ['may not be written', 'Check its permissions, or give another path with --index.'],
  10: ['could not be read or written: the disk failed', 'Check the disk; the last committed state is kept.'],
  11: ['is damaged', 'Run `froe clean`, then `froe index`: an index can always be made again.'],
  13: ['could not grow: the disk is full', 'Make room and run again; what was committed is kept.'],
  14: ['could not be opened', 'Check its folder and permissions, or give another path with --index.'],
  26: [
    'is not an index of froe, or is damaged',
    'Run `froe clean`, then `froe index`, or give another path with --index.',
  ],
};

function inOurWords(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : -1;
  const [said, hint] = complaints[code] ?? [];
  return said === undefined
    ? error
    : new FroeError(code === 5 || code === 6 ? 'busy' : 'bad-index', `${file} ${said}`, hint, error);
}
