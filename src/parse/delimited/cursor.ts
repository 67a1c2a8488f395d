/** The position of the scan, and its context on the same line. */
import type { Offsets } from '../../text/offsets.js';
import { inWord } from './characters.js';
import { type Lexicon, STARTS_ATTRIBUTE } from './lexicon.js';
import { ATTRIBUTE, COMMA, CONTINUES, ENDS_STATEMENT, isWhiteSpace, skipBlanks, TERMINATED } from './lines.js';
import { Nesting } from './nesting.js';

/** Look back at most this far for a keyword. */
const MAX_KEYWORD_CHARS = 16;

export class Cursor {
  readonly text: string;
  readonly offsets: Offsets;
  readonly lexicon: Lexicon;
  readonly nesting = new Nesting();
  /** By line: columns before its first character. */
  readonly indent: Int32Array;
  /** By token: before this offset it opens nothing, because no closing mark follows. */
  readonly unclosedUntil: Float64Array;

  /** The next character to read. */
  at = 0;
  /** The line that is read, counted from 0, its first offset and the first of the next. */
  line = -1;
  start = 0;
  stop = 0;

  /** The comment that ends the line, if any; otherwise both are `stop`. */
  tailStart = 0;
  tailEnd = 0;
  /** The last skipped literal was a comment and not a string. */
  inComment = false;
  /** The line before ends with a mark that continues it on this one. */
  isContinued = false;
  /** The next word that opens is part of the loop before it. */
  skipsNextOpener = false;
  /** Nothing opens on this line. */
  isDeclaration = false;
  /** Where the here-documents that started on this line end. */
  heredocEnd = 0;
  missedHeredocs = 0;

  constructor(text: string, offsets: Offsets, lexicon: Lexicon) {
    this.text = text;
    this.offsets = offsets;
    this.lexicon = lexicon;
    this.indent = new Int32Array(offsets.lineCount);
    this.unclosedUntil = new Float64Array(lexicon.tokenCount);
  }

  nextLine(): void {
    this.line++;
    this.start = this.stop;
    this.stop = this.offsets.lineStart(this.line + 2);
    this.tailStart = this.stop;
    this.tailEnd = this.stop;
    this.skipsNextOpener = false;
    this.isDeclaration = false;
  }

  /** Offset of the last character before `at` that is not blank; below the line's start if there is none. */
  previousVisible(at: number): number {
    let before = at - 1;
    while (before >= this.start && isWhiteSpace(this.text.charCodeAt(before))) before--;
    return before;
  }

  isWordAt(at: number): boolean {
    return at < this.text.length && inWord(this.lexicon.wordUnits, this.text.charCodeAt(at));
  }

  wordEnd(at: number): number {
    const { text, stop } = this;
    const { wordUnits } = this.lexicon;
    let end = at;
    while (end < stop && inWord(wordUnits, text.charCodeAt(end))) end++;
    return end;
  }

  /** The word that ends just before `end`; a long one is cut off. */
  wordBefore(end: number): string {
    let start = end;
    while (start > this.start && end - start < MAX_KEYWORD_CHARS && this.isWordAt(start - 1)) start--;
    return this.text.slice(start, end);
  }

  /** The next word of the line, or a character if there is no word. */
  wordAfter(end: number): string {
    const at = skipBlanks(this.text, end, this.stop);
    if (at >= this.stop) return '';
    const word = this.text.slice(at, Math.max(at + 1, Math.min(this.wordEnd(at), at + MAX_KEYWORD_CHARS)));
    return this.lexicon.language.caseless ? word.toLowerCase() : word;
  }

  /** Marks and words are lower case where the language is caseless. */
  startsWith(start: string, at: number): boolean {
    if (!this.lexicon.language.caseless) return this.text.startsWith(start, at);
    return this.text.slice(at, at + start.length).toLowerCase() === start;
  }

  startsWithAny(starts: readonly string[], at: number): boolean {
    for (const start of starts) if (this.startsWith(start, at)) return true;
    return false;
  }

  startsWithWord(words: readonly string[], at: number): boolean {
    for (const word of words) if (this.startsWith(word, at) && !this.isWordAt(at + word.length)) return true;
    return false;
  }
}

const endMarks: Readonly<Record<string, number>> = { ';': TERMINATED, '}': TERMINATED, ',': COMMA };

/** Whether the line ends a statement, continues, or is an attribute. `codeStart`: where its code starts. */
export function readLineEnd(cursor: Cursor, codeStart: number, flags: number): number {
  const { text, stop, tailEnd } = cursor;
  const { ends, continuationMark, lineStarts, language } = cursor.lexicon;
  // Code after the last comment: then the comment is not at the end.
  const tailStart = tailEnd < stop && skipBlanks(text, tailEnd, stop) < stop ? stop : cursor.tailStart;
  const last = cursor.previousVisible(tailStart);
  if (last < cursor.start) return 0;
  cursor.isContinued = text.charCodeAt(last) === continuationMark;
  if (last < codeStart) return 0;
  const mark = endMarks[text[last]] ?? 0;
  const endFlags = ends.includes(text[last]) ? mark | ENDS_STATEMENT : mark;
  const unit = text.charCodeAt(codeStart);
  if (flags & CONTINUES || unit >= 128 || !(lineStarts[unit] & STARTS_ATTRIBUTE)) return endFlags;
  if (text[last] === ';' || !cursor.startsWithAny(language.attributes ?? [], codeStart)) return endFlags;
  return language.inlineAttributes && !isOnlyAttribute(cursor, codeStart, last) ? endFlags : endFlags | ATTRIBUTE;
}

/** `@Name` or `@Name(…` and nothing else. */
function isOnlyAttribute(cursor: Cursor, at: number, last: number): boolean {
  const { text } = cursor;
  let end = at + 1;
  while (end <= last && (cursor.isWordAt(end) || '.:'.includes(text[end]))) end++;
  return end > last || (text[end] === '(' && ')({[,'.includes(text[last]));
}
