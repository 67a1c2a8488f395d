import { hidden } from '../sensitivity.js';
import type { Filter } from '../store.js';
import type { Prepare } from './database.js';
import { where } from './filter.js';

/** Which rows may be found; undefined for all. */
export function passing(prepare: Prepare, filter: Filter = {}): ((row: number) => boolean) | undefined {
  const { maxSensitivity, ...rest } = filter;
  const rowsOf = (sql: string, values: readonly (string | number)[]): ReadonlySet<number> =>
    new Set(
      prepare(`SELECT c.id FROM chunks c WHERE c.weight > 0${sql}`)
        .all(...values)
        .map(({ id }) => Number(id)),
    );
  if (where(rest).sql !== '') {
    const { sql, values } = where(filter);
    const allowed = rowsOf(sql, values);
    return (row) => allowed.has(row);
  }
  // What may not be seen is little: listing all the rest would take longer than the search.
  const above = hidden(maxSensitivity);
  const among = ` AND c.source IN (SELECT s.id FROM sources s WHERE true${above})`;
  const rows = above === '' ? undefined : rowsOf(among, []);
  return rows && rows.size > 0 ? (row) => !rows.has(row) : undefined;
}
