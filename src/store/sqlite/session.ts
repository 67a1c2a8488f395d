/** One open file: its statements, its transactions, and its version, which changes with every write. */
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
  readonly #clearStatements: () => void;
  #writes = 0;

  constructor(file: string) {
    this.file = file;
    this.#db = openFile(file);
    addPathMatches(this.#db);
    const { prepare, clear } = statementsOf(this.#db);
    this.prepare = prepare;
    this.#clearStatements = clear;
  }

  get db(): Database {
    return this.#db;
  }

  /** Translates SQLite's errors. */
  run<T>(work: () => T): T {
    return withSqliteErrors(this.file, work);
  }

  /** Changes when this or another process has written. */
  get version(): string {
    return `${this.#writes}/${this.get('PRAGMA data_version')?.data_version}`;
  }

  /** Drops everything cached of the file. */
  invalidate(): void {
    this.#writes++;
  }

  get(sql: string, ...values: readonly (string | number)[]): SqliteRow | undefined {
    return this.prepare(sql).get(...values);
  }

  /** `sql` gets a function that returns the columns to read, for an alias of the table. */
  records(sql: (read: (alias: string) => string) => string, ...values: readonly (string | number)[]): Chunk[] {
    const read = (alias: string): string => `${alias}.record AS record, ${chunkColumnsSql(alias)} AS facts`;
    const row = this.prepare(concatBlobs('record', sql(read), 'facts')).get(...values);
    const facts = row ? jsonList<string>(row.facts) : [];
    return splitBlobs(row).map((blob, i) => {
      const chunk = unpackRecord(verifiedBlob(blob, 'A chunk'));
      const expected = JSON.stringify([...chunkColumns(chunk), chunk.embedHash]);
      // The same number can be written in two ways.
      if (facts[i] !== expected && JSON.stringify(JSON.parse(facts[i])) !== expected)
        throw damagedIndex('A row of chunks');
      return chunk;
    });
  }

  /** Commits all of it, or nothing. */
  transaction<T>(work: () => T): T {
    return transaction(this.#db, work);
  }

  /** Several statements that see one state, whatever is written meanwhile. */
  reading<T>(work: (version: string) => T): T {
    const read = (): T => {
      this.get('SELECT 1 FROM segments LIMIT 1'); // the first read fixes the state
      return work(this.version);
    };
    return this.run(() => transaction(this.#db, read, 'BEGIN'));
  }

  close(): void {
    this.#clearStatements();
    try {
      // Statements that are not yet collected keep SQLite from doing so on close; a copy of the file must be complete.
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk, or a read-only file: what was committed is in the WAL, and stays there.
    }
    this.#db.close();
  }
}

/** Maximum entries, if values have no size. */
const MAX_ENTRIES = 500;

/** Values by name, each computed once until somebody writes. If there are too many, the oldest are dropped. */
export class VersionedCache<T> {
  readonly #values = new Map<string, T>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: T) => number;
  #size = 0;
  #version = '';

  constructor(maxSize = MAX_ENTRIES, sizeOf: (value: T) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  known(name: string, version: string): T | undefined {
    return version === this.#version ? this.#values.get(name) : undefined;
  }

  get(name: string, version: string, make: () => T): T {
    const cached = this.known(name, version);
    if (cached !== undefined) return cached;
    if (version !== this.#version) this.#clear(version);
    const computed = make();
    this.#size += this.#sizeOf(computed);
    for (const [oldest, value] of this.#values) {
      if (this.#size <= this.#maxSize) break;
      this.#values.delete(oldest);
      this.#size -= this.#sizeOf(value);
    }
    this.#values.set(name, computed);
    return computed;
  }

  #clear(version: string): void {
    this.#values.clear();
    this.#size = 0;
    this.#version = version;
  }
}
