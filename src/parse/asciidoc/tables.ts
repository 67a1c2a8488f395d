/**
 * A table between `|===`. Cells begin with `|`, and a row has as many of them as
 * there are columns, on one line or several:
 *
 *     [cols="1,1"]
 *     |===
 *     |Wood |Hard       header: the first row, when a blank line follows
 *
 *     |oak              a row of two lines
 *     |yes
 *     |===
 */
import type { Node } from '../../types.js';
import { block, lineSpan } from '../document/block.js';
import type { DocumentLines } from '../document/lines.js';
import type { BlockAttributes } from './attributes.js';

export function table(lines: DocumentLines, line: number, to: number, attributes: BlockAttributes): Node {
  const from = line + 1;
  const starts = rowStarts(lines, from, to - 1, attributes.columns);
  const first = starts[0];
  const second = starts[1] ?? to - 1;
  const isHeader = attributes.header ?? (first === from && lines.trimEnd(from, second) < second);
  const headerEnd = isHeader && starts.length > 1 ? second : line;
  const children = starts
    .map((start, i): [number, number] => [start, lines.trimEnd(start, starts[i + 1] ?? to - 1)])
    .filter(([start, end]) => start >= headerEnd && end > start)
    .map(([start, end]) => block('row', lines, start, end, { grain: 'lines' }));
  const lead = lineSpan(lines, line, headerEnd);
  return block('table', lines, line, to, { grain: 'lines', children, ...(lead ? { lead } : {}) });
}

function rowStarts(lines: DocumentLines, from: number, to: number, given: number | undefined): number[] {
  // The delimiter says what begins a cell; in a table of comma-separated values a line is a row.
  const isCsv = lines.unit(from - 1) === 0x2c || lines.unit(from - 1) === 0x3a;
  const sign = lines.unit(from - 1);
  const starts: number[] = [];
  let columns = given ?? 0;
  let cells = 0;
  for (let line = from; line < to; line++) {
    if (lines.isBlank(line)) continue;
    const begun = isCsv ? 1 : countCells(lines, line, sign);
    if (columns === 0) columns = begun;
    if (starts.length === 0 || (begun > 0 && (isCsv || cells >= columns))) {
      starts.push(line);
      cells = 0;
    }
    cells += begun;
  }
  return starts;
}

function countCells(lines: DocumentLines, line: number, sign: number): number {
  let count = 0;
  for (let at = lines.first(line); at < lines.stop(line); at++) {
    const unit = lines.text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === sign) count++;
  }
  return count;
}
