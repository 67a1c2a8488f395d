/**
 * Administration of tenants: create, limit, give keys, remove.
 *
 * A tenant reads as the role `froe_tenant`. Row security shows this role what the
 * current key allows, and nothing else: not by another setting, not in the partitions
 * behind the tables, not in the table of keys. A server of tenants logs in as
 * `froe_serve`, which can become that role and no other: whatever SQL is run there,
 * it cannot regain more rights.
 */
import { FroeError } from '../../errors.js';
import type { PgDriver, PgSql } from './driver.js';
import { migrate } from './migrate.js';
import { CHUNKS } from './postings.js';
import { pgMigrations, spaceTables } from './schema.js';
import { dropTenant, tenantOf } from './spaces.js';

export interface TenantLimits {
  readonly maxChunks?: number | undefined;
  /** Requests. */
  readonly perMinute?: number | undefined;
}

export interface TenantInfo {
  readonly name: string;
  readonly chunks: number;
  readonly keys: number;
  readonly maxChunks: number | undefined;
  readonly perMinute: number | undefined;
}

/** Creates the tenant if it is new, and sets its limits. Undefined ones are unchanged. */
export async function setTenant(driver: PgDriver, name: string, { maxChunks, perMinute }: TenantLimits): Promise<void> {
  await migrate(driver, pgMigrations);
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

/** Adds a key. Only its hash is stored, so it can be shown only now. */
export async function addKey(driver: PgDriver, name: string, key: string): Promise<void> {
  await driver.transaction(async (sql) => {
    const rows = await sql.all(
      `INSERT INTO froe.keys (hash, tenant) SELECT sha256(convert_to($2, 'UTF8')), id FROM froe.tenants WHERE name = $1
       RETURNING tenant`,
      name,
      key,
    );
    if (rows.length === 0) throw noSuchTenant(name);
  });
}

/** Adds a key to the metrics of all tenants, for monitoring. */
export async function addMonitor(driver: PgDriver, key: string): Promise<void> {
  await migrate(driver, pgMigrations);
  await driver.transaction(async (sql) => {
    await sql.script(grants());
    await sql.all("INSERT INTO froe.monitors (hash) VALUES (sha256(convert_to($1, 'UTF8')))", key);
  });
}

/** Creates the login of `froe serve`, or sets its password. Letters, digits, - and _ only. */
export async function setLogin(driver: PgDriver, password: string): Promise<string> {
  await migrate(driver, pgMigrations);
  await driver.transaction((sql) => sql.script(grants() + login(password)));
  return SERVER;
}

/**
 * Refuses a login that could leave a tenant: one that owns the tables, bypasses row security, or can become another
 * role. Checked role by role: the rights of a tenant's role are set where it is created.
 */
export async function refusePrivilegedLogin(driver: PgDriver): Promise<void> {
  const [row] = await driver.reading((sql) => sql.all(IS_PRIVILEGED));
  if (row.strong !== false)
    throw new FroeError(
      'untrusted',
      `${row.name} can read the rows of every tenant: froe serve needs a restricted login`,
      'Create one and use its address: froe tenant login',
    );
}

const SERVER = 'froe_serve';

const IS_PRIVILEGED = `SELECT session_user AS name, r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb
    OR session_user <> current_user
    OR EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
      WHERE m.member = r.oid AND g.rolname <> 'froe_tenant')
    OR EXISTS (SELECT FROM pg_namespace n WHERE n.nspname IN ('froe', 'froe_jobs') AND n.nspowner = r.oid)
    OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('froe', 'froe_jobs') AND c.relkind IN ('r', 'p')
        AND (c.relowner = r.oid OR has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE'))) AS strong
  FROM pg_roles r WHERE r.rolname = session_user`;

export async function listTenants(driver: PgDriver): Promise<readonly TenantInfo[]> {
  await migrate(driver, pgMigrations);
  const rows = await driver.reading((sql) =>
    sql.all(`SELECT t.name, t.max_chunks, t.per_minute,
        (SELECT count(*) FROM froe.keys k WHERE k.tenant = t.id) AS keys,
        (SELECT coalesce(sum(c.n), 0) FROM froe.counts c JOIN froe.spaces s ON s.id = c.space
          WHERE s.tenant = t.id AND c.term = ${CHUNKS}) AS chunks
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

export async function removeTenant(driver: PgDriver, name: string): Promise<void> {
  await driver.transaction(async (sql: PgSql) => {
    const [row] = await sql.all('SELECT id FROM froe.tenants WHERE name = $1', name);
    if (!row) throw noSuchTenant(name);
    await dropTenant(sql, Number(row.id));
  });
}

const noSuchTenant = (name: string): FroeError =>
  new FroeError('not-found', `Unknown tenant ${name}`, 'To list them: froe tenant list');

/** A role without rights: it becomes the tenants' role for a transaction, and sees what the key allows. */
const login = (password: string): string => `
  DO $$ BEGIN CREATE ROLE ${SERVER}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
  ALTER ROLE ${SERVER} LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password.replace(/[^\w-]/g, '')}';
  GRANT froe_tenant TO ${SERVER};
`;

/** Read access to the tables, through row security; none to their partitions and to the keys. */
const grants = (): string => `
  DO $$ BEGIN CREATE ROLE froe_tenant NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
  DO $$ BEGIN EXECUTE format('GRANT froe_tenant TO %I', current_user); EXCEPTION WHEN OTHERS THEN NULL; END $$;
  GRANT USAGE ON SCHEMA froe TO froe_tenant;
  GRANT SELECT ON ${['tenants', 'spaces', 'vectors', 'context_lines', ...spaceTables].map((table) => `froe.${table}`).join(', ')} TO froe_tenant;
`;
