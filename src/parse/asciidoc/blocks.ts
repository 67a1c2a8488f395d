/** Blocks between two delimiters. One that never closes is none: its first line is text. */
import type { Node } from '../../types.js';
import { block, codeBlockFields, lineSpan } from '../document/block.js';
import { ASIDE_WEIGHT, weighted } from '../document/dimmed.js';
import type { BlockReader, ReadPosition } from '../document/read.js';
import type { BlockAttributes } from './attributes.js';
import { type AsciiDocContext, asciidocChildren, attributesAt } from './context.js';
import { type BlockDelimiter, delimiterOf } from './delimiters.js';
import { table } from './tables.js';

export const admonitions: ReadonlySet<string> = new Set(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION']);

export const delimitedBlock: BlockReader<AsciiDocContext> = (context, place) => {
  const { lines, closers } = context;
  const delimiter = delimiterOf(lines, place.line);
  if (!delimiter) return undefined;
  const end = closers.next(delimiter.close, place.line + 1);
  if (end < 0 || end >= place.to) return undefined;
  const node = blockOf(context, { ...place, to: end + 1 }, delimiter, attributesAt(context, place.line));
  return { next: end + 1, blocks: [node] };
};

function blockOf(
  context: AsciiDocContext,
  place: ReadPosition,
  delimiter: BlockDelimiter,
  attributes: BlockAttributes,
): Node {
  const { lines } = context;
  const { line, to } = place;
  const { kind } = delimiter;
  const { style } = attributes;
  const lead = lineSpan(lines, line, line + 1);
  const inside = lineSpan(lines, line + 1, to - 1);
  if (kind === 'table') return table(lines, line, to, attributes);
  if (kind === 'comment') return weighted(block('comment', lines, line, to), ASIDE_WEIGHT);
  if (kind === 'pass') return block('pass', lines, line, to, { grain: 'lines' });
  if (kind === 'code' || kind === 'literal' || style === 'source' || style === 'listing') {
    const language = delimiter.language ?? codeLanguage(context, attributes);
    return block('code', lines, line, to, codeBlockFields(language, inside, lead));
  }
  if (style === 'verse') return block('lines', lines, line, to, { grain: 'lines', ...(lead ? { lead } : {}) });
  const children = asciidocChildren(context, line + 1, to - 1, place);
  const named = style !== undefined && admonitions.has(style) ? 'admonition' : kind;
  return block(named, lines, line, to, { children, ...(lead && children.length > 0 ? { lead } : {}) });
}

/** `[source,ruby]`, or `[source]` where the document says what its code is written in. */
export function codeLanguage({ language }: AsciiDocContext, attributes: BlockAttributes): string | undefined {
  if (attributes.style !== 'source') return undefined;
  return attributes.language ?? language;
}
