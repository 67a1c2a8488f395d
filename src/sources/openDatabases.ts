/**
 * The databases that this process has open. Reading one as a file also closes it, and then
 * the system releases every lock that the process holds on it.
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

const openCounts = new Map<string, number>();

/** SQLite's other files, and our lock. */
const COMPANION = /-(?:wal|shm|journal|writer)$/;

/** Until the returned function is called. */
export function markOpen(file: string): () => void {
  const names = namesOf(file);
  for (const name of names) openCounts.set(name, (openCounts.get(name) ?? 0) + 1);
  return () => {
    for (const name of names) {
      const count = (openCounts.get(name) ?? 1) - 1;
      if (count > 0) openCounts.set(name, count);
      else openCounts.delete(name);
    }
  };
}

/** Exactly this file. */
export const isOpen = (file: string): boolean => openCounts.has(resolve(file));

/** The file, or one that belongs to it. */
export const isOpenDatabase = (file: string): boolean =>
  openCounts.has(file) || (COMPANION.test(file) && openCounts.has(file.replace(COMPANION, '')));

/** A root may have several names. */
function namesOf(file: string): readonly string[] {
  const absolute = resolve(file);
  try {
    return [...new Set([absolute, realpathSync(absolute)])];
  } catch {
    return [absolute];
  }
}
