/**
 * Lists. Nesting is determined by the markers, not by indentation:
 *
 *     * oak                 item
 *     ** red oak            item of a list inside it
 *     +                     what follows belongs to the item above
 *     ----
 *     code
 *     ----
 *
 *     * fir                 a blank line between items does not matter
 *
 *     Text.                 but text after a blank line ends the list
 */
import type { Node } from '../../types.js';
import { block } from '../document/block.js';
import type { DocumentLines } from '../document/lines.js';
import { type BlockReader, childrenOf, type ReadPosition } from '../document/read.js';
import { type AsciiDocContext, attributesOf, delimiterOf } from './context.js';

const ITEM = /(\*{1,6}|-|\.{1,6}|\d{1,9}\.|[a-zA-Z]\.|[ivxIVX]{1,8}\)|<(?:\d{1,3}|\.)>)[ \t]+\S/y;
const TERM = /\S(:{2,4}|;;)(?=\s|$)/;

/** The marker of the item at a line: the same for all items of a list. */
function markerOf(lines: DocumentLines, line: number): string | undefined {
  if (lines.isBlank(line)) return undefined;
  ITEM.lastIndex = lines.first(line);
  const item = ITEM.exec(lines.text);
  if (item) return /^[\d<a-zA-Z]/.test(item[1]) ? item[1].replace(/[^<.)]+/, '') || '1' : item[1];
  const text = lines.trimmed(line);
  return (text.includes('::') || text.includes(';;')) && !text.startsWith('//') ? TERM.exec(text)?.[1] : undefined;
}

export const asciidocList: BlockReader<AsciiDocContext> = (context, position) => {
  const { lines } = context;
  const marker = markerOf(lines, position.line);
  if (marker === undefined) return undefined;
  const { starts, next } = listExtent(context, position, marker);
  const children = starts.map((line, i) => {
    const to = lines.trimEnd(line, starts[i + 1] ?? next);
    return item(context, { ...position, line, to });
  });
  return { next, blocks: [block('list', lines, position.line, next, { children })] };
};

/** Where the items of the list begin, and where it ends. */
function listExtent(
  context: AsciiDocContext,
  { line, to }: ReadPosition,
  marker: string,
): { starts: number[]; next: number } {
  const { lines } = context;
  const starts: number[] = [];
  let next = line;
  let isAttached = false;
  for (let at = line; at < to; at++) {
    if (lines.isBlank(at)) continue;
    const afterBlank = at > next;
    if (isContinuation(lines, at)) {
      isAttached = true;
      next = at + 1;
      continue;
    }
    const lineMarker = markerOf(lines, at);
    const blockClose = isAttached || !afterBlank ? blockEnd(context, at, to) : -1;
    if (blockClose >= 0) {
      if (!isAttached) break;
      next = blockClose + 1;
      at = blockClose;
    } else if (lineMarker !== undefined && !isAttached) {
      if (lineMarker === marker) starts.push(at);
      next = at + 1;
    } else if (
      isAttached ||
      !afterBlank ||
      lines.indent(at) > 0 ||
      (isTerm(marker) && next === (starts.at(-1) ?? -2) + 1)
    ) {
      next = at + 1;
      // Attributes belong to the block below them.
      if (isAttached && isBlockAttribute(lines, at)) continue;
    } else break;
    isAttached = false;
  }
  return { starts, next };
}

const isContinuation = (lines: DocumentLines, line: number): boolean =>
  lines.unit(line) === 0x2b && lines.stop(line) - lines.first(line) === 1;

const isTerm = (marker: string): boolean => marker.startsWith('::') || marker === ';;';

const isBlockAttribute = (lines: DocumentLines, line: number): boolean =>
  attributesOf(lines.trimmed(line)) !== undefined ||
  (lines.unit(line) === 0x2e && lines.text.charCodeAt(lines.first(line) + 1) > 0x2e);

/** The line that closes the block opened at `line`, or -1. */
function blockEnd({ lines, closers }: AsciiDocContext, line: number, to: number): number {
  const delimiter = delimiterOf(lines, line);
  const end = delimiter ? closers.next(delimiter.close, line + 1) : -1;
  return end < to ? end : -1;
}

function item(context: AsciiDocContext, position: ReadPosition): Node {
  const { lines } = context;
  const { line, to } = position;
  let end = line + 1;
  while (end < to && !lines.isBlank(end) && !isContinuation(lines, end) && markerOf(lines, end) === undefined) end++;
  const furtherBlocks = childrenOf(context, end, to, position);
  const children = furtherBlocks.length > 0 ? [block('paragraph', lines, line, end), ...furtherBlocks] : [];
  return block('item', lines, line, to, { children });
}
