/** What the index holds and how it grows, tenant by tenant: counted in the database, for every server alike. */
import { defaults } from '../options.js';
import type { Driver } from '../store/postgres/driver.js';
import type { Gauge } from './metrics.js';

export async function measure(driver: Driver): Promise<readonly Gauge[]> {
  const rows = await driver.reading((sql) =>
    sql.all(
      `SELECT t.name,
         coalesce(sum(s.pieces), 0) AS chunks, coalesce(sum(s.tokens), 0) AS tokens, count(s.id) AS sources,
         count(s.id) FILTER (WHERE s.written_at > now() - interval '1 minute') AS recent,
         count(s.id) FILTER (WHERE s.metadata LIKE '%"skipped":%') AS skipped,
         (SELECT count(*) FROM froe.chunks c JOIN froe.spaces p ON p.id = c.space WHERE p.tenant = t.id AND c.tokens > $1) AS over
       FROM froe.tenants t LEFT JOIN froe.spaces p ON p.tenant = t.id LEFT JOIN froe.sources s ON s.space = p.id
       GROUP BY t.id, t.name ORDER BY t.name`,
      defaults.maxTokens,
    ),
  );
  return gauges.flatMap(([name, value]) =>
    rows.map((row) => ({ name, labels: { tenant: String(row.name) }, value: value(row) })),
  );
}

type Counted = Readonly<Record<string, unknown>>;

const gauges: readonly (readonly [name: string, value: (row: Counted) => number])[] = [
  ['froe_chunks', ({ chunks }) => Number(chunks)],
  ['froe_tokens', ({ tokens }) => Number(tokens)],
  ['froe_sources', ({ sources }) => Number(sources)],
  ['froe_sources_skipped', ({ skipped }) => Number(skipped)],
  ['froe_files_per_minute', ({ recent }) => Number(recent)],
  ['froe_oversize_share', ({ over, chunks }) => (Number(chunks) === 0 ? 0 : Number(over) / Number(chunks))],
];
