/**
 * The part of a PostgreSQL connection that the store needs. `pool.ts` implements it for a
 * server; tests also use PGlite, which is PostgreSQL inside the process.
 */
import type { DbRow } from '../rows.js';

export type PgValue = string | number | boolean | null | Uint8Array | readonly (string | number)[];

export interface PgSql {
  /** Runs one statement; the same text is prepared once. */
  all(text: string, ...values: readonly PgValue[]): Promise<readonly DbRow[]>;
  /** Runs several statements without values: for the schema. */
  script(text: string): Promise<void>;
  /** COPY: rows in the text format, a line each with its line end (copyLine.ts). */
  copy(into: string, lines: readonly string[]): Promise<void>;
}

export interface PgDriver {
  /** Holds one connection until `work` is done. */
  reading<T>(work: (sql: PgSql) => Promise<T>): Promise<T>;
  /** Commits all of it, or nothing. */
  transaction<T>(work: (sql: PgSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
