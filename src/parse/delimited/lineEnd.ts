/** What the last character of a line says of it. */
import type { Cursor } from './cursor.js';
import { STARTS_ATTRIBUTE } from './lexicon.js';
import { ATTRIBUTE, COMMA, CONTINUES, ENDED, STOPPED, skipBlanks } from './lines.js';

const marks: Readonly<Record<string, number>> = { ';': STOPPED, '}': STOPPED, ',': COMMA };

/** Whether the line ends a statement, carries on, or is an attribute. `code`: where its code starts. */
export function readLineEnd(cursor: Cursor, code: number, flags: number): number {
  const { text, stop, tailEnd } = cursor;
  const { ends, carries, lineStarts, language } = cursor.lexicon;
  // Code after the last comment: then the comment is not at the end.
  const tail = tailEnd < stop && skipBlanks(text, tailEnd, stop) < stop ? stop : cursor.tail;
  const last = cursor.before(tail);
  if (last < cursor.start) return 0;
  cursor.carried = text.charCodeAt(last) === carries;
  if (last < code) return 0;
  const mark = marks[text[last]] ?? 0;
  const ended = ends.includes(text[last]) ? mark | ENDED : mark;
  const unit = text.charCodeAt(code);
  if (flags & CONTINUES || unit >= 128 || !(lineStarts[unit] & STARTS_ATTRIBUTE)) return ended;
  if (text[last] === ';' || !cursor.startsWithAny(language.attributes ?? [], code)) return ended;
  return language.inlineAttributes && !standsAlone(cursor, code, last) ? ended : ended | ATTRIBUTE;
}

/** `@Name` or `@Name(…` and nothing else. */
function standsAlone(cursor: Cursor, at: number, last: number): boolean {
  const { text } = cursor;
  let end = at + 1;
  while (end <= last && (cursor.isWordAt(end) || '.:'.includes(text[end]))) end++;
  return end > last || (text[end] === '(' && ')({[,'.includes(text[last]));
}
