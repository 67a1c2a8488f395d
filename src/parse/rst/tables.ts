/**
 * Tables drawn with characters. Rows are children, the header is what they are
 * read under.
 *
 *     +------+------+       =====  =====
 *     | name | born |       name   born
 *     +======+======+       =====  =====      up to here: the header
 *     | Ada  | 1815 |       Ada    1815       a row
 *     +------+------+       =====  =====
 */
import type { Node } from '../../types.js';
import { block, lineSpan } from '../document/block.js';
import type { DocumentLines } from '../document/lines.js';
import type { BlockReader } from '../document/read.js';
import type { RstContext } from './context.js';

const GRID = /^\+(?:-{2,}|={2,}|[-=]+\+)[-=+]*\+$/;
const SIMPLE = /^=+(?: +=+)+$/;
const RULE = /^[-=]+(?: +[-=]+)*$/;

export const gridTable: BlockReader<RstContext> = ({ lines }, { line, to }) => {
  if (lines.unit(line) !== 0x2b || !GRID.test(lines.trimmed(line))) return undefined;
  let next = line + 1;
  while (next < to && (lines.unit(next) === 0x2b || lines.unit(next) === 0x7c)) next++;
  let headerEnd = line;
  const rows: Node[] = [];
  for (let at = line + 1, from = line; at < next; at++) {
    if (!isGridRule(lines, at)) continue;
    if (headerEnd === line && lines.text.charCodeAt(lines.first(at) + 1) === 0x3d) {
      headerEnd = at + 1;
      rows.length = 0;
    } else rows.push(block('row', lines, from, at + 1, { grain: 'lines' }));
    from = at + 1;
  }
  return { next, blocks: [tableOf(lines, line, headerEnd, next, rows)] };
};

const isGridRule = (lines: DocumentLines, line: number): boolean => {
  const second = lines.text.charCodeAt(lines.first(line) + 1);
  return lines.unit(line) === 0x2b && (second === 0x2d || second === 0x3d);
};

export const simpleTable: BlockReader<RstContext> = ({ lines }, { line, to }) => {
  if (lines.unit(line) !== 0x3d || !SIMPLE.test(lines.trimmed(line))) return undefined;
  const rules: number[] = [];
  for (let at = line + 1; at < to && rules.length < 2; at++) {
    if (lines.unit(at) !== 0x3d || !SIMPLE.test(lines.trimmed(at))) continue;
    rules.push(at);
    if (lines.isBlank(at + 1)) break;
  }
  const last = rules.at(-1);
  if (last === undefined) return undefined;
  const headerEnd = rules.length > 1 ? rules[0] + 1 : line;
  const rows: Node[] = [];
  let from = headerEnd === line ? line + 1 : headerEnd;
  const column = lines.indent(line);
  const close = (end: number): void => {
    if (end > from) rows.push(block('row', lines, from, end, { grain: 'lines' }));
    from = end;
  };
  // A row begins where the first column is not empty; a rule below a row belongs to it.
  for (let at = from + 1; at < last; at++)
    if (!lines.isBlank(at) && lines.indent(at) === column && !RULE.test(lines.trimmed(at))) close(at);
  close(last + 1);
  return { next: last + 1, blocks: [tableOf(lines, line, headerEnd, last + 1, rows)] };
};

function tableOf(lines: DocumentLines, line: number, headerEnd: number, next: number, children: readonly Node[]): Node {
  const lead = lineSpan(lines, line, headerEnd);
  return block('table', lines, line, next, { grain: 'lines', children, ...(lead ? { lead } : {}) });
}
