/**
 * Tables as text: CSV, TSV and their kin. Rows are never torn, and chunks are
 * read under the header row.
 */
import type { Node } from '../types.js';
import { findDelimiter } from './csv/delimiter.js';
import { groupRows } from './csv/groups.js';
import { isHeader } from './csv/header.js';
import { CsvRows, cellsOf } from './csv/rows.js';
import type { Parser } from './parser.js';
import { textStart } from './scanning.js';

/** Names of columns that every chunk carries; a table with more has no use for them all. */
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
  const bodyStart = rows.end(from);
  const columns = cellsOf(text, unit, from, MAX_COLUMNS);
  const table: Node = { kind: 'table', start, end: text.length, children: [], grain: 'lines' };
  if (bodyStart >= text.length || !isHeader(columns, cellsOf(text, unit, bodyStart, MAX_COLUMNS)))
    return { ...table, children: groupRows(text, rows, from) };
  const lead = { start, end: bodyStart };
  return { ...table, lead, children: groupRows(text, rows, bodyStart), meta: { columns } };
}
