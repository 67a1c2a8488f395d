/**
 * Paragraphs, and the literal block that a paragraph announces with `::`.
 *
 *     Like this::          the paragraph, `::` and all
 *
 *         make install     literal: further right, or each line begun
 *                          with the same sign:  > make
 */
import type { Node } from '../../types.js';
import { block, codeBlockFields, lineSpan } from '../document/block.js';
import { blankEnd, indentedEnd } from '../document/indented.js';
import type { BlockReader } from '../document/read.js';
import type { RstContext } from './context.js';
import { isPunctuation } from './titles.js';

/** The paragraph at `line`, in text that stands at column `indent`. */
export function paragraphAt(context: RstContext, line: number, to: number, indent: number): ParagraphBlocks {
  const { lines } = context;
  const end = blankEnd(lines, line, to);
  const paragraph = block('paragraph', lines, line, end);
  if (!lines.text.startsWith('::', lines.stop(end - 1) - 2)) return { next: end, blocks: [paragraph] };
  const from = lines.skipBlank(end, to);
  const next = literalEnd(context, from, to, indent);
  if (next <= from) return { next: end, blocks: [paragraph] };
  // Nothing but `::` is no paragraph: it is the line that opens the block.
  const alone = end === line + 1 && lines.stop(line) - lines.first(line) === 2;
  const inside = lineSpan(lines, from, next);
  const extra = codeBlockFields(context.language, inside, alone ? lineSpan(lines, line, end) : undefined);
  const literal = block('code', lines, alone ? line : from, next, extra);
  return { next, blocks: alone ? [literal] : [paragraph, literal] };
}

interface ParagraphBlocks {
  readonly next: number;
  readonly blocks: readonly Node[];
}

function literalEnd({ lines }: RstContext, from: number, to: number, indent: number): number {
  if (from >= to) return from;
  if (lines.indent(from) > indent) return indentedEnd(lines, from, to, indent);
  const sign = lines.unit(from);
  let end = from;
  if (isPunctuation(sign)) while (end < to && lines.unit(end) === sign) end++;
  return end;
}

export const paragraph: BlockReader<RstContext> = (context, { line, to }) =>
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
