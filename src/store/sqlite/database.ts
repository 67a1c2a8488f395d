/** The only import of the SQLite engine: when `node:sqlite` works in every supported version of Node, only this file changes. */
import { accessSync, constants, copyFileSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { markOpen } from '../../sources/openDatabases.js';

export type Database = DatabaseSyncInstance;
export type SqliteValue = string | number | bigint | Uint8Array | null;
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

/** A prepared statement with typed rows. */
export interface Statement extends StatementSyncInstance {
  all(...values: readonly SqliteValue[]): SqliteRow[];
  get(...values: readonly SqliteValue[]): SqliteRow | undefined;
  iterate(...values: readonly SqliteValue[]): IterableIterator<SqliteRow>;
}

/** A database that no walk reads as a source while it is open. */
class OpenDatabase extends DatabaseSync {
  readonly #unmarkOpen: () => void;

  constructor(file: string, busyTimeoutMs: number) {
    super(file, { timeout: busyTimeoutMs });
    this.#unmarkOpen = markOpen(file);
  }

  override close(): void {
    super.close();
    this.#unmarkOpen();
  }
}

export const openDatabase = (file: string, busyTimeoutMs: number): Database => new OpenDatabase(file, busyTimeoutMs);

/**
 * Opens a file that cannot be written. SQLite then needs no other files, unless there is
 * a WAL file with changes that are not in the database yet: then a copy of both is read.
 */
export function openReadOnly(file: string, busyTimeoutMs: number): Database {
  const hasLog = (lstatSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (hasLog) return new CopiedDatabase(file, busyTimeoutMs);
  return new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { timeout: busyTimeoutMs, readOnly: true });
}

class CopiedDatabase extends OpenDatabase {
  readonly #folder: string;

  constructor(file: string, busyTimeoutMs: number) {
    const folder = mkdtempSync(join(tmpdir(), 'froe-copy-')); // readable by this user only
    for (const suffix of ['', '-wal']) copyFileSync(`${file}${suffix}`, join(folder, `index.db${suffix}`));
    super(join(folder, 'index.db'), busyTimeoutMs);
    this.#folder = folder;
  }

  override close(): void {
    super.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Whether the file or its folder cannot be written. */
export function isReadOnly(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** SQLITE_BUSY of any kind: the kind is in the second byte. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;

export type Prepare = (sql: string) => Statement;

/** Every statement is prepared once. */
export function statementsOf(db: Database): { readonly prepare: Prepare; readonly clear: () => void } {
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const statement = statements.get(sql) ?? (db.prepare(sql) as Statement); // its rows have no type of their own
    statements.set(sql, statement);
    return statement;
  };
  return { prepare, clear: () => statements.clear() };
}
