/**
 * What begins with two dots: directives, targets, footnotes, comments.
 *
 *     .. code-block:: python     ┐ lead: the line that names it, and its options
 *        :linenos:               ┘
 *
 *        print()                   inner: in the language it names
 *
 *     .. _oak:                     a target: an anchor of what follows
 *     .. [1] Hard wood.            a footnote
 *     .. not a directive           a comment
 */
import { block, lineSpan } from '../document/block.js';
import { ASIDE_WEIGHT, weighted } from '../document/dimmed.js';
import { indentedEnd } from '../document/indented.js';
import type { BlockMatch, BlockReader, ReadPosition } from '../document/read.js';
import { type RstContext, rstChildren } from './context.js';
import { directive } from './directives.js';

const DIRECTIVE = /^(?:\|[^|]{1,200}\| +)?([A-Za-z0-9][\w.+-]*(?::[\w.+-]+)*) ?::(?:\s+(.*))?$/;
const TARGET = /^_(?:`([^`]{1,400})`|([^:\\]{1,400}(?::[^:\\ ][^:\\]{0,400}){0,8}|_)):(?:\s+(.*))?$/;
const FOOTNOTE = /^\[([^\]\s]{1,200})\](?:\s|$)/;

export const explicit: BlockReader<RstContext> = (context, place) => {
  const { lines } = context;
  const { line, to } = place;
  const first = lines.first(line);
  if (!lines.text.startsWith('..', first)) return undefined;
  const after = first + 2;
  if (after < lines.stop(line) && lines.text.charCodeAt(after) > 0x20) return undefined;
  const said = lines.text.slice(after, lines.stop(line)).trimStart();
  // Two dots alone end nothing but themselves: the text below is not theirs.
  const lonely = said === '' && lines.isBlank(line + 1);
  const next = lonely ? line + 1 : indentedEnd(lines, line, to, lines.indent(line));
  return explicitBlock(context, { ...place, to: next }, said);
};

function explicitBlock(context: RstContext, place: ReadPosition, said: string): BlockMatch {
  const { lines } = context;
  const { line, to: next } = place;
  const named = DIRECTIVE.exec(said);
  if (named) return { next, blocks: [directive(context, place, named[1], named[2]?.trim() ?? '')] };
  const target = TARGET.exec(said);
  if (target) {
    const name = (target[1] ?? target[2]).trim();
    if (!target[3] && next === line + 1) return { next, ahead: { anchors: [name] } };
    return { next, blocks: [block('target', lines, line, next, { meta: { anchors: [name] } })] };
  }
  const note = FOOTNOTE.exec(said);
  if (note) {
    const lead = lineSpan(lines, line, line + 1);
    const children = rstChildren(context, line + 1, next, place);
    const meta = { anchors: [note[1]] };
    const extra = { meta, ...(children.length > 1 && lead ? { children, lead } : {}) };
    return { next, blocks: [block('footnote', lines, line, next, extra)] };
  }
  return { next, blocks: [weighted(block('comment', lines, line, next), ASIDE_WEIGHT)] };
}

/** `__ https://…`: what a link without a name leads to. */
export const anonymousTarget: BlockReader<RstContext> = ({ lines }, { line }) =>
  lines.text.startsWith('__ ', lines.first(line))
    ? { next: line + 1, blocks: [block('target', lines, line, line + 1)] }
    : undefined;
