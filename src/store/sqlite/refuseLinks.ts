/** Nothing is made, written or locked through a link: where it leads, others have said. */
import { basename, dirname } from 'node:path';
import { FroeError } from '../../errors.js';
import { lstatIfThere } from '../../sources/stat.js';

/** SQLite's own companions, and our lock. */
export const LOCK_SUFFIX = '-writer';
export const FILE_SUFFIXES: readonly string[] = ['', '-wal', '-shm', '-journal', LOCK_SUFFIX];

export function refuseLinks(file: string): void {
  const home = dirname(file);
  const names = [...(basename(home) === '.froe' ? [home] : []), ...FILE_SUFFIXES.map((suffix) => `${file}${suffix}`)];
  for (const name of names) {
    const seen = lstatIfThere(name);
    if (seen === undefined || seen.isFile() || seen.isDirectory()) continue; // of a folder, SQLite will say so
    throw new FroeError(
      'outside',
      `${name} is ${seen.isSymbolicLink() ? 'a symbolic link' : 'not a regular file'}`,
      'An index is not kept through a link. Remove it, or give another path with --index.',
    );
  }
}
