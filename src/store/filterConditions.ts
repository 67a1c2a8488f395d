/**
 * A filter as a list of SQL conditions on `s` (sources) and `c` (chunks). Both stores ask for the same; each writes
 * lists and path patterns in its own dialect.
 *
 *     { languages: ['ts'], notTypes: ['class'] }   →   among s.language ts;   not (among c.type class)
 */
import type { ChunkFilter } from './store.js';

/** How a database writes conditions. */
export interface FilterDialect<Condition> {
  readonly compare: (column: string, operator: '=' | '<>', value: string) => Condition;
  readonly among: (column: string, values: readonly string[]) => Condition;
  /** Paths of sources that match, as if they were below the folder `under`. */
  readonly matching: (patterns: readonly string[], under: string) => Condition;
  readonly not: (condition: Condition) => Condition;
}

/** Conditions on sources; all must hold. */
export function sourceConditions<Condition>(
  filter: ChunkFilter,
  dialect: FilterDialect<Condition>,
): readonly Condition[] {
  const { tree, notTree, kind, languages, notLanguages, paths, notPaths, under = '', docIds, also } = filter;
  const { compare, among, matching, not } = dialect;
  return [
    ...(tree === undefined ? [] : [compare('s.tree', '=', tree)]),
    ...(notTree === undefined ? [] : [compare('s.tree', '<>', notTree)]),
    ...(kind === undefined ? [] : [compare('s.kind', '=', kind)]),
    ...(languages?.length ? [among('s.language', languages)] : []),
    ...(notLanguages?.length ? [not(among('s.language', notLanguages))] : []),
    ...(paths?.length ? [matching(paths, under)] : []),
    ...(notPaths?.length ? [not(matching(notPaths, under))] : []),
    ...(docIds ? [among('s.doc_id', docIds)] : []),
    ...(also ? sourceConditions(also, dialect) : []),
  ];
}

/** Conditions on chunks; all must hold. */
export function chunkConditions<Condition>(
  filter: ChunkFilter,
  dialect: FilterDialect<Condition>,
): readonly Condition[] {
  const { types, notTypes, ids, notIds, also } = filter;
  const { among, not } = dialect;
  return [
    ...(types?.length ? [among('c.type', types)] : []),
    ...(notTypes?.length ? [not(among('c.type', notTypes))] : []),
    ...(ids ? [among('c.chunk_id', ids)] : []),
    ...(notIds?.length ? [not(among('c.chunk_id', notIds))] : []),
    ...(also ? chunkConditions(also, dialect) : []),
  ];
}
