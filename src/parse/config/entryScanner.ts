/**
 * Formats made of one entry after another, each on its own line or lines.
 *
 *     # about the server   ┐
 *     [server]             │ table: until the next one, or the comment right above it
 *     # where              │ ┐
 *     host = example.org   │ ┘ key: with the comment right above it
 *                          │
 *     ports = [            │ ┐
 *       80, 443 ]          ┘ ┘ key: as many lines as its value has
 */
import { isLineBreak, isSpaceOrTab, lineEnds, skipSpaces, textStart, trimEndOf } from '../scanning.js';
import { type ConfigScanner, Outline } from './outline.js';

/** What one such format does in its own way. */
export interface EntryDialect {
  /** Characters that make a line a comment when they come first. */
  readonly comments: string;
  /** Lines like `[name]` begin a table. */
  readonly tables: boolean;
  /** A line that is indented deeper than its entry continues it. */
  readonly hanging: boolean;
  /** Where the key on the line [at, end) ends: at its `=`, or what stands for it. */
  keyEnd(text: string, at: number, end: number): number;
  /** Start of the first line after the entry, or -1 when something in it is never closed. */
  entryEnd(text: string, keyEnd: number, next: number): number;
  name(written: string): string;
}

export const entryScanner =
  (dialect: EntryDialect): ConfigScanner =>
  (text, smallest) => {
    const outline = new Outline(text, smallest);
    const lineEnd = lineEnds(text);
    let comment = -1; // start of the comment lines right above
    let table = false;
    let key = false;
    let keyIndent = 0;
    let keyEnd = 0;
    // Searching for what never closes reads to the end of the text: done a few times, not once per line.
    let searchesLeft = 4;

    for (let at = textStart(text), next = 0; at < text.length; at = next) {
      next = lineEnd(at);
      const first = skipSpaces(text, at);
      const unit = text.charCodeAt(first);
      if (first >= next || isLineBreak(unit)) {
        comment = -1;
        continue;
      }
      if (dialect.comments.includes(text.charAt(first))) {
        if (comment < 0) comment = at;
        continue;
      }
      const start = comment < 0 ? at : comment;
      comment = -1;
      if (dialect.hanging && key && first - at > keyIndent) {
        keyEnd = next;
        continue;
      }
      if (key) outline.close(keyEnd);
      key = false;
      const end = trimEndOf(text, first, next);
      if (dialect.tables && unit === 0x5b) {
        if (table) outline.close(start);
        table = true;
        openTable(outline, text, start, first, end);
        continue;
      }
      const separator = dialect.keyEnd(text, first, end);
      outline.open('key', start, first, trimEndOf(text, first, separator));
      key = true;
      keyIndent = first - at;
      const found = searchesLeft > 0 ? dialect.entryEnd(text, separator, next) : next;
      if (found < 0) searchesLeft--;
      else next = found;
      keyEnd = next;
    }
    if (key) outline.close(keyEnd);
    if (table) outline.close(text.length);
    return outline.finish(dialect.name);
  };

/** `[a.b]` and `[[a.b]]` are named a.b; `[[Mm]akefile]` is named [Mm]akefile. */
function openTable(outline: Outline, text: string, start: number, first: number, end: number): void {
  let depth = 0;
  let close = first;
  for (; close < end; close++) {
    const unit = text.charCodeAt(close);
    if (unit === 0x5b) depth++;
    else if (unit === 0x5d && --depth === 0) break;
    else if (unit === 0x22) close = quoteEnd(text, close, end) - 1;
  }
  let from = first + 1;
  const isDouble = text.charCodeAt(from) === 0x5b && text.charCodeAt(close - 1) === 0x5d;
  if (isDouble) from++;
  from = skipSpaces(text, from);
  outline.open('table', start, from, trimEndOf(text, from, isDouble ? close - 1 : close));
}

/** After the quote that closes the one at `at`, or `end`. */
export function quoteEnd(text: string, at: number, end: number): number {
  const quote = text.charCodeAt(at);
  for (at++; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c && quote === 0x22) at++;
    else if (unit === quote) return at + 1;
  }
  return end;
}

/**
 * The key of `key = value` and `key: value`, else of `key:value`, else the first word.
 *
 *     url: http://a?b=c → url        //host/:token=x → //host/:token        Listen 80 → Listen
 */
export function assignedKeyEnd(text: string, at: number, end: number): number {
  let colon = -1;
  let word = -1;
  for (let i = at; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3d) return i;
    if (unit === 0x3a) {
      if (i + 1 >= end || isSpaceOrTab(text.charCodeAt(i + 1))) return i;
      if (colon < 0) colon = i;
    } else if (word < 0 && isSpaceOrTab(unit)) word = i;
  }
  if (colon >= 0) return colon;
  return word < 0 ? end : word;
}
