/** A filter as SQL over `s` (sources) and `c` (chunks); its values are numbered on from those already there. */
import type { Filter } from '../store.js';
import { storable } from './copyLine.js';
import type { Value } from './driver.js';

export interface Where {
  /** What is asked of the source, and of the piece; ` AND …`, or nothing. */
  readonly source: string;
  readonly chunk: string;
  readonly values: readonly Value[];
}

export function where(filter: Filter = {}, before = 0): Where {
  const values: Value[] = [];
  const value = (given: Value): string => `$${values.push(given) + before}`;
  const { tree, languages, types, kind, paths, notPaths } = filter;
  let source = '';
  if (tree !== undefined) source += ` AND s.tree = ${value(storable(tree))}`;
  if (kind !== undefined) source += ` AND s.kind = ${value(kind)}`;
  if (languages?.length) source += ` AND s.language = ANY (${value(languages.map(storable))}::text[])`;
  if (paths?.length) source += ` AND s.path ~ ANY (${value(paths.map(pattern))}::text[])`;
  if (notPaths?.length) source += ` AND NOT s.path ~ ANY (${value(notPaths.map(pattern))}::text[])`;
  const chunk = types?.length ? ` AND c.type = ANY (${value(types.map(storable))}::text[])` : '';
  return { source, chunk, values };
}

/**
 * SQLite's GLOB as a regular expression, so that both stores mean the same:
 *
 *     src/*.t[sx]   →   ^src/.*\.t[sx]$        * and ? match slashes too; [^a] is the class without a
 */
export function pattern(glob: string): string {
  const parts = storable(glob).match(/\*|\?|\[\^?\]?[^\]]*\]|./gsu) ?? [];
  return `^${parts.map(partOf).join('')}$`;
}

function partOf(part: string): string {
  if (part === '*') return '.*';
  if (part === '?') return '.';
  if (part.length > 1 && part.startsWith('[')) return classOf(part);
  return part.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
}

/** Inside a class only a backslash, and a bracket that opens another class, mean something else to PostgreSQL. */
const classOf = (part: string): string => {
  const [, not, inside] = /^\[(\^?)(.*)\]$/su.exec(part) ?? [part, '', ''];
  return `[${not}${inside.replace(/[\\[\]]/g, '\\$&')}]`;
};
