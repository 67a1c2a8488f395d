/** Lists of all kinds. An item is its first line and the deeper lines below it. */
import type { Node } from '../../types.js';
import { block } from '../document/block.js';
import { type DocumentLines, indentedEnd } from '../document/lines.js';
import { type BlockReader, childrenOf, type ReadPosition } from '../document/read.js';
import { paragraphAt } from './blocks.js';
import type { RstContext } from './titles.js';

/** The marker of the item at a line, the same for all items of a list; undefined if there is none. */
type Marker = (lines: DocumentLines, line: number, to: number) => string | undefined;

const listOf =
  (kind: string, itemKind: string, marker: Marker): BlockReader<RstContext> =>
  (context, position) => {
    const { lines } = context;
    const mark = marker(lines, position.line, position.to);
    if (mark === undefined) return undefined;
    const column = lines.indent(position.line);
    const items: Node[] = [];
    let next = position.line;
    for (let line = next; line < position.to; line = lines.skipBlank(next, position.to)) {
      if (lines.indent(line) !== column || marker(lines, line, position.to) !== mark) break;
      next = indentedEnd(lines, line, position.to, column);
      items.push(item(context, itemKind, { ...position, line, to: next }));
    }
    return { next, blocks: [block(kind, lines, position.line, next, { children: items })] };
  };

/** An item with one paragraph is a leaf; several blocks become children. */
function item(context: RstContext, kind: string, position: ReadPosition): Node {
  const { lines } = context;
  const { line, to } = position;
  const firstBlocks = paragraphAt(context, line, to, bodyIndent(lines, line));
  if (firstBlocks.next >= to)
    return block(kind, lines, line, to, firstBlocks.blocks.length > 1 ? { children: firstBlocks.blocks } : {});
  const furtherBlocks = childrenOf(context, firstBlocks.next, to, position);
  return block(kind, lines, line, to, {
    children: furtherBlocks.length > 0 ? [...firstBlocks.blocks, ...furtherBlocks] : [],
  });
}

/** The column of the text after an item's mark. */
function bodyIndent(lines: DocumentLines, line: number): number {
  let at = lines.first(line);
  while (at < lines.stop(line) && lines.text.charCodeAt(at) > 0x20) at++;
  while (at < lines.stop(line) && lines.text.charCodeAt(at) <= 0x20) at++;
  return lines.indent(line) + at - lines.first(line);
}

const bulletMarker: Marker = (lines, line) => {
  const bullet = lines.text[lines.first(line)];
  return '*+-•‣⁃'.includes(bullet) && hasBlankAfter(lines, line, 1) ? bullet : undefined;
};

/** A blank, or the end of the line, after so many characters. */
const hasBlankAfter = (lines: DocumentLines, line: number, length: number): boolean => {
  const after = lines.first(line) + length;
  return after >= lines.stop(line) || lines.text.charCodeAt(after) <= 0x20;
};

const ENUMERATOR = /(?:\((?:\d{1,9}|[a-zA-Z]|[ivxlcdm]{1,15}|#)\)|(?:\d{1,9}|[a-z]|[ivxlcdm]{1,15}|#)[.)])(?=\s|$)/iy;

/** `1.`, `a)`, `(iv)`, `#.`; the next line tells whether `A. Einstein` begins a paragraph instead. */
const numberMarker: Marker = (lines, line, to) => {
  if (!isNumber(lines, line)) return undefined;
  const next = line + 1;
  const endsItem = next >= to || lines.isBlank(next) || lines.indent(next) > lines.indent(line);
  return endsItem || isNumber(lines, next) ? 'number' : undefined;
};

function isNumber(lines: DocumentLines, line: number): boolean {
  ENUMERATOR.lastIndex = lines.first(line);
  return ENUMERATOR.test(lines.text);
}

/** `-a`, `--all=FILE`, `/V`, with its description two spaces further on. */
const optionMarker: Marker = (lines, line) => {
  const unit = lines.unit(line);
  if ((unit !== 0x2d && unit !== 0x2f) || hasBlankAfter(lines, line, 1)) return undefined;
  return lines.trimmed(line).includes('  ') ? 'option' : undefined;
};

/** `:name: value`; not a role, which has its text right after the colon. */
const fieldMarker: Marker = (lines, line) => (fieldNameEnd(lines, line) < 0 ? undefined : 'field');

/** The colon that ends a field's name, or -1. */
export function fieldNameEnd(lines: DocumentLines, line: number): number {
  const { text } = lines;
  const first = lines.first(line);
  const stop = lines.stop(line);
  if (text.charCodeAt(first) !== 0x3a || text.charCodeAt(first + 1) <= 0x20) return -1;
  for (let at = first + 2; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === 0x3a && (at + 1 >= stop || text.charCodeAt(at + 1) <= 0x20)) return at;
  }
  return -1;
}

export const bullets = listOf('list', 'item', bulletMarker);
export const numbers = listOf('list', 'item', numberMarker);
export const options = listOf('options', 'option', optionMarker);
export const fieldList = listOf('fields', 'field', fieldMarker);

/** A term, and its indented definition on the next line. */
export const definition: BlockReader<RstContext> = (context, position) => {
  const { lines } = context;
  const { line, to } = position;
  if (line + 1 >= to || lines.isBlank(line + 1) || lines.indent(line + 1) <= lines.indent(line)) return undefined;
  const next = indentedEnd(lines, line, to, lines.indent(line));
  const lead = { start: lines.start(line), end: lines.end(line) };
  const children = childrenOf(context, line + 1, next, position);
  return { next, blocks: [block('definition', lines, line, next, { children, lead })] };
};

/** A block quote: lines that are indented deeper than the text around them. */
export const quote: BlockReader<RstContext> = (context, position) => {
  const { lines } = context;
  const { line, to, indent } = position;
  if (lines.indent(line) <= indent) return undefined;
  const next = indentedEnd(lines, line, to, indent);
  return { next, blocks: [block('quote', lines, line, next, { children: childrenOf(context, line, next, position) })] };
};
