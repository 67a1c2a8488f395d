/**
 * Blocks between `#+begin_…` and `#+end_…`, tables, lists and paragraphs. Source
 * code is parsed in its own language. A block that is not closed before the next
 * heading is text.
 *
 *     #+begin_src python :results output      lead
 *     print(1)                                inner
 *     #+end_src
 */

import type { Node } from '../../types.js';
import { ASIDE_WEIGHT, block, codeBlockFields, lineSpan, weighted } from '../document/block.js';
import { type DocumentLines, indentedEnd } from '../document/lines.js';
import { type BlockReader, childrenOf, type ReadPosition } from '../document/read.js';
import { firstWord, headingLimit, type OrgContext, starCount } from './context.js';

/** Blocks whose contents are not Org. `language`: their first argument names it. */
const verbatim: ReadonlyMap<string, { readonly kind: string; readonly language: boolean }> = new Map([
  ['src', { kind: 'code', language: true }],
  ['example', { kind: 'code', language: false }],
  ['export', { kind: 'code', language: true }],
  ['comment', { kind: 'comment', language: false }],
  ['verse', { kind: 'lines', language: false }],
]);

export const orgDelimitedBlock: BlockReader<OrgContext> = (context, position) => {
  const { lines, closers } = context;
  const { line } = position;
  if (lines.unit(line) !== 0x23) return undefined;
  const content = lines.trimmed(line);
  const opener = firstWord(content).toLowerCase();
  if (!opener.startsWith('#+begin')) return undefined;
  const end = closers.next(opener.replace('begin', 'end'), line + 1);
  if (end < 0 || end >= headingLimit(context, position) || end >= position.to) return undefined;
  const next = end + 1;
  const lead = lineSpan(lines, line, line + 1);
  const name = opener.slice('#+begin_'.length);
  const rule = verbatim.get(name);
  if (rule) {
    const language = rule.language ? firstWord(content.slice(opener.length).trim()) || undefined : undefined;
    const extra = codeBlockFields(language, lineSpan(lines, line + 1, end), lead);
    const node = block(rule.kind, lines, line, next, extra);
    return { next, blocks: [rule.kind === 'comment' ? weighted(node, ASIDE_WEIGHT) : node] };
  }
  const children = childrenOf(context, line + 1, end, position);
  const meta = { block: name || 'dynamic' };
  const extra = { children, meta, ...(lead && children.length > 0 ? { lead } : {}) };
  return { next, blocks: [block(name === 'quote' ? 'quote' : 'block', lines, line, next, extra)] };
};

/** Tables, lists and paragraphs. */
/** Lines that begin with `|`. The rows above the first `|---` are the header. */
export const table: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  if (lines.unit(line) !== 0x7c) return undefined;
  let rowsEnd = line + 1;
  while (rowsEnd < to && lines.unit(rowsEnd) === 0x7c) rowsEnd++;
  let headerEnd = line;
  for (let at = line + 1; at < rowsEnd - 1 && headerEnd === line; at++) if (isRule(lines, at)) headerEnd = at + 1;
  if (isRule(lines, line)) headerEnd = line;
  // Formulas below belong to the table.
  let next = rowsEnd;
  while (next < to && /^#\+tblfm:/i.test(lines.text.slice(lines.first(next), lines.first(next) + 8))) next++;
  const children: Node[] = [];
  for (let at = headerEnd; at < rowsEnd; at++) children.push(block('row', lines, at, at + 1, { grain: 'lines' }));
  const lead = lineSpan(lines, line, headerEnd);
  const extra = { grain: 'lines', children, ...(lead ? { lead } : {}) } as const;
  return { next, blocks: [block('table', lines, line, next, extra)] };
};

const isRule = (lines: DocumentLines, line: number): boolean => lines.text.charCodeAt(lines.first(line) + 1) === 0x2d;

/** `-`, `+`, `1.`, `a)`, and an indented `*`, which is no heading. */
const ITEM = /(?:[-+*]|\d{1,9}[.)]|[a-zA-Z][.)])(?=\s|$)/y;

function isItem(lines: DocumentLines, line: number): boolean {
  const first = lines.first(line);
  if (lines.isBlank(line) || (lines.unit(line) === 0x2a && first === lines.start(line))) return false;
  ITEM.lastIndex = first;
  return ITEM.test(lines.text);
}

export const orgList: BlockReader<OrgContext> = (context, position) => {
  const { lines } = context;
  if (!isItem(lines, position.line)) return undefined;
  const column = lines.indent(position.line);
  const items: Node[] = [];
  let next = position.line;
  for (let line = next; line < position.to; line = lines.skipBlank(next, position.to)) {
    // Two blank lines end a list.
    if (line - next > 1 || lines.indent(line) !== column || !isItem(lines, line)) break;
    next = indentedEnd(lines, line, position.to, column);
    items.push(item(context, { ...position, line, to: next }));
  }
  return { next, blocks: [block('list', lines, position.line, next, { children: items })] };
};

function item(context: OrgContext, position: ReadPosition): Node {
  const { lines } = context;
  const { line, to } = position;
  const end = paragraphEnd(lines, line, to);
  const furtherBlocks = childrenOf(context, end, to, position);
  const children = furtherBlocks.length > 0 ? [block('paragraph', lines, line, end), ...furtherBlocks] : [];
  return block('item', lines, line, to, { children });
}

/** Nearly every block interrupts a paragraph. */
function paragraphEnd(lines: DocumentLines, line: number, to: number): number {
  let end = line + 1;
  while (end < to && !lines.isBlank(end) && !startsBlock(lines, end)) end++;
  return end;
}

function startsBlock(lines: DocumentLines, line: number): boolean {
  const unit = lines.unit(line);
  if (unit === 0x7c) return true;
  const after = lines.text.charCodeAt(lines.first(line) + 1);
  if (unit === 0x23) return after === 0x2b || after <= 0x20;
  if (unit === 0x3a) return after <= 0x20 || lines.text.charCodeAt(lines.stop(line) - 1) === 0x3a;
  return isItem(lines, line) || (unit === 0x2a && starCount(lines, line) > 0);
}

const TARGET = /<<([^<>\r\n]{1,200})>>/g;
const FOOTNOTE = /\[fn:([\w-]{1,100})\]/y;

export const orgParagraph: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  const next = paragraphEnd(lines, line, to);
  const { text } = lines;
  FOOTNOTE.lastIndex = lines.start(line);
  const footnote = FOOTNOTE.exec(text);
  const body = text.slice(lines.start(line), lines.stop(next - 1));
  const targets = body.includes('<<') ? [...body.matchAll(TARGET)].map((match) => match[1]) : [];
  const anchors = footnote ? [`fn:${footnote[1]}`, ...targets] : targets;
  const extra = anchors.length > 0 ? { meta: { anchors } } : {};
  return { next, blocks: [block(footnote ? 'footnote' : 'paragraph', lines, line, next, extra)] };
};
