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
function markOf(lines: DocumentLines, line: number): string | undefined {
  if (lines.isBlank(line)) return undefined;
  ITEM.lastIndex = lines.first(line);
  const item = ITEM.exec(lines.text);
  if (item) return /^[\d<a-zA-Z]/.test(item[1]) ? item[1].replace(/[^<.)]+/, '') || '1' : item[1];
  const text = lines.trimmed(line);
  return (text.includes('::') || text.includes(';;')) && !text.startsWith('//') ? TERM.exec(text)?.[1] : undefined;
}

export const asciidocList: BlockReader<AsciiDocContext> = (context, place) => {
  const { lines } = context;
  const mark = markOf(lines, place.line);
  if (mark === undefined) return undefined;
  const { starts, next } = extent(context, place, mark);
  const children = starts.map((line, i) => {
    const to = lines.trimEnd(line, starts[i + 1] ?? next);
    return item(context, { ...place, line, to });
  });
  return { next, blocks: [block('list', lines, place.line, next, { children })] };
};

/** Where the items of the list begin, and where it ends. */
function extent(
  context: AsciiDocContext,
  { line, to }: ReadPosition,
  mark: string,
): { starts: number[]; next: number } {
  const { lines } = context;
  const starts: number[] = [];
  let next = line;
  let attached = false;
  for (let at = line; at < to; at++) {
    if (lines.isBlank(at)) continue;
    const afterBlank = at > next;
    if (isPlus(lines, at)) {
      attached = true;
      next = at + 1;
      continue;
    }
    const found = markOf(lines, at);
    const closed = attached || !afterBlank ? blockEnd(context, at, to) : -1;
    if (closed >= 0) {
      if (!attached) break;
      next = closed + 1;
      at = closed;
    } else if (found !== undefined && !attached) {
      if (found === mark) starts.push(at);
      next = at + 1;
    } else if (
      attached ||
      !afterBlank ||
      lines.indent(at) > 0 ||
      (isTerm(mark) && next === (starts.at(-1) ?? -2) + 1)
    ) {
      next = at + 1;
      // Attributes belong to the block below them.
      if (attached && isAbove(lines, at)) continue;
    } else break;
    attached = false;
  }
  return { starts, next };
}

const isPlus = (lines: DocumentLines, line: number): boolean =>
  lines.unit(line) === 0x2b && lines.stop(line) - lines.first(line) === 1;

const isTerm = (mark: string): boolean => mark.startsWith('::') || mark === ';;';

const isAbove = (lines: DocumentLines, line: number): boolean =>
  attributesOf(lines.trimmed(line)) !== undefined ||
  (lines.unit(line) === 0x2e && lines.text.charCodeAt(lines.first(line) + 1) > 0x2e);

/** The line that closes the block opened at `line`, or -1. */
function blockEnd({ lines, closers }: AsciiDocContext, line: number, to: number): number {
  const delimiter = delimiterOf(lines, line);
  const end = delimiter ? closers.next(delimiter.close, line + 1) : -1;
  return end < to ? end : -1;
}

function item(context: AsciiDocContext, place: ReadPosition): Node {
  const { lines } = context;
  const { line, to } = place;
  let end = line + 1;
  while (end < to && !lines.isBlank(end) && !isPlus(lines, end) && markOf(lines, end) === undefined) end++;
  const others = childrenOf(context, end, to, place);
  const children = others.length > 0 ? [block('paragraph', lines, line, end), ...others] : [];
  return block('item', lines, line, to, { children });
}
