/** A filter as SQL on `s` (sources) and `c` (chunks); its parameters are numbered after those already there. */
import { pathExpressions } from '../../text/pathPattern.js';
import { chunkConditions, type FilterDialect, sourceConditions } from '../filterConditions.js';
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
interface FilterPart {
  readonly sql: string;
  readonly values: readonly PgValue[];
}

interface SqlCondition {
  /** With `?` for each value. */
  readonly sql: string;
  readonly values: readonly PgValue[];
}

export function pgFilterSql(filter: ChunkFilter = {}, parametersBefore = 0): PgWhere {
  const source = pgSourceFilterSql(filter, parametersBefore);
  const chunk = pgChunkFilterSql(filter, parametersBefore + source.values.length);
  return { source: source.sql, chunk: chunk.sql, values: [...source.values, ...chunk.values] };
}

export function pgSourceFilterSql(filter: ChunkFilter, parametersBefore: number): FilterPart {
  const { sql, values } = numberParameters(sourceConditions(filter, dialect), parametersBefore);
  return { sql: sql + visibleSql(sensitivityLimit(filter)), values };
}

export const pgChunkFilterSql = (filter: ChunkFilter, parametersBefore: number): FilterPart =>
  numberParameters(chunkConditions(filter, dialect), parametersBefore);

function numberParameters(conditions: readonly SqlCondition[], parametersBefore: number): FilterPart {
  let parameter = parametersBefore;
  return {
    sql: conditions.map(({ sql }) => ` AND ${sql.replace(/\?/g, () => `$${++parameter}`)}`).join(''),
    values: conditions.flatMap(({ values }) => values),
  };
}

const dialect: FilterDialect<SqlCondition> = {
  compare: (column, operator, value) => ({ sql: `${column} ${operator} ?`, values: [pgText(value)] }),
  among: (column, values) => ({ sql: `${column} = ANY (?::text[])`, values: [values.map(pgText)] }),
  matching: (patterns, under) => ({
    sql: '(?::text || s.path) ~ ANY (?::text[])',
    values: [pgText(under), pathExpressions(patterns.map(pgText))],
  }),
  not: ({ sql, values }) => ({ sql: `NOT ${sql}`, values }),
};
