import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from './database.js';

/** SQLITE_BUSY */
const BUSY = 5;

/** Holds a file exclusively until the returned function is called; undefined when someone else has it for too long. */
export function lockFile(file: string, patience: number): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const db = openDatabase(file, patience);
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => db.close();
  } catch (error) {
    db.close();
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) === BUSY) return undefined;
    throw error;
  }
}
