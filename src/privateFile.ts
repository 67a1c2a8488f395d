/** Files that reveal the contents of others, such as an index or a cache: only their user can read them. */
import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

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

/** Written under another name first: a reader sees the old contents or the new ones. The folder must exist. */
export function replacePrivately(file: string, contents: string | Uint8Array): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, contents, { mode: PRIVATE_FILE });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Nobody else can write to it: code may be loaded from there. */
export function isOwnFolder(folder: string): boolean {
  const stat = lstatSync(folder);
  const user = process.geteuid?.();
  return stat.isDirectory() && (user === undefined || (stat.uid === user && (stat.mode & 0o022) === 0));
}

/** The user's cache. */
export const cacheFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string =>
  env.FROE_CACHE_DIR || join(env.XDG_CACHE_HOME || join(home, '.cache'), 'froe');
