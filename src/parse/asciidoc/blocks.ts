/** Delimited blocks, paragraphs and tables. An opening delimiter that is never closed is text. */
import type { Node } from '../../types.js';
import { ASIDE_WEIGHT, block, codeBlockFields, lineSpan, weighted } from '../document/block.js';
import type { DocumentLines } from '../document/lines.js';
import { type BlockReader, childrenOf, type ReadPosition } from '../document/read.js';
import {
  type AsciiDocContext,
  attributesAt,
  attributesOf,
  type BlockAttributes,
  type BlockDelimiter,
  delimiterOf,
} from './context.js';

const admonitions: ReadonlySet<string> = new Set(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION']);

export const asciidocDelimitedBlock: BlockReader<AsciiDocContext> = (context, position) => {
  const { lines, closers } = context;
  const delimiter = delimiterOf(lines, position.line);
  if (!delimiter) return undefined;
  const end = closers.next(delimiter.close, position.line + 1);
  if (end < 0 || end >= position.to) return undefined;
  const node = blockOf(context, { ...position, to: end + 1 }, delimiter, attributesAt(context, position.line));
  return { next: end + 1, blocks: [node] };
};

function blockOf(
  context: AsciiDocContext,
  position: ReadPosition,
  delimiter: BlockDelimiter,
  attributes: BlockAttributes,
): Node {
  const { lines } = context;
  const { line, to } = position;
  const { kind } = delimiter;
  const { style } = attributes;
  const lead = lineSpan(lines, line, line + 1);
  const content = lineSpan(lines, line + 1, to - 1);
  if (kind === 'table') return table(lines, line, to, attributes);
  if (kind === 'comment') return weighted(block('comment', lines, line, to), ASIDE_WEIGHT);
  if (kind === 'pass') return block('pass', lines, line, to, { grain: 'lines' });
  if (kind === 'code' || kind === 'literal' || style === 'source' || style === 'listing') {
    const language = delimiter.language ?? codeLanguage(context, attributes);
    return block('code', lines, line, to, codeBlockFields(language, content, lead));
  }
  if (style === 'verse') return block('lines', lines, line, to, { grain: 'lines', ...(lead ? { lead } : {}) });
  const children = childrenOf(context, line + 1, to - 1, position);
  const nodeKind = style !== undefined && admonitions.has(style) ? 'admonition' : kind;
  return block(nodeKind, lines, line, to, { children, ...(lead && children.length > 0 ? { lead } : {}) });
}

/** The language of `[source,ruby]`, or of `[source]` with the document's default language. */
function codeLanguage({ language }: AsciiDocContext, attributes: BlockAttributes): string | undefined {
  if (attributes.style !== 'source') return undefined;
  return attributes.language ?? language;
}

/** Paragraphs: text, code (by attributes or indentation), admonitions. */
const ANCHOR = /\[\[([^\][,\r\n]{1,200})(?:,[^\][\r\n]{0,200})?\]\]/g;

export const asciidocParagraph: BlockReader<AsciiDocContext> = (context, { line, to }) => {
  const { lines } = context;
  const next = paragraphEnd(lines, line, to);
  const attributes = attributesAt(context, line);
  const { style } = attributes;
  if (style === 'source' || style === 'listing' || style === 'literal' || lines.indent(line) > 0) {
    const extra = codeBlockFields(codeLanguage(context, attributes), lineSpan(lines, line, next), undefined);
    return { next, blocks: [block('code', lines, line, next, extra)] };
  }
  const body = lines.text.slice(lines.start(line), lines.stop(next - 1));
  const anchors = body.includes('[[') ? [...body.matchAll(ANCHOR)].map((match) => match[1]) : [];
  const colon = body.slice(0, 10).indexOf(': ');
  const label = style ?? (colon > 0 ? body.slice(0, colon) : '');
  const extra = anchors.length > 0 ? { meta: { anchors } } : {};
  return { next, blocks: [block(admonitions.has(label) ? 'admonition' : 'paragraph', lines, line, next, extra)] };
};

/** Ends at a blank line, a delimiter, or attributes of the next block. */
function paragraphEnd(lines: DocumentLines, line: number, to: number): number {
  let end = line + 1;
  while (end < to && !lines.isBlank(end) && !interrupts(lines, end)) end++;
  return end;
}

function interrupts(lines: DocumentLines, line: number): boolean {
  if (lines.unit(line) === 0x5b) return attributesOf(lines.trimmed(line)) !== undefined;
  if (lines.unit(line) === 0x2b) return lines.stop(line) - lines.first(line) === 1;
  return delimiterOf(lines, line) !== undefined;
}

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
function table(lines: DocumentLines, line: number, to: number, attributes: BlockAttributes): Node {
  const firstLine = line + 1;
  const starts = rowStarts(lines, firstLine, to - 1, attributes.columns);
  const first = starts[0];
  const second = starts[1] ?? to - 1;
  const isHeader = attributes.header ?? (first === firstLine && lines.trimEnd(firstLine, second) < second);
  const headerEnd = isHeader && starts.length > 1 ? second : line;
  const children = starts
    .map((start, i): [number, number] => [start, lines.trimEnd(start, starts[i + 1] ?? to - 1)])
    .filter(([start, end]) => start >= headerEnd && end > start)
    .map(([start, end]) => block('row', lines, start, end, { grain: 'lines' }));
  const lead = lineSpan(lines, line, headerEnd);
  return block('table', lines, line, to, { grain: 'lines', children, ...(lead ? { lead } : {}) });
}

function rowStarts(lines: DocumentLines, from: number, to: number, declaredColumns: number | undefined): number[] {
  // The delimiter names the cell separator; in a table of comma-separated values each line is a row.
  const isCsv = lines.unit(from - 1) === 0x2c || lines.unit(from - 1) === 0x3a;
  const separator = lines.unit(from - 1);
  const starts: number[] = [];
  let columns = declaredColumns ?? 0;
  let cells = 0;
  for (let line = from; line < to; line++) {
    if (lines.isBlank(line)) continue;
    const cellsBegun = isCsv ? 1 : countCells(lines, line, separator);
    if (columns === 0) columns = cellsBegun;
    if (starts.length === 0 || (cellsBegun > 0 && (isCsv || cells >= columns))) {
      starts.push(line);
      cells = 0;
    }
    cells += cellsBegun;
  }
  return starts;
}

function countCells(lines: DocumentLines, line: number, separator: number): number {
  let count = 0;
  for (let at = lines.first(line); at < lines.stop(line); at++) {
    const unit = lines.text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === separator) count++;
  }
  return count;
}
