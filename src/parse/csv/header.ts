/**
 * Is the first row a header? It is when all its cells are names: none empty, none
 * a number or a date, no two alike, none long. Where there is one column only,
 * any word list would pass, so the second row has to be a number.
 *
 *     name,born,height     ✓        1,2,3        ✗
 *     ,width,height        ✓ an index column has no name
 */

const MAX_NAME_LENGTH = 80;
const VALUE = /^[-+~<>$€£]?[\d.,:/%\s_-]*\d[\d.,:/%\s_-]*(?:[eE][-+]?\d+|[TZ].*|[a-zA-Z%]{0,3})?$/;
const BOOLEAN = /^(?:true|false|null|none|nan|yes|no|n\/a)$/i;

export function isHeader(first: readonly string[], second: readonly string[]): boolean {
  const [index, ...others] = first;
  const names = index === '' && others.length > 0 ? others : first;
  if (!names.every(isColumnName) || new Set(names).size < names.length) return false;
  return names.length > 1 || (second.length > 0 && !isColumnName(second[0]));
}

const isColumnName = (cell: string): boolean =>
  cell !== '' && cell.length <= MAX_NAME_LENGTH && !VALUE.test(cell) && !BOOLEAN.test(cell);
