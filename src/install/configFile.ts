/**
 * Reads and writes the configuration file of a client. In a project it may have come with a clone, and links with it:
 *
 *     .mcp.json -> ~/.bashrc       refused: a link, a pipe or a device is not written
 *     .cursor -> ~/.ssh            refused: the folder leads out of the project
 *     .cursor -> tools/cursor      allowed: it stays inside
 *     ~/.claude.json -> ~/dots/…   allowed: it is the user's own link
 */
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { FroeError } from '../errors.js';
import { isBelow } from '../sources/jail.js';
import { readRegular } from '../sources/readRegular.js';
import { lstatIfThere } from '../sources/stat.js';

/** Some clients store more than settings in this file. */
const MAX_BYTES = 1 << 28;

/** Empty if there is none. `project`: the folder that it must be in. */
export function readConfigText(file: string, project: string | undefined): string {
  if (project !== undefined) refuseOutside(file, project);
  return withFileError(file, 'read', () => (existsSync(file) ? readRegular(file, MAX_BYTES).toString() : ''));
}

/** Replaces the file atomically, because a client may read it at any moment. Follows links, and keeps the mode. */
export function replaceConfigText(file: string, text: string): void {
  withFileError(file, 'written', () => {
    mkdirSync(dirname(file), { recursive: true });
    const there = existsSync(file);
    const real = there ? realpathSync(file) : file;
    const draft = `${real}.${process.pid}.froe`;
    // Exclusive: a link of that name would be followed.
    writeFileSync(draft, text, { flag: 'wx', ...(there ? { mode: statSync(real).mode } : {}) });
    try {
      renameSync(draft, real);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

function refuseOutside(file: string, project: string): void {
  const seen = lstatIfThere(file);
  if (seen !== undefined && !seen.isFile()) {
    const what = seen.isSymbolicLink() ? 'a symbolic link' : 'not a regular file';
    throw new FroeError('outside', `${file} is ${what}`, `froe does not write through it. ${REMOVE}`);
  }
  const folder = nearestExisting(dirname(file));
  if (!isBelow(realpathSync(project), realpathSync(folder)))
    throw new FroeError('outside', `${folder} leads outside of ${project}`, `froe does not write there. ${REMOVE}`);
}

const REMOVE = 'Remove it, or write to your own configuration with --global.';

/** The nearest existing folder; a dangling link exists, but has no real path. */
function nearestExisting(folder: string): string {
  const seen = lstatIfThere(folder);
  if (seen === undefined) return nearestExisting(dirname(folder));
  if (existsSync(folder)) return folder;
  throw new FroeError('outside', `${folder} is a symbolic link to nothing`, `froe creates nothing there. ${REMOVE}`);
}

function withFileError<T>(file: string, done: string, what: () => T): T {
  try {
    return what();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new FroeError('unreadable', `${file} could not be ${done}${reason}`, undefined, error);
  }
}
