/** Constructs on single lines: titles of sections and blocks, attributes, conditionals, comments, breaks. */
import { ASIDE_WEIGHT, block, weighted } from '../document/block.js';
import { blankEnd } from '../document/lines.js';
import type { BlockMatch, BlockReader } from '../document/read.js';
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
  context.pendingAttributes = { next: line + 1, attributes: { ...attributesAt(context, line), ...attributes } };
  return { next: line + 1, ahead: attributes.id === undefined ? {} : { anchors: [attributes.id] } };
};

/** `.Oak beams`, above the block it names. */
export const blockTitle: BlockReader<AsciiDocContext> = (context, { line, to }) => {
  const { lines } = context;
  if (lines.unit(line) !== 0x2e || line + 1 >= to || lines.isBlank(line + 1)) return undefined;
  const secondUnit = lines.text.charCodeAt(lines.first(line) + 1);
  if (lines.first(line) !== lines.start(line) || secondUnit === 0x2e || secondUnit <= 0x20) return undefined;
  if (lines.stop(line) - lines.first(line) < 2) return undefined;
  context.pendingAttributes = { next: line + 1, attributes: attributesAt(context, line) };
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
  for (let at = line; at < next; at++) readSourceLanguage(context, at);
  return { next, blocks: [weighted(block('header', lines, line, next), ASIDE_WEIGHT)] };
};

function readSourceLanguage(context: AsciiDocContext, line: number): void {
  const { lines } = context;
  const language = lines.unit(line) === 0x3a ? LANGUAGE.exec(lines.trimmed(line)) : null;
  if (language) context.language = language[1];
}

/** Consecutive lines of `:name: value`; a backslash at the end continues a value. */
export const attributeEntries: BlockReader<AsciiDocContext> = (context, { line, to }) => {
  const { lines } = context;
  let next = line;
  while (next < to && lines.unit(next) === 0x3a && STARTS_ENTRY.test(lines.trimmed(next))) {
    readSourceLanguage(context, next);
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

/**
 * Titles of sections, in one line or two. The document's own has level 1.
 *
 *     == Oak           Oak
 *                      ---       as long as the title, give or take one
 */
const MAX_LEVEL = 6;
/** Underline characters, by level. */
const underlines = [0x3d, 0x2d, 0x7e, 0x5e, 0x2b];
const MIN_UNDERLINE_CHARS = 3;
const MAX_TITLE_CHARS = 300;

export const asciidocTitle: BlockReader<AsciiDocContext> = (context, { line, to, depth }) => {
  const { lines } = context;
  if (depth > 0 || lines.first(line) !== lines.start(line)) return undefined;
  const { style } = attributesAt(context, line);
  if (style === 'discrete' || style === 'float') return undefined;
  return markedTitle(context, line) ?? (line + 1 < to ? underlinedTitle(context, line) : undefined);
};

function markedTitle({ lines }: AsciiDocContext, line: number): BlockMatch | undefined {
  const { text } = lines;
  const unit = lines.unit(line);
  if (unit !== 0x3d && unit !== 0x23) return undefined;
  const start = lines.start(line);
  let at = start;
  while (text.charCodeAt(at) === unit) at++;
  const level = at - start;
  if (level > MAX_LEVEL || at >= lines.stop(line) || text.charCodeAt(at) > 0x20) return undefined;
  let stop = lines.stop(line);
  // `== Oak ==`: the closing marks are not part of the title.
  const mark = text.slice(start, at);
  if (text.slice(stop - level - 1, stop) === ` ${mark}`) stop -= level;
  return headingOf(lines.start(line), lines.end(line), line + 1, level, text.slice(at, stop));
}

function underlinedTitle({ lines }: AsciiDocContext, line: number): BlockMatch | undefined {
  const level = underlines.indexOf(lines.unit(line + 1)) + 1;
  if (level === 0 || lines.first(line + 1) !== lines.start(line + 1)) return undefined;
  const title = lines.trimmed(line);
  const length = lines.stop(line + 1) - lines.first(line + 1);
  if (title.length > MAX_TITLE_CHARS || !/^[\p{L}\p{N}_"'`({<*]/u.test(title)) return undefined;
  if (Math.abs([...title].length - length) > 1) return undefined;
  if (!lines.isRun(line + 1, underlines[level - 1], MIN_UNDERLINE_CHARS)) return undefined;
  return headingOf(lines.start(line), lines.end(line + 1), line + 2, level, title);
}

function headingOf(start: number, end: number, next: number, level: number, rawTitle: string): BlockMatch {
  const { name, anchors } = plainTitle(rawTitle);
  return { next, heading: { start, end, level, name, ...(anchors.length > 0 ? { meta: { anchors } } : {}) } };
}

const ANCHOR = /\[\[([^\][,]{1,200})(?:,[^\][]{0,200})?\]\]/g;
const REFERENCE = /<<[^<>,]{1,200}(?:,([^<>]{1,200}))?>>/g;
const LINK = /(?:link:|xref:|https?:\/\/)[^\s[\]]{1,1000}\[([^\][]{0,300})\]/g;
const FORMATTING = /(^|[\s([])([*_`#]{1,2})(\S|\S[^*_`#]{0,300}\S)\2(?=$|[\s)\].,;:!?])/g;

/** The title as plain text, and the anchors in it. */
function plainTitle(rawTitle: string): { name: string; anchors: string[] } {
  const anchors: string[] = [];
  const name = rawTitle
    .replace(ANCHOR, (_, id: string) => {
      anchors.push(id);
      return '';
    })
    .replace(REFERENCE, (whole, words?: string) => words ?? whole)
    .replace(LINK, (whole, words: string) => words || whole)
    .replace(FORMATTING, '$1$3')
    .replace(/\s+/g, ' ')
    .trim();
  return { name, anchors };
}
