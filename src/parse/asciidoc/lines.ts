/** Constructs on single lines: attributes, block titles, conditionals, comments, breaks. */
import { ASIDE_WEIGHT, block, weighted } from '../document/block.js';
import { blankEnd } from '../document/lines.js';
import type { BlockReader } from '../document/read.js';
import { type AsciiDocContext, attributesAt, attributesOf } from './context.js';

const STARTS_ENTRY = /^:!?[\w-]{1,100}!?:(?:\s|$)/;
const LANGUAGE = /^:source-language:\s*(\S+)/;
const DIRECTIVE = /^(?:ifdef|ifndef|ifeval|endif|include)::/;
const BREAK = /^(?:'{3,}|<{3,}|-{3}|\*{3}|- - -|\* \* \*)$/;

export const attributeList: BlockReader<AsciiDocContext> = (context, { line, to }) => {
  const { lines } = context;
  if (lines.unit(line) !== 0x5b || line + 1 >= to) return undefined;
  const attributes = attributesOf(lines.trimmed(line));
  if (!attributes) return undefined;
  context.above = { next: line + 1, attributes: { ...attributesAt(context, line), ...attributes } };
  return { next: line + 1, ahead: attributes.id === undefined ? {} : { anchors: [attributes.id] } };
};

/** `.Oak beams`, above the block it names. */
export const blockTitle: BlockReader<AsciiDocContext> = (context, { line, to }) => {
  const { lines } = context;
  if (lines.unit(line) !== 0x2e || line + 1 >= to || lines.isBlank(line + 1)) return undefined;
  const second = lines.text.charCodeAt(lines.first(line) + 1);
  if (lines.first(line) !== lines.start(line) || second === 0x2e || second <= 0x20) return undefined;
  if (lines.stop(line) - lines.first(line) < 2) return undefined;
  context.above = { next: line + 1, attributes: attributesAt(context, line) };
  return { next: line + 1, ahead: { meta: { title: lines.trimmed(line).slice(1) } } };
};

/** `+` alone attaches the next block to the item above. */
export const continuation: BlockReader<AsciiDocContext> = ({ lines }, { line, to }) =>
  lines.unit(line) === 0x2b && lines.isRun(line, 0x2b, 1) && lines.stop(line) - lines.first(line) === 1 && line + 1 < to
    ? { next: line + 1, ahead: {} }
    : undefined;

/** Right below the document's title: author, revision, attributes, up to a blank line. */
export const header: BlockReader<AsciiDocContext> = (context, { line, to, depth }) => {
  const { lines, headings } = context;
  if (depth > 0 || headings.length !== 1 || headings[0].level !== 1) return undefined;
  if (headings[0].end !== lines.start(line)) return undefined;
  const next = blankEnd(lines, line, to);
  for (let at = line; at < next; at++) noteLanguage(context, at);
  return { next, blocks: [weighted(block('header', lines, line, next), ASIDE_WEIGHT)] };
};

function noteLanguage(context: AsciiDocContext, line: number): void {
  const { lines } = context;
  const language = lines.unit(line) === 0x3a ? LANGUAGE.exec(lines.trimmed(line)) : null;
  if (language) context.language = language[1];
}

/** Consecutive lines of `:name: value`; a backslash at the end continues a value. */
export const attributeEntries: BlockReader<AsciiDocContext> = (context, { line, to }) => {
  const { lines } = context;
  let next = line;
  while (next < to && lines.unit(next) === 0x3a && STARTS_ENTRY.test(lines.trimmed(next))) {
    noteLanguage(context, next);
    while (next + 1 < to && lines.text.charCodeAt(lines.stop(next) - 1) === 0x5c && !lines.isBlank(next + 1)) next++;
    next++;
  }
  return next > line ? { next, blocks: [weighted(block('attributes', lines, line, next), ASIDE_WEIGHT)] } : undefined;
};

/** `ifdef::x[]`, `endif::[]`, `include::x[]`: kept as lines, not evaluated. */
export const directive: BlockReader<AsciiDocContext> = ({ lines }, { line }) => {
  const unit = lines.unit(line);
  if (unit !== 0x69 && unit !== 0x65) return undefined;
  if (!DIRECTIVE.test(lines.text.slice(lines.first(line), lines.first(line) + 12))) return undefined;
  return { next: line + 1, blocks: [block('directive', lines, line, line + 1)] };
};

export const asciidocComment: BlockReader<AsciiDocContext> = ({ lines }, { line, to }) => {
  let next = line;
  while (next < to && lines.unit(next) === 0x2f && lines.text.startsWith('//', lines.start(next))) {
    if (lines.text.charCodeAt(lines.start(next) + 2) === 0x2f) break; // `////` opens a block
    next++;
  }
  return next > line ? { next, blocks: [weighted(block('comment', lines, line, next), ASIDE_WEIGHT)] } : undefined;
};

export const breaks: BlockReader<AsciiDocContext> = ({ lines }, { line }) => {
  const length = lines.stop(line) - lines.first(line);
  if (length < 3 || !"'<-*".includes(lines.text[lines.first(line)]) || !BREAK.test(lines.trimmed(line)))
    return undefined;
  return { next: line + 1, blocks: [block('break', lines, line, line + 1)] };
};

/** `toc::[]`: a generated table of contents. */
export const toc: BlockReader<AsciiDocContext> = ({ lines }, { line }) =>
  lines.text.startsWith('toc::[', lines.first(line))
    ? { next: line + 1, blocks: [block('toc', lines, line, line + 1, { meta: { toc: true } })] }
    : undefined;
