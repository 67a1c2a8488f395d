/** A filter as SQL on `c` (chunks), with its values. */
import { pathMatcher } from '../../text/pathPattern.js';
import { chunkTerms, type FilterDialect, sourceTerms } from '../filterTerms.js';
import { hiddenSql, sensitivityLimit, visibleSql } from '../sensitivity.js';
import type { ChunkFilter } from '../store.js';
import type { Database, Prepare } from './database.js';

export interface SqliteWhere {
  /** Begins with ` AND`, or is empty. */
  readonly sql: string;
  readonly values: readonly string[];
}

interface SqlTerm {
  readonly sql: string;
  readonly value: string;
}

/** Conditions on sources are evaluated once per source, not once per chunk. */
export function filterSql(filter?: ChunkFilter): SqliteWhere {
  const sources = sourceFilterSql(filter);
  const chunks = chunkFilterSql(filter);
  const among = sources.sql === '' ? '' : ` AND c.source IN (SELECT s.id FROM sources s WHERE true${sources.sql})`;
  return { sql: among + chunks.sql, values: [...sources.values, ...chunks.values] };
}

/** The conditions on sources, over `s`. */
export function sourceFilterSql(filter: ChunkFilter = {}): SqliteWhere {
  const { sql, values } = joined(sourceTerms(filter, dialect));
  return { sql: sql + visibleSql(sensitivityLimit(filter)), values };
}

/** The remaining conditions, on the chunks of sources that pass. */
export const chunkFilterSql = (filter: ChunkFilter = {}): SqliteWhere => joined(chunkTerms(filter, dialect));

const joined = (terms: readonly SqlTerm[]): SqliteWhere => ({
  sql: terms.map(({ sql }) => ` AND ${sql}`).join(''),
  values: terms.map(({ value }) => value),
});

const dialect: FilterDialect<SqlTerm> = {
  compare: (column, operator, value) => ({ sql: `${column} ${operator} ?`, value }),
  among: (column, values) => ({ sql: `${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) }),
  matching: (patterns, under) => ({
    sql: 'path_matches(s.path, ?)',
    value: JSON.stringify({ patterns, under } satisfies TypedPatterns),
  }),
  not: ({ sql, value }) => ({ sql: `NOT ${sql}`, value }),
};

interface TypedPatterns {
  readonly patterns: readonly string[];
  /** The prefix of every path. */
  readonly under: string;
}

/** Pattern lists of one statement: those of the query, and those that restrict a client. */
const MAX_MATCHERS = 16;

/** Adds `path_matches(path, patterns)` to a connection; patterns are parsed once, not for every row. */
export function addPathMatches(db: Database): void {
  const known = new Map<string, (path: string) => boolean>();
  db.function('path_matches', { deterministic: true }, (path: string, typed: string): number => {
    let matches = known.get(typed);
    if (!matches) {
      if (known.size >= MAX_MATCHERS) known.clear();
      const { patterns, under }: TypedPatterns = JSON.parse(typed); // written by matching(), from that type
      const fits = pathMatcher(patterns);
      matches = (one) => fits(under + one);
      known.set(typed, matches);
    }
    return matches(path) ? 1 : 0;
  });
}

/** The rows that may be found; undefined for all. */
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
  // Few rows are hidden: listing all others would take longer than the search.
  const above = hiddenSql(maxSensitivity);
  const among = ` AND c.source IN (SELECT s.id FROM sources s WHERE true${above})`;
  const rows = above === '' ? undefined : rowsOf(among, []);
  return rows && rows.size > 0 ? (row) => !rows.has(row) : undefined;
}
