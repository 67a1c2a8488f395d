/**
 * Tenants, and the trees of each. A tree has its own partition of every table: a query of
 * one tree never reads another's, and a tree is dropped by dropping tables.
 *
 *     main, artifacts, commit                      of a tenant with one root
 *     api:main, api:artifacts, web:main            of one with several; each has a `main` of its own, with the same ids
 */
import { FroeError } from '../../errors.js';
import { treeName } from '../../sources/treeName.js';
import { refuseOtherTree } from '../mismatch.js';
import type { UseRootOptions } from '../store.js';
import { pgText } from './copyLine.js';
import type { PgSql } from './driver.js';
import { partitionsOf, spaceTables, tablesOf } from './schema.js';
import { stopBuilding } from './vectorRanges.js';

/** Taken to create anything that two processes may want to create at once. */
const CREATE_LOCK = 0x46524f46;

/** The number of a tenant, which is created if it is new. */
export async function tenantOf(sql: PgSql, name: string): Promise<number> {
  const find = async (): Promise<number | undefined> => {
    const [row] = await sql.all('SELECT id FROM froe.tenants WHERE name = $1', name);
    return row && Number(row.id);
  };
  const known = await find();
  if (known !== undefined) return known;
  await sql.all('SELECT pg_advisory_xact_lock($1)', CREATE_LOCK);
  const createdMeanwhile = await find(); // another process may have been faster
  if (createdMeanwhile !== undefined) return createdMeanwhile;
  const [{ id }] = await sql.all('INSERT INTO froe.tenants (name) VALUES ($1) RETURNING id', name);
  await createPartition(sql, 'vectors', Number(id));
  return Number(id);
}

export async function spacesOf(sql: PgSql, tenant: number): Promise<Map<string, number>> {
  const rows = await sql.all('SELECT tree, id FROM froe.spaces WHERE tenant = $1 ORDER BY id', tenant);
  return new Map(rows.map(({ tree, id }) => [String(tree), Number(id)]));
}

/** The name of a tree of a root among all trees of its tenant. */
export const qualifiedTree = (root: string | undefined, tree: string): string =>
  root === undefined ? tree : `${root}${ROOT_SEPARATOR}${tree}`;

/** No name of a root or a tree contains it. */
const ROOT_SEPARATOR = ':';

/** The trees of one root, by the names that the root uses. */
export async function treesOf(sql: PgSql, tenant: number, root: string | undefined): Promise<Map<string, number>> {
  const all = [...(await spacesOf(sql, tenant))];
  if (root === undefined) return new Map(all.filter(([tree]) => !tree.includes(ROOT_SEPARATOR)));
  const prefix = qualifiedTree(root, '');
  const own = all.filter(([tree]) => tree.startsWith(prefix));
  return new Map(own.map(([tree, space]) => [tree.slice(prefix.length), space]));
}

/** The named roots of a tenant. */
export async function rootNamesOf(sql: PgSql, tenant: number): Promise<readonly string[]> {
  const named = [...(await spacesOf(sql, tenant)).keys()].filter((tree) => tree.includes(ROOT_SEPARATOR));
  return [...new Set(named.map((tree) => tree.slice(0, tree.indexOf(ROOT_SEPARATOR))))].sort();
}

export async function makeSpace(sql: PgSql, tenant: number, tree: string): Promise<void> {
  await sql.all('SELECT pg_advisory_xact_lock($1)', CREATE_LOCK);
  const known = [...(await spacesOf(sql, tenant)).keys()];
  if (known.includes(tree)) return;
  if (known.some((other) => other.includes(ROOT_SEPARATOR) !== tree.includes(ROOT_SEPARATOR)))
    throw mixedRootsError(await rootNamesOf(sql, tenant));
  const insert = 'INSERT INTO froe.spaces (tenant, tree) VALUES ($1, $2) RETURNING id';
  const [{ id }] = await sql.all(insert, tenant, tree);
  for (const table of spaceTables) await createPartition(sql, table, Number(id));
}

/** A tenant has one root without a name, or only named ones: a path must say which root it is of. */
const mixedRootsError = (names: readonly string[]): FroeError =>
  names.length > 0
    ? new FroeError(
        'bad-option',
        `The index has the roots ${names.join(', ')}: it is written root by root`,
        'Name the root: --root NAME=FOLDER, or &root=NAME in the address.',
      )
    : new FroeError(
        'bad-option',
        'The index belongs to one folder without a name: roots cannot be added to it',
        'Use another tenant (?tenant=NAME), or remove the index and create it with --root NAME=FOLDER.',
      );

/** Maximum names of one tree: short-lived machines may each add one. */
const MAX_ROOTS = 32;

/** Checks that the tree belongs to this root, by its name; refuses another. */
export async function useSpaceRoot(
  sql: PgSql,
  space: readonly [tenant: number, tree: string],
  root: string,
  { sameTree, dryRun }: UseRootOptions,
): Promise<void> {
  const name = pgText(treeName(root));
  const [row] = await sql.all('SELECT roots FROM froe.spaces WHERE tenant = $1 AND tree = $2 FOR UPDATE', ...space);
  const roots = (row?.roots ?? []) as readonly string[]; // the column is text[]
  if (!sameTree) refuseOtherTree(roots, name, root);
  if (dryRun || roots.includes(name)) return;
  const all = [...roots, name].slice(-MAX_ROOTS);
  await sql.all('UPDATE froe.spaces SET roots = $3 WHERE tenant = $1 AND tree = $2', ...space, all);
}

/** Created separately and then attached, so that readers of the table do not wait. */
async function createPartition(sql: PgSql, table: string, partitionKey: number): Promise<void> {
  const storage = table === 'counts' ? ' WITH (fillfactor = 70)' : ''; // its rows change all the time
  await sql.script(`
    CREATE TABLE froe.${table}_${partitionKey} (LIKE froe.${table} INCLUDING ALL)${storage};
    ALTER TABLE froe.${table} ATTACH PARTITION froe.${table}_${partitionKey} FOR VALUES IN (${partitionKey});`);
}

/** Removes vectors and counts that are no longer used. */
export async function compactTenant(sql: PgSql, tenant: number): Promise<void> {
  const spaces = [...(await spacesOf(sql, tenant)).values()];
  await sql.all(
    `DELETE FROM froe.vectors v WHERE v.tenant = $1
       AND NOT EXISTS (SELECT 1 FROM froe.chunks c WHERE c.space = ANY ($2) AND c.embed_hash = v.hash)`,
    tenant,
    spaces,
  );
  await sql.all('DELETE FROM froe.counts WHERE space = ANY ($1) AND n = 0', spaces);
  await sql.all('UPDATE froe.tenants SET writes = writes + 1 WHERE id = $1', tenant);
}

/** Removes one of several roots: its trees, and the vectors that no other root uses. */
export async function dropRoot(sql: PgSql, tenant: number, root: string): Promise<void> {
  await sql.all('SELECT pg_advisory_xact_lock($1)', CREATE_LOCK);
  const spaces = [...(await treesOf(sql, tenant, root)).values()];
  for (const table of partitionsOf(spaces)) await sql.script(`DROP TABLE ${table}`);
  await sql.all('DELETE FROM froe.spaces WHERE id = ANY ($1)', spaces);
  await compactTenant(sql, tenant);
}

export async function dropTenant(sql: PgSql, tenant: number): Promise<void> {
  await sql.all('SELECT pg_advisory_xact_lock($1)', CREATE_LOCK);
  await stopBuilding(sql, tenant, 'any');
  const spaces = [...(await spacesOf(sql, tenant)).values()];
  for (const table of tablesOf(tenant, spaces)) await sql.script(`DROP TABLE ${table}`);
  await sql.all('DELETE FROM froe.context_lines WHERE tenant = $1', tenant);
  await sql.all('DELETE FROM froe.tenants WHERE id = $1', tenant); // its keys and spaces are removed with it
}
