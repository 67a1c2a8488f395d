/**
 * The nearest vectors. pgvector finds candidates; their codes, the same bytes as in
 * SQLite, decide the order, so both stores rank alike.
 *
 *     few chunks pass     all of their vectors are compared: exact
 *     many                each HNSW index is searched until enough are found, and the vectors
 *                         in no index yet (vectorRanges.ts) are compared
 */
import type { DbRow } from '../rows.js';
import type { ChunkFilter, Hit } from '../store.js';
import { QuantisedVectors } from '../vectors/quantise.js';
import type { PgSql } from './driver.js';
import { pgFilterSql } from './filter.js';
import { CHUNKS } from './postings.js';
import { rangeIndexes, searchedRanges, stagedRanges, type VectorRange } from './vectorRanges.js';
import { pgVectorText } from './writer.js';

/** Up to so many vectors are compared exactly: about seven microseconds each. */
export const EXACT_UP_TO = 5000;
/** With a filter, more: what passes may be far from the query, and an index search would take long. */
const EXACT_FILTERED_UP_TO = 20_000;
/** Candidates per wanted result, and the minimum breadth of an index search. */
const CANDIDATES_PER_RESULT = 2;
const MIN_EF_SEARCH = 400;
/** pgvector's maximum. */
const MAX_EF_SEARCH = 1000;

export interface VectorQuery {
  readonly tenant: number;
  readonly spaces: readonly number[];
  /** The tenant has other spaces, whose vectors are in the same indexes. */
  readonly isPart?: boolean;
  readonly vector: Float32Array;
  readonly limit: number;
  readonly filter?: ChunkFilter | undefined;
}

/** Runs in a transaction, because its settings of the index search must not outlast it. */
export async function nearestVectors(sql: PgSql, query: VectorQuery): Promise<readonly Hit[]> {
  const { vector, limit } = query;
  const rows = (await canCompareAll(sql, query)) ? await compareAll(sql, query) : await searchRanges(sql, query);
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .map((row) => ({ row, score: new QuantisedVectors(row.code as Uint8Array).cosine(vector, 0) })) // the column is bytea
    .sort((a, b) => b.score - a.score || Number(a.row.source) - Number(b.row.source) || byPosition(a.row, b.row))
    .slice(0, limit)
    .map(({ row, score }) => ({ id: String(row.id), score }));
}

const byPosition = (a: DbRow, b: DbRow): number => Number(a.position) - Number(b.position);

const COLUMNS = 'c.chunk_id AS id, c.source, c.position, v.code';
const JOIN_SOURCES = 'JOIN froe.sources s ON s.space = c.space AND s.id = c.source';

async function canCompareAll(sql: PgSql, { spaces, isPart = false, filter }: VectorQuery): Promise<boolean> {
  const { source, chunk, values } = pgFilterSql(filter, 2);
  if (source + chunk === '') return (await countChunks(sql, spaces)) <= (isPart ? EXACT_FILTERED_UP_TO : EXACT_UP_TO);
  const tables = `froe.chunks c ${source ? JOIN_SOURCES : ''}`;
  const [row] = await sql.all(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${tables} WHERE c.space = ANY ($1)${source}${chunk} LIMIT $2) found`,
    spaces,
    EXACT_FILTERED_UP_TO + 1,
    ...values,
  );
  return Number(row.n) <= EXACT_FILTERED_UP_TO;
}

async function countChunks(sql: PgSql, spaces: readonly number[]): Promise<number> {
  const select = 'SELECT sum(n) AS n FROM froe.counts WHERE space = ANY ($1) AND term = $2';
  return Number((await sql.all(select, spaces, CHUNKS))[0].n);
}

/**
 * First which chunks, then how near each is, then the best, and codes for those only.
 * Each step is finished before the next: left to itself, the planner may sort all
 * vectors and look up the chunks of each, which takes seconds.
 */
async function compareAll(
  sql: PgSql,
  { tenant, spaces, vector, limit, filter }: VectorQuery,
): Promise<readonly DbRow[]> {
  const { source, chunk, values } = pgFilterSql(filter, 4);
  return sql.all(
    `WITH mine AS MATERIALIZED (
       SELECT c.space, c.chunk_id, c.source, c.position, c.embed_hash FROM froe.chunks c ${source ? JOIN_SOURCES : ''}
       WHERE c.space = ANY ($2) AND c.weight > 0${source}${chunk}
     ), compared AS MATERIALIZED (
       SELECT m.*, v.near <#> $3::halfvec AS distance FROM mine m
       JOIN froe.vectors v ON v.tenant = $1 AND v.hash = m.embed_hash
     )
     SELECT ${COLUMNS} FROM (SELECT * FROM compared ORDER BY distance, source, position LIMIT $4) c
     JOIN froe.vectors v ON v.tenant = $1 AND v.hash = c.embed_hash`,
    tenant,
    spaces,
    pgVectorText(vector),
    limit * CANDIDATES_PER_RESULT,
    ...values,
  );
}

type SeqRange = Pick<VectorRange, 'from' | 'to'>;

/** Staged vectors first: one that is rewritten in between is found twice rather than never. */
async function searchRanges(sql: PgSql, query: VectorQuery): Promise<readonly DbRow[]> {
  const searched = searchedRanges(await rangeIndexes(sql, query.tenant));
  const ef = Math.min(MAX_EF_SEARCH, Math.max(MIN_EF_SEARCH, query.limit * CANDIDATES_PER_RESULT));
  await sql.all(INDEX_SCAN_SETTINGS, String(ef));
  const rows: DbRow[] = [];
  for (const range of stagedRanges(searched)) rows.push(...(await compareRange(sql, query, range)));
  for (const range of searched) rows.push(...(await searchIndex(sql, query, range)));
  return rows;
}

/** Disables plans that lose the order of an index, and sorting what an index already orders. */
const INDEX_SCAN_SETTINGS = `SELECT set_config('hnsw.ef_search', $1, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
  ${['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'].map((plan) => `set_config('enable_${plan}', 'off', true)`).join(', ')}`;

/** Sorts the whole range, and looks up chunks, nearest first, until enough pass. */
async function compareRange(sql: PgSql, query: VectorQuery, { from, to }: SeqRange): Promise<readonly DbRow[]> {
  const { tenant, spaces, vector, limit, filter } = query;
  const { source, chunk, values } = pgFilterSql(filter, 6);
  return sql.all(
    `WITH best AS MATERIALIZED (
       SELECT c.chunk_id, c.source, c.position, c.embed_hash FROM (
         SELECT v.hash, v.near <#> $3::halfvec AS distance FROM froe.vectors v
         WHERE v.tenant = $1 AND v.seq BETWEEN $5 AND $6 ORDER BY distance OFFSET 0
       ) v JOIN froe.chunks c ON c.embed_hash = v.hash ${source ? JOIN_SOURCES : ''}
       WHERE c.space = ANY ($2) AND c.weight > 0${source}${chunk} ORDER BY v.distance LIMIT $4
     )
     SELECT ${COLUMNS} FROM best c JOIN froe.vectors v ON v.tenant = $1 AND v.hash = c.embed_hash`,
    tenant,
    spaces,
    pgVectorText(vector),
    limit * CANDIDATES_PER_RESULT,
    from,
    to,
    ...values,
  );
}

/**
 * ORDER BY stands next to LIMIT: without it, a planner without statistics of what was
 * just loaded joins in any order and returns any rows. The range is written as literals,
 * because the planner must see that it is the one of the partial index.
 */
async function searchIndex(sql: PgSql, query: VectorQuery, { from, to }: SeqRange): Promise<readonly DbRow[]> {
  const { tenant, spaces, vector, limit, filter } = query;
  const { source, chunk, values } = pgFilterSql(filter, 4);
  return sql.all(
    `SELECT ${COLUMNS} FROM froe.vectors v JOIN froe.chunks c ON c.embed_hash = v.hash ${source ? JOIN_SOURCES : ''}
     WHERE v.tenant = $1 AND v.seq BETWEEN ${from} AND ${to} AND c.space = ANY ($2) AND c.weight > 0${source}${chunk}
     ORDER BY v.near::halfvec(${vector.length}) <#> $3::halfvec(${vector.length}) LIMIT $4`,
    tenant,
    spaces,
    pgVectorText(vector),
    limit * CANDIDATES_PER_RESULT,
    ...values,
  );
}
