/** A filter as SQL over `s` (sources) and `c` (chunks); its values are numbered on from those already there. */
import { pathExpressions } from '../../text/pathPattern.js';
import { limitOf, visible } from '../sensitivity.js';
import type { Filter } from '../store.js';
import { storable } from './copyLine.js';
import type { PgValue } from './driver.js';

export interface PgWhere {
  /** What is asked of the source, and of the chunk; ` AND …`, or nothing. */
  readonly source: string;
  readonly chunk: string;
  readonly values: readonly PgValue[];
}

/** One side of a filter, where the other is asked elsewhere. */
interface Side {
  readonly sql: string;
  readonly values: readonly PgValue[];
}

interface Term {
  /** With `?` where the value goes. */
  readonly sql: string;
  readonly value: PgValue;
}

export function where(filter: Filter = {}, before = 0): PgWhere {
  const source = ofSources(filter, before);
  const chunk = ofChunks(filter, before + source.values.length);
  return { source: source.sql, chunk: chunk.sql, values: [...source.values, ...chunk.values] };
}

export function ofSources(filter: Filter, before: number): Side {
  const { sql, values } = numbered(sourceTerms(filter), before);
  return { sql: sql + visible(limitOf(filter)), values };
}

export const ofChunks = (filter: Filter, before: number): Side => numbered(chunkTerms(filter), before);

const numbered = (terms: readonly Term[], before: number): Side => ({
  sql: terms.map(({ sql }, i) => ` AND ${sql.replace('?', `$${before + i + 1}`)}`).join(''),
  values: terms.map(({ value }) => value),
});

function sourceTerms(filter: Filter): readonly Term[] {
  const { tree, notTree, kind, languages, notLanguages, paths, notPaths, also } = filter;
  return [
    ...(tree === undefined ? [] : [{ sql: 's.tree = ?', value: storable(tree) }]),
    ...(notTree === undefined ? [] : [{ sql: 's.tree <> ?', value: storable(notTree) }]),
    ...(kind === undefined ? [] : [{ sql: 's.kind = ?', value: kind }]),
    ...(languages?.length ? [among('s.language', languages)] : []),
    ...(notLanguages?.length ? [not(among('s.language', notLanguages))] : []),
    ...(paths?.length ? [matching(paths)] : []),
    ...(notPaths?.length ? [not(matching(notPaths))] : []),
    ...(also ? sourceTerms(also) : []),
  ];
}

function chunkTerms({ types, notTypes, ids, notIds, also }: Filter): readonly Term[] {
  return [
    ...(types?.length ? [among('c.type', types)] : []),
    ...(notTypes?.length ? [not(among('c.type', notTypes))] : []),
    ...(ids ? [among('c.chunk_id', ids)] : []),
    ...(notIds?.length ? [not(among('c.chunk_id', notIds))] : []),
    ...(also ? chunkTerms(also) : []),
  ];
}

const among = (column: string, values: readonly string[]): Term => ({
  sql: `${column} = ANY (?::text[])`,
  value: values.map(storable),
});
const matching = (patterns: readonly string[]): Term => ({
  sql: 's.path ~ ANY (?::text[])',
  value: pathExpressions(patterns.map(storable)),
});
const not = ({ sql, value }: Term): Term => ({ sql: `NOT ${sql}`, value });
