/**
 * Tenants, as whoever runs the database sees to them: made, limited, given keys,
 * removed.
 *
 * A tenant reads as the role `froe_tenant`, who sees through row security what
 * the key of the moment opens, and nothing else: not by another setting, not in
 * the partitions behind the tables, not in the table of keys.
 */
import { FroeError } from '../../errors.js';
import type { Driver, Sql } from './driver.js';
import { migrate } from './migrate.js';
import { PIECES } from './postings.js';
import { migrations, spaced } from './schema.js';
import { dropTenant, tenantOf } from './spaces.js';

export interface Limits {
  readonly maxChunks?: number | undefined;
  /** Requests. */
  readonly perMinute?: number | undefined;
}

export interface Tenant {
  readonly name: string;
  readonly chunks: number;
  readonly keys: number;
  readonly maxChunks: number | undefined;
  readonly perMinute: number | undefined;
}

/** Makes the tenant when it is new, and says what it may. What is not said stays. */
export async function setTenant(driver: Driver, name: string, { maxChunks, perMinute }: Limits): Promise<void> {
  await migrate(driver, migrations);
  await driver.transaction(async (sql) => {
    await sql.script(grants());
    const tenant = await tenantOf(sql, name);
    await sql.all(
      `UPDATE froe.tenants SET max_chunks = coalesce($2, max_chunks), per_minute = coalesce($3, per_minute) WHERE id = $1`,
      tenant,
      maxChunks ?? null,
      perMinute ?? null,
    );
  });
}

/** Another key; only its hash is kept, so it is shown this once. */
export async function addKey(driver: Driver, name: string, key: string): Promise<void> {
  await driver.transaction(async (sql) => {
    const added = await sql.all(
      `INSERT INTO froe.keys (hash, tenant) SELECT sha256(convert_to($2, 'UTF8')), id FROM froe.tenants WHERE name = $1
       RETURNING tenant`,
      name,
      key,
    );
    if (added.length === 0) throw nobody(name);
  });
}

export async function listTenants(driver: Driver): Promise<readonly Tenant[]> {
  await migrate(driver, migrations);
  const rows = await driver.reading((sql) =>
    sql.all(`SELECT t.name, t.max_chunks, t.per_minute,
        (SELECT count(*) FROM froe.keys k WHERE k.tenant = t.id) AS keys,
        (SELECT coalesce(sum(c.n), 0) FROM froe.counts c JOIN froe.spaces s ON s.id = c.space
          WHERE s.tenant = t.id AND c.term = ${PIECES}) AS chunks
      FROM froe.tenants t ORDER BY t.name`),
  );
  const limit = (value: unknown): number | undefined => (value === null ? undefined : Number(value));
  return rows.map((row) => ({
    name: String(row.name),
    chunks: Number(row.chunks),
    keys: Number(row.keys),
    maxChunks: limit(row.max_chunks),
    perMinute: limit(row.per_minute),
  }));
}

export async function removeTenant(driver: Driver, name: string): Promise<void> {
  await driver.transaction(async (sql: Sql) => {
    const [row] = await sql.all('SELECT id FROM froe.tenants WHERE name = $1', name);
    if (!row) throw nobody(name);
    await dropTenant(sql, Number(row.id));
  });
}

const nobody = (name: string): FroeError =>
  new FroeError('not-found', `There is no tenant ${name}`, 'froe tenant list');

/** Reading the tables, through row security; nothing of their partitions, and nothing of the keys. */
const grants = (): string => `
  DO $$ BEGIN CREATE ROLE froe_tenant NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
  DO $$ BEGIN EXECUTE format('GRANT froe_tenant TO %I', current_user); EXCEPTION WHEN OTHERS THEN NULL; END $$;
  GRANT USAGE ON SCHEMA froe TO froe_tenant;
  GRANT SELECT ON ${['tenants', 'spaces', 'vectors', 'context_lines', ...spaced].map((table) => `froe.${table}`).join(', ')} TO froe_tenant;
`;
