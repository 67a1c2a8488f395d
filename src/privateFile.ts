/** Files that reveal the contents of others, such as an index or a cache: only their user can read them. */
import { closeSync, constants, fchmodSync, mkdirSync, openSync } from 'node:fs';

/** The mode of a folder that is created for them. */
export const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * Creates an empty file that only its user can read, whatever the umask. SQLite treats an empty file as a new database,
 * and gives its other files (`-wal`, `-shm`, `-journal`) the same mode. An existing file keeps its mode: it may be
 * shared on purpose. If a file cannot be created, opening it reports why.
 */
export function makePrivate(file: string): void {
  try {
    // Exclusive: a symlink is not followed, not even a dangling one.
    const made = openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, PRIVATE_FILE);
    fchmodSync(made, PRIVATE_FILE);
    closeSync(made);
  } catch {}
}

export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
};
