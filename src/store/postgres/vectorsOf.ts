/** Vectors by the hashes of their texts. */
import { dequantise } from '../vectors/quantise.js';
import type { PgSession } from './session.js';

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
