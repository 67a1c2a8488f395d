/** Stores for the tests: on the server that the run has started, else on PGlite. Each has a tenant of its own. */
import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { inject } from 'vitest';
import type { PgDriver, PgSql } from '../../src/store/postgres/driver.js';
import { PgPool } from '../../src/store/postgres/pool.js';
import type { PostgresOptions } from '../../src/store/postgres/session.js';
import { PostgresStore } from '../../src/store/postgres.js';

/** Undefined where there is no server. */
export const server: string | undefined = inject('postgres') || undefined;

export const freshTenant = (): string => `t-${randomUUID().slice(0, 8)}`;

/** The address of an index that is nobody else's. */
export const freshUrl = (): string => `${server}&tenant=${freshTenant()}`;

export const connectPostgres = async (): Promise<PgDriver> => (server ? new PgPool(server) : liteDriver());

export const postgresStore = (tenant = freshTenant(), options: PostgresOptions = {}): PostgresStore =>
  new PostgresStore(connectPostgres, { tenant, ...options });

let lite: Promise<PGlite> | undefined;

/** One for all stores of a process: it takes a second to start. */
async function liteDriver(): Promise<PgDriver> {
  lite ??= PGlite.create({ extensions: { vector } });
  const db = await lite;
  const sqlOf = (on: Pick<PGlite, 'query' | 'exec'>): PgSql => ({
    all: async (text, ...values) => (await on.query<Record<string, unknown>>(text, [...values])).rows,
    script: async (text) => {
      await on.exec(text);
    },
    copy: async (into, lines) => {
      if (lines.length > 0) await on.query(`COPY ${into} FROM '/dev/blob'`, [], { blob: new Blob([...lines]) });
    },
  });
  return {
    reading: (what) => what(sqlOf(db)),
    transaction: (what) => db.transaction((tx) => what(sqlOf(tx as unknown as PGlite))), // it has the methods we use
    close: async () => {},
  };
}
