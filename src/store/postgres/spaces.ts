/**
 * Tenants, and the trees of each. A tree has a partition of every table: what is
 * asked of one tree never reads another's, and dropping it is dropping tables.
 */
import type { PgSql } from './driver.js';
import { spaceTables, tablesOf } from './schema.js';
import { stopBuilding } from './vectorRanges.js';

/** Everything that two processes may want to make at the same moment is made under this lock. */
const LOCK = 0x46524f46;

/** The number of a tenant, made when it is new. */
export async function tenantOf(sql: PgSql, name: string): Promise<number> {
  const find = async (): Promise<number | undefined> => {
    const [row] = await sql.all('SELECT id FROM froe.tenants WHERE name = $1', name);
    return row && Number(row.id);
  };
  const known = await find();
  if (known !== undefined) return known;
  await sql.all('SELECT pg_advisory_xact_lock($1)', LOCK);
  const made = await find(); // another process may have been faster
  if (made !== undefined) return made;
  const [{ id }] = await sql.all('INSERT INTO froe.tenants (name) VALUES ($1) RETURNING id', name);
  await partition(sql, 'vectors', Number(id));
  return Number(id);
}

export async function spacesOf(sql: PgSql, tenant: number): Promise<Map<string, number>> {
  const rows = await sql.all('SELECT tree, id FROM froe.spaces WHERE tenant = $1 ORDER BY id', tenant);
  return new Map(rows.map(({ tree, id }) => [String(tree), Number(id)]));
}

export async function makeSpace(sql: PgSql, tenant: number, tree: string): Promise<void> {
  await sql.all('SELECT pg_advisory_xact_lock($1)', LOCK);
  if ((await spacesOf(sql, tenant)).has(tree)) return;
  const made = 'INSERT INTO froe.spaces (tenant, tree) VALUES ($1, $2) RETURNING id';
  const [{ id }] = await sql.all(made, tenant, tree);
  for (const table of spaceTables) await partition(sql, table, Number(id));
}

/** Made apart and then attached, so that nobody who reads the table has to wait. */
async function partition(sql: PgSql, table: string, of: number): Promise<void> {
  const room = table === 'counts' ? ' WITH (fillfactor = 70)' : ''; // its rows change all the time
  await sql.script(`
    CREATE TABLE froe.${table}_${of} (LIKE froe.${table} INCLUDING ALL)${room};
    ALTER TABLE froe.${table} ATTACH PARTITION froe.${table}_${of} FOR VALUES IN (${of});`);
}

export async function dropTenant(sql: PgSql, tenant: number): Promise<void> {
  await sql.all('SELECT pg_advisory_xact_lock($1)', LOCK);
  await stopBuilding(sql, tenant, 'any');
  const spaces = [...(await spacesOf(sql, tenant)).values()];
  for (const table of tablesOf(tenant, spaces)) await sql.script(`DROP TABLE ${table}`);
  await sql.all('DELETE FROM froe.context_lines WHERE tenant = $1', tenant);
  await sql.all('DELETE FROM froe.tenants WHERE id = $1', tenant); // its keys and spaces go along
}
