/** One open file: its statements, its transactions, and how it tells that somebody has written. */
import type { Chunk } from '../../schema.js';
import { transaction } from '../../transaction.js';
import { unpackRecord } from '../record.js';
import { type Database, type Prepare, type Row, statementsOf } from './database.js';
import { addPathMatches } from './filter.js';
import { blobsOf, joined, listOf } from './joined.js';
import { openFile } from './open.js';
import { saying } from './saying.js';
import { damaged, FACTS, factsOf, unsealed } from './sums.js';

export class Session {
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

  /** SQLite's complaints become ours. */
  saying<T>(what: () => T): T {
    return saying(this.file, what);
  }

  /** Another one when this process or another has written. */
  get version(): string {
    return `${this.#writes}/${this.get('PRAGMA data_version')?.data_version}`;
  }

  /** What was remembered of the file holds no longer. */
  wrote(): void {
    this.#writes++;
  }

  get(sql: string, ...values: readonly (string | number)[]): Row | undefined {
    return this.prepare(sql).get(...values);
  }

  /** `of` gives the SQL, made with what is read of chunks. */
  records(sql: (read: (of: string) => string) => string, ...values: readonly (string | number)[]): Chunk[] {
    const read = (of: string): string => `${of}.record AS record, ${FACTS(of)} AS facts`;
    const row = this.prepare(joined('record', sql(read), 'facts')).get(...values);
    const facts = row ? listOf<string | readonly unknown[]>(row.facts) : [];
    return blobsOf(row).map((blob, i) => {
      const chunk = unpackRecord(unsealed(blob, 'A chunk'));
      const [said, own] = [facts[i], JSON.stringify(factsOf(chunk))];
      if (JSON.stringify(typeof said === 'string' ? JSON.parse(said) : said) !== own) throw damaged('A row of chunks');
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
    return this.saying(() => transaction(this.#db, read, 'BEGIN'));
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
