/**
 * A document as sections. A section is a heading and all that follows, up to the
 * next heading of the same level or a higher one:
 *
 *     # Wood            ┐ section 'Wood'
 *     Grows.            │
 *     ## Oak            │ ┐ section 'Oak', inside it
 *     Hard.             │ ┘
 *                       ┘
 *     # Iron            ─ section 'Iron'
 */

import type { HeadingRule, Headings, Language } from '../../languages/language.js';
import type { Offsets } from '../../text/offsets.js';
import type { Grain, Node } from '../../types.js';
import { isWhiteSpace, skipBlanks } from './lines.js';

interface OpenSection {
  readonly heading: HeadingLine;
  readonly children: Node[];
}

export function sections(text: string, offsets: Offsets, language: Language, headings: Headings): readonly Node[] {
  const topLevel: Node[] = [];
  const openSections: OpenSection[] = [];
  const closeTo = (level: number, end: number): void => {
    for (
      let last = openSections.at(-1);
      last !== undefined && last.heading.level >= level;
      last = openSections.at(-1)
    ) {
      openSections.pop();
      (openSections.at(-1)?.children ?? topLevel).push(sectionNode(last, end, language.grain));
    }
  };
  for (const heading of findHeadings(text, offsets, language, headings)) {
    closeTo(heading.level, heading.start);
    openSections.push({ heading, children: [] });
  }
  closeTo(0, text.length);
  return topLevel;
}

function sectionNode({ heading: { start, level, name }, children }: OpenSection, end: number, grain: Grain): Node {
  const meta = { level };
  if (name === '') return { kind: 'section', start, end, children, grain, meta };
  return { kind: 'section', name, start, end, children, grain, meta };
}

interface HeadingLine {
  readonly start: number;
  readonly level: number;
  readonly name: string;
}

/** Maximum depth of sections. */
const MAX_LEVEL = 60;
const MAX_NAME_CHARS = 200;
/** Maximum spaces before an underline; with more, it is indented text. */
const MAX_UNDERLINE_INDENT = 3;
const MIN_UNDERLINE_CHARS = 3;

/** The headings of a document, in order; none inside a fence or a comment. */
function findHeadings(text: string, offsets: Offsets, language: Language, headings: Headings): HeadingLine[] {
  return new HeadingSearch(text, offsets, language, headings).findAll();
}

class HeadingSearch {
  readonly #text: string;
  readonly #offsets: Offsets;
  readonly #language: Language;
  readonly #headings: Headings;
  readonly #headingLines: HeadingLine[] = [];
  /** Comments without a closing mark in the rest of the text. */
  readonly #unclosed = new Set<string>();
  /** Kinds of underline, in the order of appearance. */
  readonly #underlineKinds: string[] = [];
  /** The end mark of the open fence. */
  #fence: { readonly close: string; readonly needsWholeLine: boolean } | undefined;
  /** Inside a comment up to here. */
  #commentEnd = 0;
  /** Starts of the two lines above, or -1 if they cannot be part of a heading. */
  #lineAbove = -1;
  #twoLinesAbove = -1;

  constructor(text: string, offsets: Offsets, language: Language, headings: Headings) {
    this.#text = text;
    this.#offsets = offsets;
    this.#language = language;
    this.#headings = headings;
  }

  findAll(): HeadingLine[] {
    for (let line = 0; line < this.#offsets.lineCount; line++) {
      const start = this.#offsets.lineStart(line + 1);
      const isText = this.#readLine(start, this.#offsets.lineStart(line + 2), line);
      this.#twoLinesAbove = this.#lineAbove;
      this.#lineAbove = isText ? start : -1;
    }
    return this.#headingLines;
  }

  /** True if the line is ordinary text, which the next line may underline. */
  #readLine(start: number, stop: number, line: number): boolean {
    const text = this.#text;
    if (start < this.#commentEnd) return false;
    const first = skipBlanks(text, start, stop);
    if (this.#fence !== undefined) {
      if (this.#closesFence(first, stop)) this.#fence = undefined;
      return false;
    }
    if (first >= stop || this.#opensFence(first, stop, line) || this.#isComment(first)) return false;
    for (const rule of this.#headings.rules) {
      const heading = this.#readHeading(rule, start, first, stop);
      if (heading === undefined) continue;
      this.#headingLines.push(heading);
      return false;
    }
    return true;
  }

  #opensFence(first: number, stop: number, line: number): boolean {
    const text = this.#text;
    for (const fence of this.#headings.fences) {
      if (!text.startsWith(fence.open, first) || (fence.top && line > 0)) continue;
      const end = runEnd(text, first, stop);
      if (fence.bare && skipBlanks(text, end, stop) < stop) continue;
      this.#fence = { close: fence.close ?? text.slice(first, end), needsWholeLine: fence.close === undefined };
      return true;
    }
    return false;
  }

  #closesFence(first: number, stop: number): boolean {
    const fence = this.#fence;
    if (fence === undefined || !this.#text.startsWith(fence.close, first)) return false;
    return !fence.needsWholeLine || skipBlanks(this.#text, runEnd(this.#text, first, stop), stop) >= stop;
  }

  #isComment(first: number): boolean {
    const { line, block } = this.#language.comments;
    for (const { open, close } of block) {
      if (!this.#text.startsWith(open, first) || this.#unclosed.has(close)) continue;
      const end = this.#text.indexOf(close, first + open.length);
      if (end < 0) this.#unclosed.add(close);
      else this.#commentEnd = end + close.length;
      return end >= 0;
    }
    return line.some((mark) => this.#text.startsWith(typeof mark === 'string' ? mark : mark.text, first));
  }

  #readHeading(rule: HeadingRule, start: number, first: number, stop: number): HeadingLine | undefined {
    switch (rule.by) {
      case 'marker':
        return readMarker(this.#text, rule, start, first, stop);
      case 'start':
        return readStart(this.#text, rule, start, first, stop);
      case 'underline':
        return this.#readUnderline(rule, start, first, stop);
    }
  }

  /** The title is the line above; where levels are in the order of appearance, it may have an overline, too. */
  #readUnderline(rule: HeadingRule & { by: 'underline' }, start: number, first: number, stop: number) {
    const text = this.#text;
    const titleStart = this.#lineAbove;
    if (titleStart < 0 || !this.#isUnderline(rule, start, first, stop)) return undefined;
    const titleFirst = skipBlanks(text, titleStart, start);
    if (rule.notAfter?.includes(text[titleFirst])) return undefined;
    const name = normalizedName(text.slice(titleFirst, Math.min(start, titleFirst + MAX_NAME_CHARS)));
    if (rule.level !== 'first-seen') return { start: titleStart, level: rule.level, name };
    const hasSameMarkAbove = this.#twoLinesAbove >= 0 && text[this.#twoLinesAbove] === text[first];
    const hasOverline =
      hasSameMarkAbove && this.#isUnderline(rule, this.#twoLinesAbove, this.#twoLinesAbove, titleStart);
    const kind = text[first] + (hasOverline ? 'framed' : '');
    if (!this.#underlineKinds.includes(kind)) this.#underlineKinds.push(kind);
    return {
      start: hasOverline ? this.#twoLinesAbove : titleStart,
      level: Math.min(this.#underlineKinds.indexOf(kind) + 1, MAX_LEVEL),
      name,
    };
  }

  #isUnderline(rule: HeadingRule & { by: 'underline' }, start: number, first: number, stop: number): boolean {
    const text = this.#text;
    if (first - start > MAX_UNDERLINE_INDENT || !rule.characters.includes(text[first])) return false;
    const end = runEnd(text, first, stop);
    return end - first >= MIN_UNDERLINE_CHARS && skipBlanks(text, end, stop) >= stop;
  }
}

type MarkerRule = HeadingRule & { by: 'marker' };

function readMarker(
  text: string,
  rule: MarkerRule,
  start: number,
  first: number,
  stop: number,
): HeadingLine | undefined {
  if (text[first] !== rule.marker || first - start > (rule.indent ?? 0)) return undefined;
  const end = runEnd(text, first, stop);
  const length = end - first;
  if (length > rule.deepest || (rule.spaced && end < stop && !isWhiteSpace(text.charCodeAt(end)))) return undefined;
  const name = normalizedName(withoutClosingMarks(text.slice(end, Math.min(stop, end + MAX_NAME_CHARS)), rule.marker));
  if (name === '' && !rule.spaced) return undefined;
  return { start, level: Math.min(rule.inverse ? rule.deepest + 1 - length : length, MAX_LEVEL), name };
}

function readStart(
  text: string,
  rule: HeadingRule & { by: 'start' },
  start: number,
  first: number,
  stop: number,
): HeadingLine | undefined {
  if (!text.startsWith(rule.start, first)) return undefined;
  const titleText = text.slice(first + rule.start.length, Math.min(stop, first + rule.start.length + MAX_NAME_CHARS));
  if (!rule.braced)
    return /^\w/.test(titleText) ? undefined : { start, level: rule.level, name: normalizedName(titleText) };
  if (!/^[{*[]/.test(titleText)) return undefined;
  return { start, level: rule.level, name: normalizedName(betweenBraces(titleText)) };
}

/** `*{Wood and \emph{iron}} % …` → `Wood and \emph{iron}` */
function betweenBraces(text: string): string {
  const from = text.indexOf('{');
  let depth = 0;
  for (let at = from; at >= 0 && at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return text.slice(from + 1, at);
  }
  return from < 0 ? text : text.slice(from + 1);
}

/** End of the run of one character that starts at `first`. */
function runEnd(text: string, first: number, stop: number): number {
  const unit = text.charCodeAt(first);
  let end = first + 1;
  while (end < stop && text.charCodeAt(end) === unit) end++;
  return end;
}

function withoutClosingMarks(text: string, marker: string): string {
  let end = text.trimEnd().length;
  while (end > 0 && text[end - 1] === marker) end--;
  return text.slice(0, end);
}

const normalizedName = (name: string): string => name.trim().replace(/\s{2,}|[\t\r\n]/g, ' ');
