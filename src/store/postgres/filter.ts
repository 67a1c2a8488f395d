/** A filter as SQL on `s` (sources) and `c` (chunks); its parameters are numbered after those already there. */
import { pathExpressions } from '../../text/pathPattern.js';
import { chunkTerms, type FilterDialect, sourceTerms } from '../filterTerms.js';
import { sensitivityLimit, visibleSql } from '../sensitivity.js';
import type { ChunkFilter } from '../store.js';
import { pgText } from './copyLine.js';
import type { PgValue } from './driver.js';

export interface PgWhere {
  /** Conditions on the source, and on the chunk: ` AND …`, or empty. */
  readonly source: string;
  readonly chunk: string;
  readonly values: readonly PgValue[];
}

/** The part of a filter on sources, or the part on chunks. */
interface Condition {
  readonly sql: string;
  readonly values: readonly PgValue[];
}

interface SqlTerm {
  /** With `?` for each value. */
  readonly sql: string;
  readonly values: readonly PgValue[];
}

export function pgFilterSql(filter: ChunkFilter = {}, parametersBefore = 0): PgWhere {
  const source = pgSourceFilterSql(filter, parametersBefore);
  const chunk = pgChunkFilterSql(filter, parametersBefore + source.values.length);
  return { source: source.sql, chunk: chunk.sql, values: [...source.values, ...chunk.values] };
}

export function pgSourceFilterSql(filter: ChunkFilter, parametersBefore: number): Condition {
  const { sql, values } = numberParameters(sourceTerms(filter, dialect), parametersBefore);
  return { sql: sql + visibleSql(sensitivityLimit(filter)), values };
}

export const pgChunkFilterSql = (filter: ChunkFilter, parametersBefore: number): Condition =>
  numberParameters(chunkTerms(filter, dialect), parametersBefore);

function numberParameters(terms: readonly SqlTerm[], parametersBefore: number): Condition {
  let parameter = parametersBefore;
  return {
    sql: terms.map(({ sql }) => ` AND ${sql.replace(/\?/g, () => `$${++parameter}`)}`).join(''),
    values: terms.flatMap(({ values }) => values),
  };
}

const dialect: FilterDialect<SqlTerm> = {
  compare: (column, operator, value) => ({ sql: `${column} ${operator} ?`, values: [pgText(value)] }),
  among: (column, values) => ({ sql: `${column} = ANY (?::text[])`, values: [values.map(pgText)] }),
  matching: (patterns, under) => ({
    sql: '(?::text || s.path) ~ ANY (?::text[])',
    values: [pgText(under), pathExpressions(patterns.map(pgText))],
  }),
  not: ({ sql, values }) => ({ sql: `NOT ${sql}`, values }),
};
