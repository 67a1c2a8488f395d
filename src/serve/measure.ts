/** What the index holds and how it grows, of each tenant that a key may know of: counted in the database, for every server alike. */

import type { PgDriver } from '../engine/team.js';
import { defaults } from '../options.js';
import type { Gauge } from './metrics.js';

export async function measure(driver: PgDriver): Promise<readonly Gauge[]> {
  const rows = await driver.reading((sql) => sql.all('SELECT * FROM froe.figures($1)', defaults.maxTokens));
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
