/** An index that somebody else has made: how it is told, and what may be done with it. */
import { basename, dirname } from 'node:path';
import { FroeError } from '../../errors.js';
import { ARTIFACTS } from '../store.js';
import { type Database, isReadOnly, openDatabase, openReadOnly } from './database.js';
import { claim, isOurs } from './ours.js';

/** What every file is read with until it is known to be ours, as SQLite advises for one that is not. */
export const GUARD_PRAGMAS = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0';

/** As a table of this very form, so that reading it runs nothing that the file itself brings. */
const META = 'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID';
const IDENTITY = "SELECT substr(value, 1, 64) AS id FROM meta WHERE key = 'identity'";

export function identityOf(db: Database): string | undefined {
  const table = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get();
  const id = table?.sql === META ? db.prepare(IDENTITY).get()?.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Makes a new index this user's. */
export function identify(db: Database, file: string): void {
  db.exec("INSERT OR IGNORE INTO meta VALUES ('identity', lower(hex(randomblob(16))))");
  claim(file, identityOf(db) ?? '');
}

export function refuseForeign(db: Database, file: string): void {
  const id = identityOf(db);
  if (id !== undefined && isOurs(file, id)) return;
  throw new FroeError(
    'not-ours',
    `${file} was not made here by you: it may say anything`,
    'If you know where it comes from: froe trust. Else `froe clean`, then `froe index`.',
  );
}

export const isForeign = (error: unknown): boolean => error instanceof FroeError && error.code === 'not-ours';

/** One that lies where ours would lie, and holds nothing but what can be made again from files. */
export const isReplaceable = (file: string): boolean =>
  basename(dirname(file)) === '.froe' && !isReadOnly(file) && countArtifacts(file) === 0;

/** Of any file, ours or not; undefined where nobody can tell. */
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

/** From now on it is this user's, whoever made it. False: it was already. */
export function adoptIndex(file: string): boolean {
  return withGuarded(file, (db) => {
    const id = identityOf(db);
    if (id !== undefined && isOurs(file, id)) return false;
    if (id === undefined) identify(db, file);
    else claim(file, id);
    return true;
  });
}

function withGuarded<T>(file: string, what: (db: Database) => T): T {
  const db = isReadOnly(file) ? openReadOnly(file, 0) : openDatabase(file, 0);
  try {
    db.exec(GUARD_PRAGMAS);
    return what(db);
  } finally {
    db.close();
  }
}
