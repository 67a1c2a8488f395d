/** Chunks of a tenant by id, document and source, the vectors of their texts, and which of them still need one. */
import type { Chunk } from '../../schema.js';
import { unpackRecord } from '../record.js';
import type { DbRow } from '../rows.js';
import type { ChunkFilter } from '../store.js';
import { dequantise } from '../vectors/quantise.js';
import { pgText } from './copyLine.js';
import { pgFilterSql } from './filter.js';
import { whereDocIds } from './references.js';
import type { PgSession } from './session.js';

const MAX_POSITION = 2 ** 31 - 1;

export async function pgChunks(session: PgSession, ids: readonly string[]): Promise<readonly Chunk[]> {
  const { visible } = session;
  const visibleJoin = visible && ` JOIN froe.sources s ON s.space = c.space AND s.id = c.source${visible}`;
  const rows = await session.rows(
    `SELECT c.chunk_id, c.record FROM froe.chunks c${visibleJoin} WHERE c.space = ANY ($1) AND c.chunk_id = ANY ($2)`,
    ids.map(pgText),
  );
  const byId = new Map(rows.map((row) => [String(row.chunk_id), row]));
  return ids.flatMap((id) => {
    const row = byId.get(pgText(id));
    return row ? [recordOf(row)] : [];
  });
}

/** The chunks of one document, by position. */
export async function pgChunksOf(
  session: PgSession,
  docId: string,
  from = 0,
  to = MAX_POSITION,
): Promise<readonly Chunk[]> {
  const sql = `SELECT c.record FROM froe.chunks c ${whereDocIds(session)} AND c.position BETWEEN $3 AND $4 ORDER BY c.position`;
  return (await session.rows(sql, [pgText(docId)], from, Math.min(to, MAX_POSITION))).map(recordOf);
}

/** Chunks that pass a condition on `c` and the filter, one source at a time. */
export async function* pgChunksBySource(
  session: PgSession,
  condition: string,
  filter: ChunkFilter,
): AsyncGenerator<readonly Chunk[]> {
  const { source, chunk, values } = pgFilterSql(filter, 1);
  const passing = `FROM froe.chunks c JOIN froe.sources s ON s.space = c.space AND s.id = c.source
    WHERE c.space = ANY ($1) AND ${condition}${source}${chunk}`;
  const sources = await session.rows(
    `SELECT s.id ${passing} GROUP BY s.id, s.path ORDER BY s.path COLLATE "C", s.id`,
    ...values,
  );
  const select = `SELECT c.record ${passing} AND s.id = $${values.length + 2} ORDER BY c.position`;
  for (const { id } of sources) yield (await session.rows(select, ...values, Number(id))).map(recordOf);
}

/** The hashes that have no vector, without duplicates. */
export async function pgMissingVectors(session: PgSession, hashes: readonly string[]): Promise<readonly string[]> {
  const distinct = [...new Set(hashes)];
  const rows = await session.read((sql, { tenant }) =>
    sql.all(
      `SELECT encode(hash, 'hex') AS hash FROM froe.vectors
       WHERE tenant = $1 AND hash = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
      tenant,
      distinct,
    ),
  );
  const embedded = new Set(rows.map(({ hash }) => String(hash)));
  return distinct.filter((hash) => !embedded.has(hash));
}

const IS_PENDING = `c.space = ANY ($1) AND c.weight > 0
  AND NOT EXISTS (SELECT 1 FROM froe.vectors v WHERE v.tenant = $2 AND v.hash = c.embed_hash)`;

/** One source at a time, so that its vectors are written together. The list of sources is read once. */
export async function* pgPendingChunks(session: PgSession, atLeast: number): AsyncGenerator<readonly Chunk[]> {
  const { tenant } = await session.open();
  const sources = await session.rows(
    `SELECT DISTINCT c.source FROM froe.chunks c WHERE ${IS_PENDING} ORDER BY c.source`,
    tenant,
  );
  let batch: Chunk[] = [];
  for (const { source } of sources) {
    const select = `SELECT c.record FROM froe.chunks c WHERE ${IS_PENDING} AND c.source = $3 ORDER BY c.position`;
    batch.push(...(await session.rows(select, tenant, Number(source))).map(recordOf));
    if (batch.length < atLeast) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Vectors by the hash of their text. */
export async function vectorsByHash(
  session: PgSession,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const rows = await session.read((sql, { tenant }) =>
    sql.all(
      `SELECT encode(hash, 'hex') AS hash, code FROM froe.vectors
       WHERE tenant = $1 AND hash = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
      tenant,
      hashes,
    ),
  );
  return new Map(rows.map(({ hash, code }) => [String(hash), dequantise(code as Uint8Array)])); // the column is bytea
}

/** Context lines, by key. */
export async function pgContextLines(
  session: PgSession,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await session.read((sql, { tenant }) =>
    sql.all(
      `SELECT encode(key, 'hex') AS key, line FROM froe.context_lines
       WHERE tenant = $1 AND key = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
      tenant,
      keys,
    ),
  );
  return new Map(rows.map(({ key, line }) => [String(key), String(line)]));
}

/** The chunk that a row holds. */
const recordOf = ({ record }: DbRow): Chunk => unpackRecord(record as Uint8Array); // the column is bytea
