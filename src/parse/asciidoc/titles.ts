/**
 * Titles of sections, in one line or two. The document's own has level 1.
 *
 *     == Oak           Oak
 *                      ---       as long as the title, give or take one
 */
import type { BlockMatch, BlockReader } from '../document/read.js';
import { type AsciiDocContext, attributesAt } from './context.js';

const MAX_LEVEL = 6;
/** Underline characters, by level. */
const underlines = [0x3d, 0x2d, 0x7e, 0x5e, 0x2b];
const MIN_UNDERLINE_LENGTH = 3;
const MAX_TITLE_LENGTH = 300;

export const asciidocTitle: BlockReader<AsciiDocContext> = (context, { line, to, depth }) => {
  const { lines } = context;
  if (depth > 0 || lines.first(line) !== lines.start(line)) return undefined;
  const { style } = attributesAt(context, line);
  if (style === 'discrete' || style === 'float') return undefined;
  return marked(context, line) ?? (line + 1 < to ? underlined(context, line) : undefined);
};

function marked({ lines }: AsciiDocContext, line: number): BlockMatch | undefined {
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

function underlined({ lines }: AsciiDocContext, line: number): BlockMatch | undefined {
  const level = underlines.indexOf(lines.unit(line + 1)) + 1;
  if (level === 0 || lines.first(line + 1) !== lines.start(line + 1)) return undefined;
  const title = lines.trimmed(line);
  const length = lines.stop(line + 1) - lines.first(line + 1);
  if (title.length > MAX_TITLE_LENGTH || !/^[\p{L}\p{N}_"'`({<*]/u.test(title)) return undefined;
  if (Math.abs([...title].length - length) > 1) return undefined;
  if (!lines.isRun(line + 1, underlines[level - 1], MIN_UNDERLINE_LENGTH)) return undefined;
  return headingOf(lines.start(line), lines.end(line + 1), line + 2, level, title);
}

function headingOf(start: number, end: number, next: number, level: number, rawTitle: string): BlockMatch {
  const { name, anchors } = plainTitle(rawTitle);
  return { next, heading: { start, end, level, name, ...(anchors.length > 0 ? { meta: { anchors } } : {}) } };
}

const ANCHOR = /\[\[([^\][,]{1,200})(?:,[^\][]{0,200})?\]\]/g;
const REFERENCE = /<<[^<>,]{1,200}(?:,([^<>]{1,200}))?>>/g;
const LINK = /(?:link:|xref:|https?:\/\/)[^\s[\]]{1,1000}\[([^\][]{0,300})\]/g;
const MARKS = /(^|[\s([])([*_`#]{1,2})(\S|\S[^*_`#]{0,300}\S)\2(?=$|[\s)\].,;:!?])/g;

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
    .replace(MARKS, '$1$3')
    .replace(/\s+/g, ' ')
    .trim();
  return { name, anchors };
}
