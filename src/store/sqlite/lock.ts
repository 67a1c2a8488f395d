import { dirname } from 'node:path';
import { makePrivate, makePrivateFolder } from '../../privateFile.js';
import { isOpen } from '../../sources/openDatabases.js';
import { isBusy, openDatabase } from './database.js';
import { userVersionOf } from './indexFile.js';

/** Holds a file exclusively until the returned function is called; undefined when someone else has it for too long. */
export function lockFile(file: string, busyTimeoutMs: number): (() => void) | undefined {
  makePrivateFolder(dirname(file));
  makePrivate(file);
  const db = openDatabase(file, busyTimeoutMs);
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    // Committed, and held all the same: others can read in the file who holds it.
    db.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`);
    return () => db.close();
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** The process that holds it, by its number. */
export const holderOf = (file: string): number | undefined =>
  isOpen(file) ? process.pid : userVersionOf(file) || undefined;
