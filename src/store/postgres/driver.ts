/**
 * As much of a PostgreSQL connection as the store needs. `pool.ts` has it from a
 * server; the tests also from PGlite, which is PostgreSQL inside the process.
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
  /** One connection for as long as it takes. */
  reading<T>(what: (sql: PgSql) => Promise<T>): Promise<T>;
  /** All of it happens, or nothing. */
  transaction<T>(what: (sql: PgSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
