/**
 * A heading has more than a title:
 *
 *     ** TODO [#A] Sharpen the saw [1/3]     :tools:winter:
 *     SCHEDULED: <2026-01-10 Sat>
 *     :PROPERTIES:
 *     :CUSTOM_ID: sharpen
 *     :END:
 *
 * The name of the section is `Sharpen the saw`; the rest is metadata. The lines
 * below the heading are blocks of the section.
 */

import { ASIDE_WEIGHT, block, weighted } from '../document/block.js';
import type { DocumentLines } from '../document/lines.js';
import type { BlockReader } from '../document/read.js';
import { headingLimit, type OrgContext, starCount } from './context.js';

const PRIORITY = /^\[#(\w{1,3})\]\s*/;
const TAGS = /(?:^|\s):([\w@#%:]{1,400}):$/;
const COOKIE = /\s*\[(?:\d{0,9}%|\d{0,9}\/\d{0,9})\]/g;
const PROPERTY = /^:([^:\s]{1,100}):\s*(.*)$/;
const LINK = /\[\[([^\][]{1,1000})\](?:\[([^\][]{1,1000})\])?\]/g;
/** Inline code: the marks are not part of the title. */
const CODE = /(^|\s)([=~])(\S[^=~]{0,200}?)\2(?=\s|$|[.,;:!?)])/g;

export const heading: BlockReader<OrgContext> = (context, position) => {
  const { lines } = context;
  const { line, depth } = position;
  if (depth > 0 || lines.unit(line) !== 0x2a) return undefined;
  const level = starCount(lines, line);
  if (level === 0) return undefined;
  const parsedTitle = readTitle(context, lines.text.slice(lines.start(line) + level, lines.stop(line)).trim());
  const properties = readProperties(context, line, headingLimit(context, position));
  const anchors = ['CUSTOM_ID', 'ID'].flatMap((key) => properties?.[key] ?? []);
  const meta = {
    ...parsedTitle.meta,
    ...(properties ? { properties } : {}),
    ...(anchors.length > 0 ? { anchors } : {}),
  };
  const headingLine = { start: lines.start(line), end: lines.end(line), level, name: parsedTitle.name, meta };
  return { next: line + 1, heading: headingLine };
};

function readTitle({ todo }: OrgContext, content: string): { name: string; meta: Record<string, unknown> } {
  const meta: Record<string, unknown> = {};
  let remaining = content;
  const tags = TAGS.exec(remaining);
  if (tags) {
    meta.tags = tags[1].split(':').filter(Boolean);
    remaining = remaining.slice(0, tags.index).trimEnd();
  }
  const [word] = remaining.split(/\s/, 1);
  if (todo.has(word)) {
    meta.todo = word;
    remaining = remaining.slice(word.length).trimStart();
  }
  const priority = PRIORITY.exec(remaining);
  if (priority) {
    meta.priority = priority[1];
    remaining = remaining.slice(priority[0].length);
  }
  if (/^COMMENT(?:\s|$)/.test(remaining)) {
    meta.comment = true;
    remaining = remaining.slice('COMMENT'.length).trimStart();
  }
  return { name: plainTitle(remaining), meta };
}

/** `[[https://x][the *saw*]]` → `the *saw*`, `=cut()=` → `cut()` */
const plainTitle = (title: string): string =>
  title
    .replace(LINK, (_, target: string, words?: string) => words ?? target)
    .replace(CODE, '$1$3')
    .replace(COOKIE, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The property drawer directly below the heading, or below its line of dates. */
function readProperties(
  { lines, closers }: OrgContext,
  line: number,
  limit: number,
): Record<string, string> | undefined {
  let at = line + 1;
  if (at < limit && isPlanning(lines, at)) at++;
  if (at >= limit || lines.trimmed(at).toUpperCase() !== ':PROPERTIES:') return undefined;
  const end = closers.next(':end:', at);
  if (end < 0 || end >= limit) return undefined;
  const properties: Record<string, string> = {};
  for (at++; at < end; at++) {
    const property = PROPERTY.exec(lines.trimmed(at));
    if (property) properties[property[1].toUpperCase()] = property[2];
  }
  return properties;
}

/** Metadata lines below a heading: dates, drawers, comments, keywords. */
const PLANNING = /^(?:SCHEDULED|DEADLINE|CLOSED):/;
const DRAWER = /^:[\w-]{1,100}:$/;

const isPlanning = (lines: DocumentLines, line: number): boolean =>
  !lines.isBlank(line) && PLANNING.test(lines.text.slice(lines.first(line), lines.first(line) + 10));

export const dates: BlockReader<OrgContext> = ({ lines }, { line }) =>
  isPlanning(lines, line)
    ? { next: line + 1, blocks: [weighted(block('planning', lines, line, line + 1), ASIDE_WEIGHT)] }
    : undefined;

/** `:LOGBOOK:` … `:END:`, before the next heading. */
export const drawer: BlockReader<OrgContext> = (context, position) => {
  const { lines, closers } = context;
  const { line } = position;
  if (lines.unit(line) !== 0x3a || !DRAWER.test(lines.trimmed(line))) return undefined;
  const end = closers.next(':end:', line + 1);
  if (end < 0 || end >= headingLimit(context, position)) return undefined;
  return { next: end + 1, blocks: [weighted(block('drawer', lines, line, end + 1, { grain: 'lines' }), ASIDE_WEIGHT)] };
};

/** Consecutive fixed-width lines: `: text`. */
export const fixedWidth: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  if (!isFixed(lines, line)) return undefined;
  let next = line + 1;
  while (next < to && isFixed(lines, next)) next++;
  return { next, blocks: [block('code', lines, line, next, { grain: 'lines' })] };
};

const isFixed = (lines: DocumentLines, line: number): boolean =>
  lines.unit(line) === 0x3a && isFollowedByBlank(lines, line);

export const orgComment: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  if (!isComment(lines, line)) return undefined;
  let next = line + 1;
  while (next < to && isComment(lines, next)) next++;
  return { next, blocks: [weighted(block('comment', lines, line, next), ASIDE_WEIGHT)] };
};

const isComment = (lines: DocumentLines, line: number): boolean =>
  lines.unit(line) === 0x23 && isFollowedByBlank(lines, line);

/** The first character is followed by a blank or the end of the line. */
const isFollowedByBlank = (lines: DocumentLines, line: number): boolean => {
  const after = lines.first(line) + 1;
  return after >= lines.stop(line) || lines.text.charCodeAt(after) <= 0x20;
};

/** Keywords that apply to the next block. */
const AFFILIATED = /^#\+(?:name|caption|headers?|plot|results|attr_\w{1,40}|label|tblname)(?:\[[^\]]{0,200}\])?:(.*)$/i;
const NAME = /^#\+(?:name|label|tblname):/i;
const KEYWORD = /^#\+[\w-]{1,60}:/;

export const keyword: BlockReader<OrgContext> = ({ lines }, { line, to }) => {
  if (lines.unit(line) !== 0x23) return undefined;
  const content = lines.trimmed(line);
  if (!KEYWORD.test(content) && !AFFILIATED.test(content)) return undefined;
  const affiliated = AFFILIATED.exec(content);
  if (affiliated && line + 1 < to && !lines.isBlank(line + 1)) {
    const name = NAME.test(content) ? affiliated[1].trim() : '';
    return { next: line + 1, ahead: name === '' ? {} : { anchors: [name] } };
  }
  return { next: line + 1, blocks: [block('keyword', lines, line, line + 1)] };
};
