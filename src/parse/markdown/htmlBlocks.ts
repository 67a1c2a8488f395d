/**
 * The seven kinds of HTML block, as CommonMark numbers them, and what ends each:
 *
 *     1  <script <pre <style <textarea     </script> … on a line
 *     2  <!--                              -->
 *     3  <?                                ?>
 *     4  <!LETTER                          >
 *     5  <![CDATA[                         ]]>
 *     6  a tag that makes a block: <div    a blank line
 *     7  any other tag, alone on its line  a blank line; never breaks into a paragraph
 */
import { isSpaceOrTab } from '../scanning.js';
import { isBlankFrom, isDigit } from './line.js';

const rawTags = new Set(['script', 'pre', 'style', 'textarea']);

const blockTags = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li ' +
    'link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th ' +
    'thead title tr track ul'
  ).split(' '),
);
const MAX_TAG_NAME_CHARS = 10;

/** The closing marks of kinds 2 to 5, and how far into the opening the search begins: `<!-->` closes itself. */
const closingMarks = [
  undefined,
  undefined,
  { mark: '-->', from: 2 },
  { mark: '?>', from: 1 },
  { mark: '>', from: 3 },
  { mark: ']]>', from: 9 },
] as const;

/** Where blocks of the first five kinds end. A mark is searched once, not once per line. */
export class HtmlEnds {
  readonly #text: string;
  /** By kind: the next position of its mark. */
  readonly #nextMarkAt = [0, 0, -1, -1, -1, -1];

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the line that opens a block closes it, too. */
  closesOpening(kind: number, at: number, stop: number): boolean {
    return this.closes(kind, at + (closingMarks[kind]?.from ?? 0), stop);
  }

  closes(kind: number, at: number, stop: number): boolean {
    if (kind === 1) return closesRaw(this.#text, at, stop);
    const closingMark = closingMarks[kind];
    if (!closingMark) return false;
    if (this.#nextMarkAt[kind] < at) {
      const found = this.#text.indexOf(closingMark.mark, at);
      this.#nextMarkAt[kind] = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#nextMarkAt[kind] < stop;
  }
}

/** The kind of block that the `<` at `at` opens, or 0. */
export function htmlKind(text: string, at: number, stop: number): number {
  const unit = text.charCodeAt(at + 1);
  if (at + 1 >= stop) return 0;
  if (unit === 0x21) return declarationKind(text, at, stop); // !
  if (unit === 0x3f) return 3; // ?
  const closing = unit === 0x2f;
  const nameStart = closing ? at + 2 : at + 1;
  const nameEnd = tagNameEnd(text, nameStart, stop);
  if (nameEnd === nameStart) return 0;
  if (nameEnd - nameStart <= MAX_TAG_NAME_CHARS) {
    const name = text.slice(nameStart, nameEnd).toLowerCase();
    const next = nameEnd < stop ? text.charCodeAt(nameEnd) : 0x20;
    const endsName = isSpaceOrTab(next) || next === 0x3e;
    if (rawTags.has(name)) {
      if (!closing && endsName) return 1;
    } else if (
      blockTags.has(name) &&
      (endsName || (next === 0x2f && text.charCodeAt(nameEnd + 1) === 0x3e && nameEnd + 1 < stop))
    )
      return 6;
    // An opening <pre> that is not kind 1 opens no block.
    if (rawTags.has(name) && !closing) return 0;
  }
  const end = closing ? closingTagEnd(text, nameEnd, stop) : openTagEnd(text, nameEnd, stop);
  return end >= 0 && isBlankFrom(text, end, stop) ? 7 : 0;
}

/** A line of a block of kind 1 that closes it. */
function closesRaw(text: string, at: number, stop: number): boolean {
  for (; at < stop; at++) {
    if (text.charCodeAt(at) !== 0x3c || text.charCodeAt(at + 1) !== 0x2f) continue;
    const end = tagNameEnd(text, at + 2, Math.min(stop, at + 2 + MAX_TAG_NAME_CHARS));
    if (text.charCodeAt(end) === 0x3e && end < stop && rawTags.has(text.slice(at + 2, end).toLowerCase())) return true;
  }
  return false;
}

function declarationKind(text: string, at: number, stop: number): number {
  if (text.startsWith('<!--', at) && at + 4 <= stop) return 2;
  if (text.startsWith('<![CDATA[', at) && at + 9 <= stop) return 5;
  return at + 2 < stop && isLetter(text.charCodeAt(at + 2)) ? 4 : 0;
}

const isLetter = (unit: number): boolean => (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
const isNameUnit = (unit: number): boolean => isLetter(unit) || isDigit(unit) || unit === 0x2d;

function tagNameEnd(text: string, at: number, stop: number): number {
  if (at >= stop || !isLetter(text.charCodeAt(at))) return at;
  while (at < stop && isNameUnit(text.charCodeAt(at))) at++;
  return at;
}

function skipSpaces(text: string, at: number, stop: number): number {
  while (at < stop && isSpaceOrTab(text.charCodeAt(at))) at++;
  return at;
}

function closingTagEnd(text: string, at: number, stop: number): number {
  at = skipSpaces(text, at, stop);
  return at < stop && text.charCodeAt(at) === 0x3e ? at + 1 : -1;
}

/** After ` a=b c="d" />`, or -1: every attribute has a blank before it. */
function openTagEnd(text: string, at: number, stop: number): number {
  for (;;) {
    const next = skipSpaces(text, at, stop);
    if (next >= stop) return -1;
    const unit = text.charCodeAt(next);
    if (unit === 0x3e) return next + 1;
    if (unit === 0x2f) return text.charCodeAt(next + 1) === 0x3e && next + 1 < stop ? next + 2 : -1;
    if (next === at || !isAttributeStart(unit)) return -1;
    at = next + 1;
    while (at < stop && isAttributeUnit(text.charCodeAt(at))) at++;
    const equals = skipSpaces(text, at, stop);
    if (equals >= stop || text.charCodeAt(equals) !== 0x3d) continue;
    at = valueEnd(text, skipSpaces(text, equals + 1, stop), stop);
    if (at < 0) return -1;
  }
}

const isAttributeStart = (unit: number): boolean => isLetter(unit) || unit === 0x5f || unit === 0x3a;
const isAttributeUnit = (unit: number): boolean => isNameUnit(unit) || unit === 0x5f || unit === 0x3a || unit === 0x2e;

function valueEnd(text: string, at: number, stop: number): number {
  const quote = text.charCodeAt(at);
  if (quote === 0x22 || quote === 0x27) {
    const close = indexOfUnit(text, at + 1, stop, quote);
    return close < 0 ? -1 : close + 1;
  }
  const start = at;
  for (; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (isSpaceOrTab(unit) || unit === 0x3e) break;
    if (unit === 0x22 || unit === 0x27 || unit === 0x3c || unit === 0x3d || unit === 0x60) return -1;
  }
  return at > start ? at : -1;
}

function indexOfUnit(text: string, at: number, stop: number, unit: number): number {
  for (; at < stop; at++) if (text.charCodeAt(at) === unit) return at;
  return -1;
}
