/** The files of an index, counted by language and by place. */
import { areaOf } from '../text/area.js';
import type { Row } from './rows.js';
import type { Overview } from './store.js';

/** Of rows with `path`, `language` and `tokens`. */
export function overviewOf(rows: readonly Row[]): Overview {
  const [languages, areas] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);
  let tokens = 0;
  for (const row of rows) {
    tokens += Number(row.tokens);
    add(languages, String(row.language));
    add(areas, areaOf(String(row.path)));
  }
  const most = (counts: Map<string, number>): [string, number][] =>
    [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 20);
  return { sources: rows.length, tokens, languages: most(languages), areas: most(areas) };
}
