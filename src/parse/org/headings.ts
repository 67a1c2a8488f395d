/**
 * A heading says more than its title:
 *
 *     ** TODO [#A] Sharpen the saw [1/3]     :tools:winter:
 *     SCHEDULED: <2026-01-10 Sat>
 *     :PROPERTIES:
 *     :CUSTOM_ID: sharpen
 *     :END:
 *
 * The section is called `Sharpen the saw`; the rest is kept as data. The lines
 * below the heading are blocks of the section.
 */
import type { BlockReader } from '../document/read.js';
import { headingLimit, type OrgContext, starCount } from './context.js';
import { planning } from './drawers.js';

const PRIORITY = /^\[#(\w{1,3})\]\s*/;
const TAGS = /(?:^|\s):([\w@#%:]{1,400}):$/;
const COOKIE = /\s*\[(?:\d{0,9}%|\d{0,9}\/\d{0,9})\]/g;
const PROPERTY = /^:([^:\s]{1,100}):\s*(.*)$/;
const LINK = /\[\[([^\][]{1,1000})\](?:\[([^\][]{1,1000})\])?\]/g;
/** Emphasis that says "this is code": the marks are no part of the title. */
const CODE = /(^|\s)([=~])(\S[^=~]{0,200}?)\2(?=\s|$|[.,;:!?)])/g;

export const heading: BlockReader<OrgContext> = (context, place) => {
  const { lines } = context;
  const { line, depth } = place;
  if (depth > 0 || lines.unit(line) !== 0x2a) return undefined;
  const level = starCount(lines, line);
  if (level === 0) return undefined;
  const said = readTitle(context, lines.text.slice(lines.start(line) + level, lines.stop(line)).trim());
  const properties = readProperties(context, line, headingLimit(context, place));
  const anchors = ['CUSTOM_ID', 'ID'].flatMap((key) => properties?.[key] ?? []);
  const meta = {
    ...said.meta,
    ...(properties ? { properties } : {}),
    ...(anchors.length > 0 ? { anchors } : {}),
  };
  const found = { start: lines.start(line), end: lines.end(line), level, name: said.name, meta };
  return { next: line + 1, heading: found };
};

function readTitle({ todo }: OrgContext, said: string): { name: string; meta: Record<string, unknown> } {
  const meta: Record<string, unknown> = {};
  let rest = said;
  const tags = TAGS.exec(rest);
  if (tags) {
    meta.tags = tags[1].split(':').filter(Boolean);
    rest = rest.slice(0, tags.index).trimEnd();
  }
  const [word] = rest.split(/\s/, 1);
  if (todo.has(word)) {
    meta.todo = word;
    rest = rest.slice(word.length).trimStart();
  }
  const priority = PRIORITY.exec(rest);
  if (priority) {
    meta.priority = priority[1];
    rest = rest.slice(priority[0].length);
  }
  if (/^COMMENT(?:\s|$)/.test(rest)) {
    meta.comment = true;
    rest = rest.slice('COMMENT'.length).trimStart();
  }
  return { name: plainTitle(rest), meta };
}

/** `[[https://x][the *saw*]]` → `the *saw*`, `=cut()=` → `cut()` */
export const plainTitle = (title: string): string =>
  title
    .replace(LINK, (_, target: string, words?: string) => words ?? target)
    .replace(CODE, '$1$3')
    .replace(COOKIE, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Of the drawer right below the heading, after a line of dates. */
function readProperties(
  { lines, closers }: OrgContext,
  line: number,
  limit: number,
): Record<string, string> | undefined {
  let at = line + 1;
  if (at < limit && planning(lines, at)) at++;
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
