/** Rows that were found, with the names that others know them by; and which rows may be found at all. */
import type { Scored } from '../best.js';
import type { Filter, Hit } from '../store.js';
import type { Prepare } from './database.js';
import { where } from './filter.js';

const NAMES = 'SELECT c.id AS row, c.chunk_id FROM json_each(?) wanted JOIN chunks c ON c.id = wanted.value';

export function hitsOf(prepare: Prepare, found: readonly Scored[]): Hit[] {
  const rows = prepare(NAMES).all(JSON.stringify(found.map(({ row }) => row)));
  const names = new Map(rows.map((named) => [Number(named.row), String(named.chunk_id)]));
  return found.flatMap(({ row, score }) => {
    const id = names.get(row);
    return id === undefined ? [] : [{ id, score }];
  });
}

/** undefined for all. */
export function passing(prepare: Prepare, filter: Filter | undefined): ((row: number) => boolean) | undefined {
  const { sql, values } = where(filter);
  if (sql === '') return undefined;
  const among = `SELECT c.id FROM chunks c JOIN sources s ON s.id = c.source WHERE c.weight > 0${sql}`;
  const allowed = new Set(
    prepare(among)
      .all(...values)
      .map(({ id }) => Number(id)),
  );
  return (row) => allowed.has(row);
}
