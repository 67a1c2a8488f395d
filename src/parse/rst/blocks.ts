/**
 * Paragraphs, literal blocks after `::`, and tables.
 *
 *     Like this::          the paragraph, including `::`
 *
 *         make install     literal: indented, or each line starts with
 *                          the same character:  > make
 */
import type { Node } from '../../types.js';
import { block, codeBlockFields, lineSpan } from '../document/block.js';
import { blankEnd, type DocumentLines, indentedEnd } from '../document/lines.js';
import type { BlockReader } from '../document/read.js';
import { isPunctuation, type RstContext } from './titles.js';

/** The paragraph at `line`, in text at column `indent`. */
export function paragraphAt(context: RstContext, line: number, to: number, indent: number): ParagraphBlocks {
  const { lines } = context;
  const end = blankEnd(lines, line, to);
  const paragraph = block('paragraph', lines, line, end);
  if (!lines.text.startsWith('::', lines.stop(end - 1) - 2)) return { next: end, blocks: [paragraph] };
  const from = lines.skipBlank(end, to);
  const next = literalEnd(context, from, to, indent);
  if (next <= from) return { next: end, blocks: [paragraph] };
  // A line with only `::` is not a paragraph: it opens the block.
  const isOpenerOnly = end === line + 1 && lines.stop(line) - lines.first(line) === 2;
  const content = lineSpan(lines, from, next);
  const extra = codeBlockFields(context.language, content, isOpenerOnly ? lineSpan(lines, line, end) : undefined);
  const literal = block('code', lines, isOpenerOnly ? line : from, next, extra);
  return { next, blocks: isOpenerOnly ? [literal] : [paragraph, literal] };
}

interface ParagraphBlocks {
  readonly next: number;
  readonly blocks: readonly Node[];
}

function literalEnd({ lines }: RstContext, from: number, to: number, indent: number): number {
  if (from >= to) return from;
  if (lines.indent(from) > indent) return indentedEnd(lines, from, to, indent);
  const quoteMark = lines.unit(from);
  let end = from;
  if (isPunctuation(quoteMark)) while (end < to && lines.unit(end) === quoteMark) end++;
  return end;
}

export const rstParagraph: BlockReader<RstContext> = (context, { line, to }) =>
  paragraphAt(context, line, to, context.lines.indent(line));

/** `>>> 1 + 1` and what it prints, up to a blank line. */
export const doctest: BlockReader<RstContext> = ({ lines }, { line, to }) => {
  if (lines.unit(line) !== 0x3e || !lines.text.startsWith('>>> ', lines.first(line))) return undefined;
  const next = blankEnd(lines, line, to);
  return { next, blocks: [block('code', lines, line, next, { grain: 'lines', meta: { language: 'pycon' } })] };
};

/** `| Lines that stay as they are` */
export const lineBlock: BlockReader<RstContext> = ({ lines }, { line, to }) => {
  const after = lines.first(line) + 1;
  if (lines.unit(line) !== 0x7c || (after < lines.stop(line) && lines.text.charCodeAt(after) !== 0x20))
    return undefined;
  const next = blankEnd(lines, line, to);
  return { next, blocks: [block('lines', lines, line, next, { grain: 'lines' })] };
};

/**
 * Grid tables and simple tables. Rows are children, the header is their context.
 *
 *     +------+------+       =====  =====
 *     | name | born |       name   born
 *     +======+======+       =====  =====      up to here: the header
 *     | Ada  | 1815 |       Ada    1815       a row
 *     +------+------+       =====  =====
 */
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
  const closeRow = (end: number): void => {
    if (end > from) rows.push(block('row', lines, from, end, { grain: 'lines' }));
    from = end;
  };
  // A row begins where the first column is not empty; a rule below a row belongs to it.
  for (let at = from + 1; at < last; at++)
    if (!lines.isBlank(at) && lines.indent(at) === column && !RULE.test(lines.trimmed(at))) closeRow(at);
  closeRow(last + 1);
  return { next: last + 1, blocks: [tableOf(lines, line, headerEnd, last + 1, rows)] };
};

function tableOf(lines: DocumentLines, line: number, headerEnd: number, next: number, children: readonly Node[]): Node {
  const lead = lineSpan(lines, line, headerEnd);
  return block('table', lines, line, next, { grain: 'lines', children, ...(lead ? { lead } : {}) });
}
