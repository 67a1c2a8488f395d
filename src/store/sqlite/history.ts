/**
 * The file of the commits, next to the index and in the same format:
 *
 *     .froe/index.db            files and artifacts
 *     .froe/index.db-history    commits: words, vectors and statistics of their own
 *
 * Everything in it can be read from git again, so one that came with a clone needs
 * no trust: it is ignored, or created anew.
 */
import { existsSync, rmSync } from 'node:fs';
import { HISTORY_SUFFIX, HISTORY_SUFFIXES } from './indexFolder.js';
import { isForeign } from './ownership.js';

const MEMORY = ':memory:';

/** Undefined if there is none, unless `make`. The creator holds the write lock of the index. */
export function openHistory<T>(index: string, make: boolean, open: (file: string) => T): T | undefined {
  if (index === MEMORY) return make ? open(MEMORY) : undefined;
  const file = `${index}${HISTORY_SUFFIX}`;
  if (!make && !existsSync(file)) return undefined;
  try {
    return open(file);
  } catch (error) {
    if (!isForeign(error)) throw error;
    if (!make) return undefined;
    for (const suffix of HISTORY_SUFFIXES) rmSync(`${index}${suffix}`, { force: true });
    return open(file);
  }
}
