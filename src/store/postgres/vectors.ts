/** Which texts have no vector yet. */
import type { Chunk } from '../../schema.js';
import { recordOf } from './recordOf.js';
import type { PgSession } from './session.js';

/** Those of the hashes, each once. */
export async function pgMissingVectors(session: PgSession, hashes: readonly string[]): Promise<readonly string[]> {
  const asked = [...new Set(hashes)];
  const rows = await session.read((sql, { tenant }) =>
    sql.all(
      `SELECT encode(hash, 'hex') AS hash FROM froe.vectors
       WHERE tenant = $1 AND hash = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
      tenant,
      asked,
    ),
  );
  const known = new Set(rows.map(({ hash }) => String(hash)));
  return asked.filter((hash) => !known.has(hash));
}

const IS_PENDING = `c.space = ANY ($1) AND c.weight > 0
  AND NOT EXISTS (SELECT 1 FROM froe.vectors v WHERE v.tenant = $2 AND v.hash = c.embed_hash)`;

/** A source at a time, so that its vectors come together; the list of sources is read once. */
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
