/**
 * Rows in groups of about fifty, so that a table of a million rows is no flat
 * list of them. Where a group ends is chosen by what its last row says and not by
 * counting from the top: a row inserted changes one group and leaves the others.
 *
 * Rows are nodes of their own, but in a very large table only those that span
 * lines; the others are lines, and the cutting loop finds lines by itself.
 * There is never an object for a cell.
 */
import type { Node } from '../../types.js';
import type { CsvRows } from './rows.js';

/** One row in so many ends a group, on average. */
const MEAN_GROUP_ROWS = 50;
const MIN_GROUP_ROWS = 8;
const MAX_GROUP_ROWS = 400;
/** Tables beyond this length have nodes for rows only where they must. */
const MAX_LENGTH_WITH_ROWS = 16 * 1024 * 1024;
/** How much of a row is looked at to decide whether it ends a group. */
const HASHED_LENGTH = 64;

export function groupRows(text: string, rows: CsvRows, from: number): Node[] {
  const groups: Node[] = [];
  const everyRow = text.length <= MAX_LENGTH_WITH_ROWS;
  let children: Node[] = [];
  let count = 0;
  let start = from;
  for (let at = from; at < text.length; ) {
    const end = rows.end(at);
    count++;
    if (everyRow || rows.spansLines) children.push({ kind: 'row', start: at, end, children: [], grain: 'lines' });
    const enough = count >= MIN_GROUP_ROWS && hash(text, at, end) % MEAN_GROUP_ROWS === 0;
    if (enough || count >= MAX_GROUP_ROWS || end >= text.length) {
      groups.push({ kind: 'rows', start, end, children, grain: 'lines' });
      children = [];
      count = 0;
      start = end;
    }
    at = end;
  }
  return groups;
}

/** FNV-1a of a row's first characters. */
function hash(text: string, start: number, end: number): number {
  let value = 0x811c9dc5;
  const stop = Math.min(end, start + HASHED_LENGTH);
  for (let at = start; at < stop; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
