/** One open file: its statements, its transactions, and how it tells that somebody has written. */
import type { Chunk } from '../../schema.js';
import { transaction } from '../../transaction.js';
import { unpackRecord } from '../record.js';
import { concatBlobs, jsonList, splitBlobs } from './blobs.js';
import { chunkColumns, chunkColumnsSql, damagedIndex, verifiedBlob } from './checksums.js';
import { type Database, type Prepare, type SqliteRow, statementsOf } from './database.js';
import { addPathMatches } from './filter.js';
import { openFile } from './open.js';
import { withSqliteErrors } from './withSqliteErrors.js';

export class SqliteSession {
  readonly file: string;
  readonly prepare: Prepare;
  readonly #db: Database;
  readonly #forget: () => void;
  #writes = 0;

  constructor(file: string) {
    this.file = file;
    this.#db = openFile(file);
    addPathMatches(this.#db);
    const { prepare, clear } = statementsOf(this.#db);
    this.prepare = prepare;
    this.#forget = clear;
  }

  get db(): Database {
    return this.#db;
  }

  /** Translates SQLite's errors. */
  run<T>(what: () => T): T {
    return withSqliteErrors(this.file, what);
  }

  /** Another one when this process or another has written. */
  get version(): string {
    return `${this.#writes}/${this.get('PRAGMA data_version')?.data_version}`;
  }

  /** What was remembered of the file holds no longer. */
  invalidate(): void {
    this.#writes++;
  }

  get(sql: string, ...values: readonly (string | number)[]): SqliteRow | undefined {
    return this.prepare(sql).get(...values);
  }

  /** `of` gives the SQL, made with what is read of chunks. */
  records(sql: (read: (of: string) => string) => string, ...values: readonly (string | number)[]): Chunk[] {
    const read = (of: string): string => `${of}.record AS record, ${chunkColumnsSql(of)} AS facts`;
    const row = this.prepare(concatBlobs('record', sql(read), 'facts')).get(...values);
    const facts = row ? jsonList<string | readonly unknown[]>(row.facts) : [];
    return splitBlobs(row).map((blob, i) => {
      const chunk = unpackRecord(verifiedBlob(blob, 'A chunk'));
      const [stored, own] = [facts[i], JSON.stringify(chunkColumns(chunk))];
      if (JSON.stringify(typeof stored === 'string' ? JSON.parse(stored) : stored) !== own)
        throw damagedIndex('A row of chunks');
      return chunk;
    });
  }

  /** All of it happens, or nothing. */
  transaction<T>(what: () => T): T {
    return transaction(this.#db, what);
  }

  /** Several statements that see one state, whatever is written meanwhile. */
  reading<T>(what: (version: string) => T): T {
    const read = (): T => {
      this.get('SELECT 1 FROM segments LIMIT 1'); // the state is that of the first read
      return what(this.version);
    };
    return this.run(() => transaction(this.#db, read, 'BEGIN'));
  }

  close(): void {
    this.#forget();
    try {
      // Statements that nobody has swept up yet keep SQLite from doing so as it closes; a copy of the file must be whole.
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk, or a file that may not be written: what was committed is in the log, and stays there.
    }
    this.#db.close();
  }
}

/** Values by name, each worked out once as long as nobody writes; some hundreds of them. */
const MAX_ENTRIES = 500;

export class VersionedCache<T> {
  readonly #values = new Map<string, T>();
  #version = '';

  get(name: string, version: string, make: () => T): T {
    if (version !== this.#version || this.#values.size >= MAX_ENTRIES) this.#values.clear();
    this.#version = version;
    const known = this.#values.get(name) ?? make();
    this.#values.set(name, known);
    return known;
  }
}
