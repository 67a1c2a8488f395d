/** Vectors of a tenant, by the hash of their text: which are there, and which chunks still need one. */
import type { Chunk } from '../../schema.js';
import { unpackRecord } from '../record.js';
import type { DbRow } from '../rows.js';
import { dequantise } from '../vectors/quantise.js';
import type { PgSession } from './session.js';

/** The hashes without a vector, each once. */
export async function pgMissingVectors(session: PgSession, hashes: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(hashes)];
  const rows = await session.read((sql, { tenant }) =>
    sql.all(
      `SELECT encode(hash, 'hex') AS hash FROM froe.vectors
       WHERE tenant = $1 AND hash = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
      tenant,
      wanted,
    ),
  );
  const known = new Set(rows.map(({ hash }) => String(hash)));
  return wanted.filter((hash) => !known.has(hash));
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
    const of = `SELECT c.record FROM froe.chunks c WHERE ${IS_PENDING} AND c.source = $3 ORDER BY c.position`;
    batch.push(...(await session.rows(of, tenant, Number(source))).map(recordOf));
    if (batch.length < atLeast) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Vectors by the hashes of their texts. */
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

/** The chunk that a row holds. */
export const recordOf = ({ record }: DbRow): Chunk => unpackRecord(record as Uint8Array); // the column is bytea
