import type { Filter } from '../store.js';
import type { Prepare } from './database.js';
import { where } from './filter.js';

/** Which rows may be found; undefined for all. */
export function passing(prepare: Prepare, filter: Filter | undefined): ((row: number) => boolean) | undefined {
  const { sql, values } = where(filter);
  if (sql === '') return undefined;
  const among = `SELECT c.id FROM chunks c WHERE c.weight > 0${sql}`;
  const allowed = new Set(
    prepare(among)
      .all(...values)
      .map(({ id }) => Number(id)),
  );
  return (row) => allowed.has(row);
}
