import { hiddenSql } from '../sensitivity.js';
import type { ChunkFilter } from '../store.js';
import type { Prepare } from './database.js';
import { filterSql } from './filter.js';

/** Which rows may be found; undefined for all. */
export function rowFilter(prepare: Prepare, filter: ChunkFilter = {}): ((row: number) => boolean) | undefined {
  const { maxSensitivity, ...rest } = filter;
  const rowsOf = (sql: string, values: readonly (string | number)[]): ReadonlySet<number> =>
    new Set(
      prepare(`SELECT c.id FROM chunks c WHERE c.weight > 0${sql}`)
        .all(...values)
        .map(({ id }) => Number(id)),
    );
  if (filterSql(rest).sql !== '') {
    const { sql, values } = filterSql(filter);
    const allowed = rowsOf(sql, values);
    return (row) => allowed.has(row);
  }
  // What may not be seen is little: listing all the rest would take longer than the search.
  const above = hiddenSql(maxSensitivity);
  const among = ` AND c.source IN (SELECT s.id FROM sources s WHERE true${above})`;
  const rows = above === '' ? undefined : rowsOf(among, []);
  return rows && rows.size > 0 ? (row) => !rows.has(row) : undefined;
}
