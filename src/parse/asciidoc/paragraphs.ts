/** Paragraphs: text, code by its attributes or its indentation, admonitions. */
import { block, codeBlockFields, lineSpan } from '../document/block.js';
import type { DocumentLines } from '../document/lines.js';
import type { BlockReader } from '../document/read.js';
import { attributesOf } from './attributes.js';
import { admonitions, codeLanguage } from './blocks.js';
import { type AsciiDocContext, attributesAt } from './context.js';
import { delimiterOf } from './delimiters.js';

const ANCHOR = /\[\[([^\][,\r\n]{1,200})(?:,[^\][\r\n]{0,200})?\]\]/g;

export const paragraph: BlockReader<AsciiDocContext> = (context, { line, to }) => {
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

/** At a blank line, a delimiter, or what belongs to the next block. */
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
