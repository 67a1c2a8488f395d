/** A filter as SQL on `s` (sources) and `c` (chunks); its parameters are numbered after those already there. */
import { pathExpressions } from '../../text/pathPattern.js';
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
interface Side {
  readonly sql: string;
  readonly values: readonly PgValue[];
}

interface SqlTerm {
  /** With `?` for each value. */
  readonly sql: string;
  readonly values: readonly PgValue[];
}

export function pgFilterSql(filter: ChunkFilter = {}, before = 0): PgWhere {
  const source = pgSourceFilterSql(filter, before);
  const chunk = pgChunkFilterSql(filter, before + source.values.length);
  return { source: source.sql, chunk: chunk.sql, values: [...source.values, ...chunk.values] };
}

export function pgSourceFilterSql(filter: ChunkFilter, before: number): Side {
  const { sql, values } = numbered(sourceTerms(filter), before);
  return { sql: sql + visibleSql(sensitivityLimit(filter)), values };
}

export const pgChunkFilterSql = (filter: ChunkFilter, before: number): Side => numbered(chunkTerms(filter), before);

function numbered(terms: readonly SqlTerm[], before: number): Side {
  let last = before;
  return {
    sql: terms.map(({ sql }) => ` AND ${sql.replace(/\?/g, () => `$${++last}`)}`).join(''),
    values: terms.flatMap(({ values }) => values),
  };
}

function sourceTerms(filter: ChunkFilter): readonly SqlTerm[] {
  const { tree, notTree, kind, languages, notLanguages, paths, notPaths, under = '', docIds, also } = filter;
  return [
    ...(tree === undefined ? [] : [{ sql: 's.tree = ?', values: [pgText(tree)] }]),
    ...(notTree === undefined ? [] : [{ sql: 's.tree <> ?', values: [pgText(notTree)] }]),
    ...(kind === undefined ? [] : [{ sql: 's.kind = ?', values: [kind] }]),
    ...(languages?.length ? [among('s.language', languages)] : []),
    ...(notLanguages?.length ? [not(among('s.language', notLanguages))] : []),
    ...(paths?.length ? [matching(paths, under)] : []),
    ...(notPaths?.length ? [not(matching(notPaths, under))] : []),
    ...(docIds ? [among('s.doc_id', docIds)] : []),
    ...(also ? sourceTerms(also) : []),
  ];
}

function chunkTerms({ types, notTypes, ids, notIds, also }: ChunkFilter): readonly SqlTerm[] {
  return [
    ...(types?.length ? [among('c.type', types)] : []),
    ...(notTypes?.length ? [not(among('c.type', notTypes))] : []),
    ...(ids ? [among('c.chunk_id', ids)] : []),
    ...(notIds?.length ? [not(among('c.chunk_id', notIds))] : []),
    ...(also ? chunkTerms(also) : []),
  ];
}

const among = (column: string, values: readonly string[]): SqlTerm => ({
  sql: `${column} = ANY (?::text[])`,
  values: [values.map(pgText)],
});
const matching = (patterns: readonly string[], under: string): SqlTerm => ({
  sql: '(?::text || s.path) ~ ANY (?::text[])',
  values: [pgText(under), pathExpressions(patterns.map(pgText))],
});
const not = ({ sql, values }: SqlTerm): SqlTerm => ({ sql: `NOT ${sql}`, values });
