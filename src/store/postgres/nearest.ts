/**
 * The nearest vectors. pgvector finds candidates, and the code of each, the very
 * bytes that SQLite keeps, decides the order: so both stores rank alike.
 *
 *     few chunks may be among them    all of theirs are compared: exact
 *     many                            the HNSW index is gone along until enough of them are met
 */
import type { DbRow } from '../rows.js';
import type { Filter, Hit } from '../store.js';
import { Codes } from '../vectors/code.js';
import type { Sql } from './driver.js';
import { where } from './filter.js';
import { CHUNKS } from './postings.js';
import { asVector } from './writer.js';

/** Up to so many are simply compared, and nothing is missed: some seven microseconds each. */
export const FEW = 5000;
/** Behind a filter more are: what passes may lie far from the question, and the index is gone along for long. */
const FEW_FILTERED = 20_000;
/** Candidates for each one wanted, and how many the index looks at, at the least. */
const PER_RESULT = 2;
const LEAST_EF = 400;
/** pgvector's own bound. */
const MOST_EF = 1000;

export interface VectorQuery {
  readonly tenant: number;
  readonly spaces: readonly number[];
  readonly vector: Float32Array;
  readonly limit: number;
  readonly filter?: Filter | undefined;
}

/** It runs inside a transaction: how the index is searched is set for it alone. */
export async function nearest(sql: Sql, question: VectorQuery): Promise<readonly Hit[]> {
  const { vector, limit } = question;
  const rows = (await isFew(sql, question)) ? await compareAll(sql, question) : await goAlong(sql, question);
  return rows
    .map((row) => ({ row, score: new Codes(row.code as Uint8Array).nearness(vector, 0) })) // the column is bytea
    .sort((a, b) => b.score - a.score || Number(a.row.source) - Number(b.row.source) || positionOf(a.row, b.row))
    .slice(0, limit)
    .map(({ row, score }) => ({ id: String(row.id), score }));
}

const positionOf = (a: DbRow, b: DbRow): number => Number(a.position) - Number(b.position);

const COLUMNS = 'c.chunk_id AS id, c.source, c.position, v.code';
const SOURCES = 'JOIN froe.sources s ON s.space = c.space AND s.id = c.source';

async function isFew(sql: Sql, { spaces, filter }: VectorQuery): Promise<boolean> {
  const { source, chunk, values } = where(filter, 2);
  if (source + chunk === '') return (await chunksIn(sql, spaces)) <= FEW;
  const among = `froe.chunks c ${source ? SOURCES : ''}`;
  const [row] = await sql.all(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${among} WHERE c.space = ANY ($1)${source}${chunk} LIMIT $2) found`,
    spaces,
    FEW_FILTERED + 1,
    ...values,
  );
  return Number(row.n) <= FEW_FILTERED;
}

async function chunksIn(sql: Sql, spaces: readonly number[]): Promise<number> {
  const counted = 'SELECT sum(n) AS n FROM froe.counts WHERE space = ANY ($1) AND term = $2';
  return Number((await sql.all(counted, spaces, CHUNKS))[0].n);
}

/**
 * First which chunks, then how near each is, then the best; and codes for those
 * alone. Each step is finished before the next: left to itself the planner may
 * sort all vectors there are and look for the chunks of each, which takes seconds.
 */
async function compareAll(sql: Sql, { tenant, spaces, vector, limit, filter }: VectorQuery): Promise<readonly DbRow[]> {
  const { source, chunk, values } = where(filter, 4);
  return sql.all(
    `WITH mine AS MATERIALIZED (
       SELECT c.space, c.chunk_id, c.source, c.position, c.embed_hash FROM froe.chunks c ${source ? SOURCES : ''}
       WHERE c.space = ANY ($2) AND c.weight > 0${source}${chunk}
     ), compared AS MATERIALIZED (
       SELECT m.*, v.near <#> $3::halfvec AS distance FROM mine m
       JOIN froe.vectors v ON v.tenant = $1 AND v.hash = m.embed_hash
     )
     SELECT ${COLUMNS} FROM (SELECT * FROM compared ORDER BY distance, source, position LIMIT $4) c
     JOIN froe.vectors v ON v.tenant = $1 AND v.hash = c.embed_hash`,
    tenant,
    spaces,
    asVector(vector),
    limit * PER_RESULT,
    ...values,
  );
}

/**
 * The order is said where the limit is: without it a planner that has not yet
 * counted what was just loaded joins in any order, and the first rows are as good
 * as any. Joins that would forget the order of the index are turned off.
 */
async function goAlong(sql: Sql, question: VectorQuery): Promise<readonly DbRow[]> {
  const { tenant, spaces, vector, limit, filter } = question;
  const { source, chunk, values } = where(filter, 4);
  const wanted = limit * PER_RESULT;
  const ef = Math.min(MOST_EF, Math.max(LEAST_EF, wanted));
  await sql.all(
    `SELECT set_config('hnsw.ef_search', $1, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
       set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
    String(ef),
  );
  return sql.all(
    `SELECT ${COLUMNS} FROM froe.vectors v JOIN froe.chunks c ON c.embed_hash = v.hash ${source ? SOURCES : ''}
     WHERE v.tenant = $1 AND c.space = ANY ($2) AND c.weight > 0${source}${chunk}
     ORDER BY v.near::halfvec(${vector.length}) <#> $3::halfvec(${vector.length}) LIMIT $4`,
    tenant,
    spaces,
    asVector(vector),
    wanted,
    ...values,
  );
}
