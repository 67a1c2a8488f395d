/** A filter as SQL on `c` (chunks), with its values. */
import { pathMatcher } from '../../text/pathPattern.js';
import { chunkConditions, type FilterDialect, sourceConditions } from '../filterConditions.js';
import { hiddenSql, sensitivityLimit, visibleSql } from '../sensitivity.js';
import type { ChunkFilter } from '../store.js';
import type { Database, Prepare } from './database.js';

export interface SqliteWhere {
  /** Begins with ` AND`, or is empty. */
  readonly sql: string;
  readonly values: readonly string[];
}

interface SqlCondition {
  readonly sql: string;
  readonly value: string;
}

/** Conditions on sources are evaluated once per source, not once per chunk. */
export function filterSql(filter?: ChunkFilter): SqliteWhere {
  const sources = sourceFilterSql(filter);
  const chunks = chunkFilterSql(filter);
  const inSources = sources.sql === '' ? '' : ` AND c.source IN (SELECT s.id FROM sources s WHERE true${sources.sql})`;
  return { sql: inSources + chunks.sql, values: [...sources.values, ...chunks.values] };
}

/** The conditions on sources, over `s`. */
export function sourceFilterSql(filter: ChunkFilter = {}): SqliteWhere {
  const { sql, values } = joinConditions(sourceConditions(filter, dialect));
  return { sql: sql + visibleSql(sensitivityLimit(filter)), values };
}

/** The remaining conditions, on the chunks of sources that pass. */
export const chunkFilterSql = (filter: ChunkFilter = {}): SqliteWhere =>
  joinConditions(chunkConditions(filter, dialect));

const joinConditions = (conditions: readonly SqlCondition[]): SqliteWhere => ({
  sql: conditions.map(({ sql }) => ` AND ${sql}`).join(''),
  values: conditions.map(({ value }) => value),
});

const dialect: FilterDialect<SqlCondition> = {
  compare: (column, operator, value) => ({ sql: `${column} ${operator} ?`, value }),
  among: (column, values) => ({ sql: `${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) }),
  matching: (patterns, under) => ({
    sql: 'path_matches(s.path, ?)',
    value: JSON.stringify({ patterns, under } satisfies PathCondition),
  }),
  not: ({ sql, value }) => ({ sql: `NOT ${sql}`, value }),
};

interface PathCondition {
  readonly patterns: readonly string[];
  /** The prefix of every path. */
  readonly under: string;
}

/** Pattern lists of one statement: those of the query, and those that restrict a client. */
const MAX_MATCHERS = 16;

/** Adds `path_matches(path, patterns)` to a connection; patterns are parsed once, not for every row. */
export function addPathMatches(db: Database): void {
  const matchers = new Map<string, (path: string) => boolean>();
  db.function('path_matches', { deterministic: true }, (path: string, json: string): number => {
    let matches = matchers.get(json);
    if (!matches) {
      if (matchers.size >= MAX_MATCHERS) matchers.clear();
      const { patterns, under }: PathCondition = JSON.parse(json); // written by matching(), from that type
      const matchesPattern = pathMatcher(patterns);
      matches = (candidate) => matchesPattern(under + candidate);
      matchers.set(json, matches);
    }
    return matches(path) ? 1 : 0;
  });
}

/** The rows that may be found; undefined for all. */
export function rowFilter(prepare: Prepare, filter: ChunkFilter = {}): ((row: number) => boolean) | undefined {
  const { maxSensitivity, ...otherConditions } = filter;
  const rowsOf = (sql: string, values: readonly (string | number)[]): ReadonlySet<number> =>
    new Set(
      prepare(`SELECT c.id FROM chunks c WHERE c.weight > 0${sql}`)
        .all(...values)
        .map(({ id }) => Number(id)),
    );
  if (filterSql(otherConditions).sql !== '') {
    const { sql, values } = filterSql(filter);
    const allowed = rowsOf(sql, values);
    return (row) => allowed.has(row);
  }
  // Few rows are hidden: listing all others would take longer than the search.
  const hiddenCondition = hiddenSql(maxSensitivity);
  const inSources = ` AND c.source IN (SELECT s.id FROM sources s WHERE true${hiddenCondition})`;
  const rows = hiddenCondition === '' ? undefined : rowsOf(inSources, []);
  return rows && rows.size > 0 ? (row) => !rows.has(row) : undefined;
}
