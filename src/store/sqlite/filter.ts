/** A filter as SQL over `s` (sources) and `c` (chunks), with its values. */
import type { Filter } from '../store.js';

export interface Where {
  /** Begins with ` AND` when there is anything to say. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export function where(filter: Filter = {}): Where {
  const terms: string[] = [];
  const values: (string | number)[] = [];
  const term = (sql: string, ...of: readonly string[]): void => {
    terms.push(sql);
    values.push(...of);
  };
  const marks = (of: readonly unknown[]): string => of.map(() => '?').join(', ');
  const { tree, languages, types, kind, paths, notPaths } = filter;
  if (tree !== undefined) term('s.tree = ?', tree);
  if (kind !== undefined) term('s.kind = ?', kind);
  if (languages?.length) term(`s.language IN (${marks(languages)})`, ...languages);
  if (types?.length) term(`c.type IN (${marks(types)})`, ...types);
  if (paths?.length) term(`(${paths.map(() => 's.path GLOB ?').join(' OR ')})`, ...paths);
  if (notPaths?.length) term(`NOT (${notPaths.map(() => 's.path GLOB ?').join(' OR ')})`, ...notPaths);
  return { sql: terms.map((sql) => ` AND ${sql}`).join(''), values };
}
