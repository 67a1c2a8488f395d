/**
 * Which indexes are this user's. A folder that came from elsewhere may bring an
 * index along, and who made that decides what it says. So an index has an id that
 * nobody can guess, and the user's own folder has a record of it:
 *
 *     .froe/index.db                        meta 'identity' → 5f0c…
 *     ~/.local/state/froe/indexes/<name>    /home/me/app/.froe/index.db 5f0c…       name: SHA-256 of the path
 *
 * An index without such a record is somebody else's: cloned, copied or moved here.
 */
import { realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolder } from '../../privateFile.js';
import { readRegular } from '../../sources/readRegular.js';
import { sha256 } from '../../text/hash.js';

/** `$XDG_STATE_HOME/froe`, or `~/.local/state/froe`. */
const stateFolder = (): string => join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'froe');

/** Where no record can be written, an index is at least that of the process that has made it. */
const made = new Set<string>();

export const isOurs = (file: string, id: string): boolean => {
  const line = lineOf(file, id);
  return readRecord(file) === line || made.has(line);
};

export function claim(file: string, id: string): void {
  const [record, line] = [recordOf(file), lineOf(file, id)];
  const draft = `${record}.${process.pid}`;
  try {
    makePrivateFolder(dirname(record));
    writeFileSync(draft, line, { mode: 0o600 });
    renameSync(draft, record); // a reader sees the old one or the new one
  } catch {
    made.add(line);
    rmSync(draft, { force: true });
  }
}

/** Whether there was a record. */
export function disclaim(file: string): boolean {
  const was = readRecord(file) !== undefined;
  rmSync(recordOf(file), { force: true });
  return was;
}

const MAX_BYTES = 1 << 16;

function readRecord(file: string): string | undefined {
  try {
    return readRegular(recordOf(file), MAX_BYTES).toString();
  } catch {
    return undefined; // there is none
  }
}

const recordOf = (file: string): string => join(stateFolder(), 'indexes', sha256(whole(file)));
const lineOf = (file: string, id: string): string => `${whole(file)} ${id}\n`;

/** By its whole path: a folder may be known by several names. */
function whole(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file;
  }
}
