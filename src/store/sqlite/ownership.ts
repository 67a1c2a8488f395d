/**
 * Whether an index was made by this user. A cloned or copied folder may contain an
 * index with any content. So an index has a random id, and the user's state folder
 * has a record of it:
 *
 *     .froe/index.db                        meta 'identity' → 5f0c…
 *     ~/.local/state/froe/indexes/<name>    /home/me/app/.froe/index.db 5f0c…       name: SHA-256 of the path
 *
 * An index without such a record is foreign: cloned, copied or moved here.
 */

import { realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FroeError } from '../../errors.js';
import { makePrivateFolder, replacePrivately } from '../../privateFile.js';
import { readRegular } from '../../sources/readRegular.js';
import { sha256 } from '../../text/hash.js';
import { ARTIFACTS } from '../store.js';
import { type Database, isReadOnly, openDatabase, openReadOnly } from './database.js';

/** SQLite's own advice for files of unknown origin; in force until the index is known to be ours. */
export const GUARD_PRAGMAS = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0';

/** The table must have exactly this form: a view or trigger of a foreign file could run code of its own. */
const META = 'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID';
const IDENTITY = "SELECT substr(value, 1, 64) AS id FROM meta WHERE key = 'identity'";

export function identityOf(db: Database): string | undefined {
  const table = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get();
  const id = table?.sql === META ? db.prepare(IDENTITY).get()?.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Gives a new index its id, and records it as this user's. */
export function identify(db: Database, file: string): void {
  db.exec("INSERT OR IGNORE INTO meta VALUES ('identity', lower(hex(randomblob(16))))");
  claim(file, identityOf(db) ?? '');
}

export function refuseForeign(db: Database, file: string): void {
  const id = identityOf(db);
  if (id !== undefined && isOurs(file, id)) return;
  throw new FroeError(
    'not-ours',
    `${file} was not created by you on this machine and is not trusted`,
    'If you trust its origin, run froe trust. Otherwise `froe clean`, then `froe index`.',
  );
}

export const isForeign = (error: unknown): boolean => error instanceof FroeError && error.code === 'not-ours';

/** It is at the default path, and everything in it can be rebuilt from files. */
export const isReplaceable = (file: string): boolean =>
  basename(dirname(file)) === '.froe' && !isReadOnly(file) && countArtifacts(file) === 0;

/** Of any index file, ours or foreign; undefined where it cannot be read. */
export function countArtifacts(file: string): number | undefined {
  try {
    return withGuarded(file, (db) => {
      const table = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'sources'").get();
      if (!String(table?.sql).startsWith('CREATE TABLE sources (')) return table === undefined ? 0 : undefined;
      return Number(db.prepare('SELECT count(*) AS n FROM sources WHERE tree = ?').get(ARTIFACTS)?.n);
    });
  } catch {
    return undefined; // it is damaged, or no database
  }
}

/** Records an index as this user's, whoever made it. False: it was already. */
export function adoptIndex(file: string): boolean {
  return withGuarded(file, (db) => {
    const id = identityOf(db);
    if (id !== undefined && isOurs(file, id)) return false;
    if (id === undefined) identify(db, file);
    else claim(file, id);
    return true;
  });
}

function withGuarded<T>(file: string, work: (db: Database) => T): T {
  const db = isReadOnly(file) ? openReadOnly(file, 0) : openDatabase(file, 0);
  try {
    db.exec(GUARD_PRAGMAS);
    return work(db);
  } finally {
    db.close();
  }
}

/** `$XDG_STATE_HOME/froe`, or `~/.local/state/froe`. */
const stateFolder = (): string => join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'froe');

/** Where no record can be written, an index belongs at least to the process that made it. */
const claimedByProcess = new Set<string>();

export const isOurs = (file: string, id: string): boolean => {
  const line = recordLine(file, id);
  return readRecord(file) === line || claimedByProcess.has(line);
};

export function claim(file: string, id: string): void {
  const [record, line] = [recordFile(file), recordLine(file, id)];
  try {
    makePrivateFolder(dirname(record));
    replacePrivately(record, line);
  } catch {
    claimedByProcess.add(line);
  }
}

/** Whether there was a record. */
export function disclaim(file: string): boolean {
  const existed = readRecord(file) !== undefined;
  rmSync(recordFile(file), { force: true });
  return existed;
}

const MAX_BYTES = 1 << 16;

function readRecord(file: string): string | undefined {
  try {
    return readRegular(recordFile(file), MAX_BYTES).toString();
  } catch {
    return undefined; // there is none
  }
}

const recordFile = (file: string): string => join(stateFolder(), 'indexes', sha256(realFile(file)));
const recordLine = (file: string, id: string): string => `${realFile(file)} ${id}\n`;

/** The real path: a folder may have several names. */
function realFile(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file;
  }
}
