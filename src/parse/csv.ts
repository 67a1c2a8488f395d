/**
 * CSV, TSV and similar tables. Rows are kept whole, and the header row is the
 * context of every chunk.
 */
import type { Node } from '../types.js';
import type { Parser } from './parser.js';
import { isLineBreak, lineEnds, textStart } from './scanning.js';

/** Column names in the metadata of every chunk. */
const MAX_COLUMNS = 100;

export const csv: Parser = {
  id: 'csv',
  sourceType: 'text',
  preset: {},
  anchors: 'path',
  chunkType: ({ whole }) => (whole ? 'text_file' : 'text_file_chunk'),
  isUnit: ({ kind }) => kind === 'row',
  fields({ root }) {
    const columns = root.children[0]?.meta?.columns;
    return columns === undefined ? {} : { metadata: { columns } };
  },
  describe: (filename, startLine, endLine) => `Filename: ${filename}, lines ${startLine}–${endLine}`,
  parse({ text }) {
    const root: Node = { kind: 'document', start: 0, end: text.length, children: [], grain: 'lines' };
    const table = tableOf(text);
    return table ? { ...root, children: [table] } : root;
  },
};

function tableOf(text: string): Node | undefined {
  const start = textStart(text);
  if (start >= text.length) return undefined;
  const { unit, from } = findDelimiter(text, start);
  const rows = new CsvRows(text, unit);
  const bodyStart = rows.rowEnd(from);
  const columns = cellsOf(text, unit, from, MAX_COLUMNS);
  const table: Node = { kind: 'table', start, end: text.length, children: [], grain: 'lines' };
  if (bodyStart >= text.length || !isHeader(columns, cellsOf(text, unit, bodyStart, MAX_COLUMNS)))
    return { ...table, children: groupRows(text, rows, from) };
  const lead = { start, end: bodyStart };
  return { ...table, lead, children: groupRows(text, rows, bodyStart), meta: { columns } };
}

/**
 * Finds the ends of rows and cells. A quoted cell may contain delimiters and line breaks,
 * and a doubled quote stands for one:
 *
 *     id,note⏎
 *     1,"two⏎
 *     lines, ""quoted"""⏎      the row ends here
 *     2,5" pipe⏎               a quote inside a cell is just a quote
 *
 * A quote that is never closed is plain text, so one mistake affects one row.
 */
const QUOTE = 0x22;
/** A search for a closing quote may run to the end of the text; after so many failures quotes are plain text. */
const MAX_FAILED_SEARCHES = 16;

class CsvRows {
  readonly #text: string;
  readonly #delimiter: number;
  readonly #lineEnd: (at: number) => number;
  #searchesLeft = MAX_FAILED_SEARCHES;
  /** The first quote at or after the last queried offset. */
  #cachedQuote = -1;
  /** The last row contains line breaks. */
  spansLines = false;

  constructor(text: string, delimiter: number) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnds(text);
  }

  /** End of the row at `at`, including its line break. Calls `onCell`, if given, for each cell. */
  rowEnd(at: number, onCell?: (start: number, end: number) => void): number {
    const lineEnd = this.#lineEnd(at);
    this.spansLines = false;
    if (!onCell && this.#nextQuote(at) >= lineEnd) return lineEnd;
    let start = at;
    let rowEnd = lineEnd;
    for (;;) {
      let end = start;
      if (this.#text.charCodeAt(start) === QUOTE) {
        const afterQuotes = this.#afterQuotes(start);
        if (afterQuotes > rowEnd) {
          rowEnd = this.#lineEnd(afterQuotes - 1);
          this.spansLines = true;
        }
        end = afterQuotes;
      }
      while (end < rowEnd && this.#text.charCodeAt(end) !== this.#delimiter && !isLineBreak(this.#text.charCodeAt(end)))
        end++;
      onCell?.(start, end);
      if (end >= rowEnd || this.#text.charCodeAt(end) !== this.#delimiter) return rowEnd;
      start = end + 1;
    }
  }

  #nextQuote(at: number): number {
    if (this.#cachedQuote < at) {
      const found = this.#text.indexOf('"', at);
      this.#cachedQuote = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#cachedQuote;
  }

  /** After the closing quote of the cell at `start`, or `start` if there is none. */
  #afterQuotes(start: number): number {
    const text = this.#text;
    if (this.#searchesLeft === 0) return start;
    for (let at = this.#nextQuote(start + 1); at < text.length; at = this.#nextQuote(at + 1)) {
      if (text.charCodeAt(at + 1) === QUOTE) at++;
      else if (this.#endsCell(at + 1)) return at + 1;
    }
    this.#searchesLeft--;
    this.#cachedQuote = -1; // the cached quote is past `start`
    return start;
  }

  #endsCell(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    return unit === this.#delimiter || isLineBreak(unit) || at === this.#text.length;
  }
}

/** The first `maxCells` cells of the row at `start`, unquoted. */
export function cellsOf(text: string, delimiter: number, start: number, maxCells: number): string[] {
  const cells: string[] = [];
  new CsvRows(text, delimiter).rowEnd(start, (from, to) => {
    if (cells.length < maxCells) cells.push(unquoted(text.slice(from, to)));
  });
  return cells;
}

const unquoted = (cell: string): string =>
  (cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell
  ).trim();

/** Guesses the delimiter: the one that gives most rows the same number of cells. */
/** In order of preference on a tie. */
const delimiters = [0x2c, 0x09, 0x3b, 0x7c]; // , tab ; |
/** Length of the sample, in UTF-16 code units. */
const SAMPLE_CHARS = 64 * 1024;
const SAMPLE_ROWS = 50;

/** Excel declares the delimiter on the first line: `sep=;`. */
const DECLARED = /^sep=([,;|\t])\r?(?:\n|$)/i;

interface CsvDelimiter {
  readonly unit: number;
  /** Where the table begins: after a byte order mark, and the line that names the delimiter. */
  readonly from: number;
}

export function findDelimiter(text: string, start: number): CsvDelimiter {
  const sample = text.slice(start, start + SAMPLE_CHARS);
  const declared = DECLARED.exec(sample);
  if (declared) return { unit: declared[1].charCodeAt(0), from: start + declared[0].length };
  let best = { unit: delimiters[0], share: 0, cells: 0 };
  for (const unit of delimiters) {
    const { share, cells } = regularity(sample, unit);
    if (share > best.share || (share === best.share && cells > best.cells)) best = { unit, share, cells };
  }
  return { unit: best.unit, from: start };
}

/** The share of rows with the most common number of cells above one. */
function regularity(sample: string, unit: number): { share: number; cells: number } {
  const rows = new CsvRows(sample, unit);
  const counts = new Map<number, number>();
  let rowCount = 0;
  for (let at = 0; at < sample.length && rowCount < SAMPLE_ROWS; rowCount++) {
    let cells = 0;
    at = rows.rowEnd(at, () => cells++);
    counts.set(cells, (counts.get(cells) ?? 0) + 1);
  }
  let mostCommon = { share: 0, cells: 0 };
  for (const [cells, rowsWithThatMany] of counts)
    if (cells > 1 && rowsWithThatMany / rowCount > mostCommon.share)
      mostCommon = { share: rowsWithThatMany / rowCount, cells };
  return mostCommon;
}

/**
 * The first row is a header if all its cells are names: none empty, none
 * a number or a date, no two alike, none long. Where there is one column only,
 * any word list would pass, so the second row has to be a number.
 *
 *     name,born,height     ✓        1,2,3        ✗
 *     ,width,height        ✓ an index column has no name
 */

const MAX_NAME_CHARS = 80;
const VALUE = /^[-+~<>$€£]?[\d.,:/%\s_-]*\d[\d.,:/%\s_-]*(?:[eE][-+]?\d+|[TZ].*|[a-zA-Z%]{0,3})?$/;
const BOOLEAN = /^(?:true|false|null|none|nan|yes|no|n\/a)$/i;

export function isHeader(firstRow: readonly string[], secondRow: readonly string[]): boolean {
  const [firstName, ...otherNames] = firstRow;
  const names = firstName === '' && otherNames.length > 0 ? otherNames : firstRow;
  if (!names.every(isColumnName) || new Set(names).size < names.length) return false;
  return names.length > 1 || (secondRow.length > 0 && !isColumnName(secondRow[0]));
}

const isColumnName = (cell: string): boolean =>
  cell !== '' && cell.length <= MAX_NAME_CHARS && !VALUE.test(cell) && !BOOLEAN.test(cell);

/**
 * Rows in groups of about fifty, so that a table of a million rows is not one
 * flat list. The hash of a row decides whether it ends its group, so an inserted
 * row changes one group only.
 *
 * Every row is a node, except in very large tables: there only rows that span
 * lines are, because the cutting loop finds lines by itself. Cells are never
 * objects.
 */
/** On average, one row in this many ends a group. */
const MEAN_GROUP_ROWS = 50;
const MIN_GROUP_ROWS = 8;
const MAX_GROUP_ROWS = 400;
/** Longer tables have nodes only for rows that span lines. */
const MAX_CHARS_WITH_ROWS = 16 * 1024 * 1024;
/** Length of the part of a row that is hashed. */
const HASHED_CHARS = 64;

function groupRows(text: string, rows: CsvRows, from: number): Node[] {
  const groups: Node[] = [];
  const everyRow = text.length <= MAX_CHARS_WITH_ROWS;
  let children: Node[] = [];
  let rowCount = 0;
  let start = from;
  for (let at = from; at < text.length; ) {
    const end = rows.rowEnd(at);
    rowCount++;
    if (everyRow || rows.spansLines) children.push({ kind: 'row', start: at, end, children: [], grain: 'lines' });
    const endsGroup = rowCount >= MIN_GROUP_ROWS && hash(text, at, end) % MEAN_GROUP_ROWS === 0;
    if (endsGroup || rowCount >= MAX_GROUP_ROWS || end >= text.length) {
      groups.push({ kind: 'rows', start, end, children, grain: 'lines' });
      children = [];
      rowCount = 0;
      start = end;
    }
    at = end;
  }
  return groups;
}

/** FNV-1a of a row's first characters. */
function hash(text: string, start: number, end: number): number {
  let value = 0x811c9dc5;
  const stop = Math.min(end, start + HASHED_CHARS);
  for (let at = start; at < stop; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
