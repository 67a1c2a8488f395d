/** The state of an index: its counts, and the model of its vectors. */
import { isSameModel, modelMismatch } from '../mismatch.js';
import { visibleSql } from '../sensitivity.js';
import type { IndexModel, IndexState } from '../store.js';
import type { PgSql } from './driver.js';
import { partitionsOf, tablesOf } from './schema.js';
import type { PostgresOptions } from './session.js';
import { dropVectorIndexes } from './vectorIndex.js';

export async function countSpaces(
  sql: PgSql,
  tenant: number,
  trees: ReadonlyMap<string, number>,
  version: number,
  { maxSensitivity, root }: Pick<PostgresOptions, 'maxSensitivity' | 'root'>,
): Promise<IndexState> {
  const spaces = [...trees.values()];
  const [counts] = await sql.all(
    `SELECT count(*) AS sources, coalesce(sum(chunks), 0) AS chunks, coalesce(sum(tokens), 0) AS tokens,
       extract(epoch FROM max(written_at)) AS seconds
     FROM froe.sources s WHERE space = ANY ($1)${visibleSql(maxSensitivity)}`,
    spaces,
  );
  const visible = visibleSql(maxSensitivity);
  const visibleJoin = visible && ` JOIN froe.sources s ON s.space = c.space AND s.id = c.source${visible}`;
  const [vectorCounts] = await sql.all(
    `SELECT count(*) AS chunks, count(*) FILTER (WHERE v.hash IS NULL) AS pending
     FROM froe.chunks c${visibleJoin} LEFT JOIN froe.vectors v ON v.tenant = $2 AND v.hash = c.embed_hash
     WHERE c.space = ANY ($1) AND c.weight > 0`,
    spaces,
    tenant,
  );
  const [storage] = await sql.all(
    'SELECT coalesce(sum(pg_total_relation_size(to_regclass(name))), 0) AS bytes FROM unnest($1::text[]) name',
    root === undefined ? tablesOf(tenant, spaces) : partitionsOf(spaces), // all roots share the vectors
  );
  const pending = Number(vectorCounts.pending);
  return {
    version,
    model: await tenantModel(sql, tenant),
    writtenAt: root === undefined ? await writtenAt(sql, tenant) : dateOf(counts.seconds),
    sources: Number(counts.sources),
    chunks: Number(counts.chunks),
    tokens: Number(counts.tokens),
    bytes: Number(storage.bytes),
    embedded: Number(vectorCounts.chunks) - pending,
    pending,
  };
}

/** Returns the model whose vectors were dropped for this one. */
export async function useTenantModel(
  sql: PgSql,
  tenant: number,
  model: IndexModel,
  replace: boolean,
): Promise<IndexModel | undefined> {
  const { id, dimensions, prefixVersion } = model;
  const stored = await tenantModel(sql, tenant, 'FOR UPDATE');
  if (stored && isSameModel(stored, model)) return undefined;
  if (stored && !replace && !stored.unfinished) throw modelMismatch(stored, model);
  await dropVectorIndexes(sql, tenant); // they index the old vectors
  await sql.all('DELETE FROM froe.vectors WHERE tenant = $1', tenant);
  await saveTenantModel(sql, tenant, { id, dimensions, prefixVersion, unfinished: true });
  return stored;
}

export async function finishTenantModel(sql: PgSql, tenant: number): Promise<void> {
  const { unfinished, ...model } = (await tenantModel(sql, tenant, 'FOR UPDATE')) ?? {};
  if (unfinished) await saveTenantModel(sql, tenant, model);
}

async function saveTenantModel(sql: PgSql, tenant: number, model: Partial<IndexModel>): Promise<void> {
  const json = JSON.stringify(model);
  await sql.all('UPDATE froe.tenants SET model = $2, writes = writes + 1 WHERE id = $1', tenant, json);
}

async function writtenAt(sql: PgSql, tenant: number): Promise<Date | undefined> {
  const [row] = await sql.all(
    'SELECT extract(epoch FROM written_at) AS seconds FROM froe.tenants WHERE id = $1',
    tenant,
  );
  return dateOf(row?.seconds);
}

const dateOf = (seconds: unknown): Date | undefined => (seconds == null ? undefined : new Date(Number(seconds) * 1000));

export async function tenantModel(
  sql: PgSql,
  tenant: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<IndexModel | undefined> {
  const [row] = await sql.all(`SELECT model FROM froe.tenants WHERE id = $1 ${lock}`, tenant);
  return row?.model ? JSON.parse(String(row.model)) : undefined;
}

/**
 * A slow value, cached until something is written. While others write all the time
 * it may be stale for a while: a count that takes one second is done at most every
 * twenty (MAX_AGE_FACTOR).
 */
const MAX_AGE_FACTOR = 20;

export class StateCache<T> {
  #cached: { readonly value: T; readonly version: string; readonly until: number } | undefined;

  async get(version: string, make: () => Promise<T>): Promise<T> {
    const start = performance.now();
    if (this.#cached && (this.#cached.version === version || start < this.#cached.until)) return this.#cached.value;
    const value = await make();
    const end = performance.now();
    this.#cached = { value, version, until: end + (end - start) * MAX_AGE_FACTOR };
    return value;
  }

  /** After a write of this process. */
  forget(): void {
    this.#cached = undefined;
  }
}
