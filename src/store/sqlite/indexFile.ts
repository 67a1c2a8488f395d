/** An index file, read without SQLite: its header, and the write lock beside it. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivate, makePrivateFolder } from '../../privateFile.js';
import { isOpen } from '../../sources/openDatabases.js';
import { lstatIfThere } from '../../sources/stat.js';
import { isBusy, openDatabase } from './database.js';
import { APPLICATION_ID } from './schema.js';

/** Offsets in SQLite's header: user_version and application_id. */
const [MAGIC, USER_VERSION, APPLICATION] = ['SQLite format 3\0', 60, 68];
const HEADER_BYTES = 100;

/** Whether it is an index of froe, intact or damaged. A symbolic link is not. */
export const isIndexFile = (file: string): boolean => {
  const head = headOf(file);
  return head?.toString('latin1', 0, MAGIC.length) === MAGIC && head.readUInt32BE(APPLICATION) === APPLICATION_ID;
};

/** `user_version` in the header; undefined if the file cannot be read. */
export const userVersionOf = (file: string): number | undefined => headOf(file)?.readUInt32BE(USER_VERSION);

function headOf(file: string): Buffer | undefined {
  // Closing a file that this process has open in SQLite would release its POSIX locks.
  if (isOpen(file) || lstatIfThere(file)?.isFile() !== true) return undefined;
  const head = Buffer.alloc(HEADER_BYTES);
  try {
    const fd = openSync(file, constants.O_RDONLY);
    try {
      return readSync(fd, head, 0, HEADER_BYTES, 0) === HEADER_BYTES ? head : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Holds an exclusive lock until the returned function is called; undefined if another process holds it. */
export function lockFile(file: string, busyTimeoutMs: number): (() => void) | undefined {
  makePrivateFolder(dirname(file));
  makePrivate(file);
  const db = openDatabase(file, busyTimeoutMs);
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    // The commit writes the process id, which others can read; EXCLUSIVE mode keeps the lock.
    db.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`);
    return () => db.close();
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** The id of the process that holds the lock. */
export const holderOf = (file: string): number | undefined =>
  isOpen(file) ? process.pid : userVersionOf(file) || undefined;
