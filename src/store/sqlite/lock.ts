import { dirname } from 'node:path';
import { makePrivate, makePrivateFolder } from '../../privateFile.js';
import { isBusy, openDatabase } from './database.js';

/** Holds a file exclusively until the returned function is called; undefined when someone else has it for too long. */
export function lockFile(file: string, patience: number): (() => void) | undefined {
  makePrivateFolder(dirname(file));
  makePrivate(file);
  const db = openDatabase(file, patience);
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => db.close();
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
