/** Files that tell what is in other files, an index or a cache: nobody but their user reads them. */
import { closeSync, constants, fchmodSync, mkdirSync, openSync } from 'node:fs';

/** Of a folder that is made for them. */
export const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * Makes an empty file that only its user may read, whatever the umask says. SQLite takes an empty file for a new
 * database, and gives its companions (`-wal`, `-shm`, `-journal`) the mode of the file they belong to. One that is
 * there keeps the mode it has: somebody may share it on purpose. Why a file could not be made, opening it will say.
 */
export function makePrivate(file: string): void {
  try {
    // Exclusive: a symlink is not followed, not even to where nothing is.
    const made = openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, PRIVATE_FILE);
    fchmodSync(made, PRIVATE_FILE);
    closeSync(made);
  } catch {}
}

export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
};
