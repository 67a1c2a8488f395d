/** What the first bytes of a file say it is, without SQLite. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { isOpen } from '../../sources/openDatabases.js';
import { lstatIfThere } from '../../sources/stat.js';
import { APPLICATION_ID } from './schema.js';

/** Where SQLite keeps its own name and that of the application; in between, a number that is left to it. */
const [MAGIC, USER_VERSION, APPLICATION] = ['SQLite format 3\0', 60, 68];
const BYTES = 100;

/** An index of froe, whole or damaged. A link is none. */
export const isIndexFile = (file: string): boolean => {
  const head = headOf(file);
  return head?.toString('latin1', 0, MAGIC.length) === MAGIC && head.readUInt32BE(APPLICATION) === APPLICATION_ID;
};

/** The number in the header that SQLite leaves to its user; undefined where there is none. */
export const userVersionOf = (file: string): number | undefined => headOf(file)?.readUInt32BE(USER_VERSION);

function headOf(file: string): Buffer | undefined {
  // To close a database that this process has open would be to lose its locks.
  if (isOpen(file) || lstatIfThere(file)?.isFile() !== true) return undefined;
  const head = Buffer.alloc(BYTES);
  try {
    const fd = openSync(file, constants.O_RDONLY);
    try {
      return readSync(fd, head, 0, BYTES, 0) === BYTES ? head : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
