/**
 * Scanner for formats that are a sequence of entries, each on its own lines: TOML, INI, `.env`, `.properties`.
 *
 *     # about the server   ┐
 *     [server]             │ table: until the next one, or the comment right above it
 *     # where              │ ┐
 *     host = example.org   │ ┘ key: with the comment right above it
 *                          │
 *     ports = [            │ ┐
 *       80, 443 ]          ┘ ┘ key: as many lines as its value has
 */
import {
  afterBreak,
  isLineBreak,
  isLineEnd,
  isSpaceOrTab,
  lineEnds,
  skipSpaces,
  textStart,
  trimEndOf,
} from '../scanning.js';
import { type ConfigScanner, Outline, unquote } from './outline.js';

/** The rules of one format. */
interface EntryDialect {
  /** Characters that make a line a comment when they come first. */
  readonly comments: string;
  /** Lines like `[name]` begin a table. */
  readonly tables: boolean;
  /** A line that is indented deeper than its entry continues it. */
  readonly continuesByIndent: boolean;
  /** End of the key on the line [at, end): its `=` or equivalent. */
  keyEnd(text: string, at: number, end: number): number;
  /** Start of the line after the entry, or -1 if a bracket or quote is never closed. */
  entryEnd(text: string, keyEnd: number, next: number): number;
  name(rawName: string): string;
}

const entryScanner =
  (dialect: EntryDialect): ConfigScanner =>
  (text, minParentChars) =>
    new EntryScan(dialect, text, minParentChars).scan();

/** One text, line by line: which comment, table and entry is open. */
class EntryScan {
  readonly #dialect: EntryDialect;
  readonly #text: string;
  readonly #outline: Outline;
  /** Start of the comment lines right above, or -1. */
  #commentStart = -1;
  #inTable = false;
  #inKey = false;
  #keyIndent = 0;
  #keyEnd = 0;
  /** A search for a missing closing quote reads to the end of the text: allow a few, not one per line. */
  #searchesLeft = 4;

  constructor(dialect: EntryDialect, text: string, minParentChars: number) {
    this.#dialect = dialect;
    this.#text = text;
    this.#outline = new Outline(text, minParentChars);
  }

  scan(): ReturnType<ConfigScanner> {
    const text = this.#text;
    const lineEnd = lineEnds(text);
    for (let at = textStart(text); at < text.length; ) at = this.#readLine(at, lineEnd(at));
    this.#closeKey();
    if (this.#inTable) this.#outline.close(text.length);
    return this.#outline.finish(this.#dialect.name);
  }

  /** The line [at, next). Returns where to go on: after an entry of several lines, if one begins here. */
  #readLine(at: number, next: number): number {
    const [text, dialect] = [this.#text, this.#dialect];
    const first = skipSpaces(text, at);
    if (first >= next || isLineBreak(text.charCodeAt(first))) {
      this.#commentStart = -1;
      return next;
    }
    if (dialect.comments.includes(text.charAt(first))) {
      if (this.#commentStart < 0) this.#commentStart = at;
      return next;
    }
    const start = this.#commentStart < 0 ? at : this.#commentStart;
    this.#commentStart = -1;
    if (dialect.continuesByIndent && this.#inKey && first - at > this.#keyIndent) {
      this.#keyEnd = next;
      return next;
    }
    this.#closeKey();
    if (dialect.tables && text.charCodeAt(first) === 0x5b) {
      if (this.#inTable) this.#outline.close(start);
      this.#inTable = true;
      openTable(this.#outline, text, start, first, trimEndOf(text, first, next));
      return next;
    }
    this.#keyIndent = first - at;
    this.#keyEnd = this.#openKey(start, first, next);
    return this.#keyEnd;
  }

  /** Returns the start of the line after the entry. */
  #openKey(start: number, first: number, next: number): number {
    const text = this.#text;
    const separator = this.#dialect.keyEnd(text, first, trimEndOf(text, first, next));
    this.#outline.open('key', start, first, trimEndOf(text, first, separator));
    this.#inKey = true;
    if (this.#searchesLeft === 0) return next;
    const end = this.#dialect.entryEnd(text, separator, next);
    if (end >= 0) return end;
    this.#searchesLeft--;
    return next;
  }

  #closeKey(): void {
    if (this.#inKey) this.#outline.close(this.#keyEnd);
    this.#inKey = false;
  }
}

/** `[a.b]` and `[[a.b]]` are named a.b; `[[Mm]akefile]` is named [Mm]akefile. */
function openTable(outline: Outline, text: string, start: number, first: number, end: number): void {
  let depth = 0;
  let closeAt = first;
  for (; closeAt < end; closeAt++) {
    const unit = text.charCodeAt(closeAt);
    if (unit === 0x5b) depth++;
    else if (unit === 0x5d && --depth === 0) break;
    else if (unit === 0x22) closeAt = quoteEnd(text, closeAt, end) - 1;
  }
  let nameStart = first + 1;
  const isDouble = text.charCodeAt(nameStart) === 0x5b && text.charCodeAt(closeAt - 1) === 0x5d;
  if (isDouble) nameStart++;
  nameStart = skipSpaces(text, nameStart);
  outline.open('table', start, nameStart, trimEndOf(text, nameStart, isDouble ? closeAt - 1 : closeAt));
}

/** After the quote that closes the one at `at`, or `end`. */
function quoteEnd(text: string, at: number, end: number): number {
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
function assignedKeyEnd(text: string, at: number, end: number): number {
  let firstColon = -1;
  let firstBlank = -1;
  for (let i = at; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3d) return i;
    if (unit === 0x3a) {
      if (i + 1 >= end || isSpaceOrTab(text.charCodeAt(i + 1))) return i;
      if (firstColon < 0) firstColon = i;
    } else if (firstBlank < 0 && isSpaceOrTab(unit)) firstBlank = i;
  }
  if (firstColon >= 0) return firstColon;
  return firstBlank < 0 ? end : firstBlank;
}

/** Keys under `[table]` headings: TOML, and INI with its many relatives. */
const tomlDialect: EntryDialect = {
  comments: '#',
  tables: true,
  continuesByIndent: false,
  keyEnd: tomlKeyEnd,
  entryEnd: tomlEntryEnd,
  name: unquote,
};

/** A value continues on indented lines below its key, as lists in setup.cfg do. */
const iniDialect: EntryDialect = {
  comments: '#;',
  tables: true,
  continuesByIndent: true,
  keyEnd: assignedKeyEnd,
  entryEnd: (_text, _keyEnd, next) => next,
  name: (rawName) => rawName,
};

export const toml = entryScanner(tomlDialect);
export const ini = entryScanner(iniDialect);

function tomlKeyEnd(text: string, at: number, end: number): number {
  let firstBlank = -1;
  for (let i = at; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3d) return i;
    if (unit === 0x22 || unit === 0x27) i = quoteEnd(text, i, end) - 1;
    else if (firstBlank < 0 && isSpaceOrTab(unit)) firstBlank = i;
  }
  return firstBlank < 0 ? end : firstBlank;
}

/** A value ends at the first line break outside brackets and triple quotes. */
function tomlEntryEnd(text: string, keyEnd: number, next: number): number {
  if (text.charCodeAt(keyEnd) !== 0x3d) return next;
  let depth = 0;
  for (let at = keyEnd; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5b || unit === 0x7b) depth++;
    else if (unit === 0x5d || unit === 0x7d) depth--;
    else if (unit === 0x22 || unit === 0x27) {
      const isTriple = text.charCodeAt(at + 1) === unit && text.charCodeAt(at + 2) === unit;
      const end = isTriple ? tripleEnd(text, at) : lineQuoteEnd(text, at);
      if (end < 0) return -1;
      at = end - 1;
    } else if (unit === 0x23) {
      while (at + 1 < text.length && !isLineBreak(text.charCodeAt(at + 1))) at++;
    } else if (isLineBreak(unit)) {
      if (depth <= 0) return afterBreak(text, at);
    }
  }
  return depth <= 0 ? text.length : -1;
}

/** A single quote ends with its line at the latest. */
function lineQuoteEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  for (at++; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (isLineBreak(unit)) return at;
    if (unit === 0x5c && quote === 0x22 && !isLineBreak(text.charCodeAt(at + 1))) at++;
  }
  return at;
}

/** Up to two quotes directly before the closing three belong to the value. */
function tripleEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  let quoteRun = 0;
  for (at += 3; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      if (++quoteRun === 5) return at + 1;
      continue;
    }
    if (quoteRun >= 3) return at;
    quoteRun = 0;
    if (unit === 0x5c && quote === 0x22) at++;
  }
  return quoteRun >= 3 ? text.length : -1;
}

/** Nothing but keys and values: `.env` files and Java properties. */
const envDialect: EntryDialect = {
  comments: '#',
  tables: false,
  continuesByIndent: false,
  keyEnd: assignedKeyEnd,
  entryEnd: envEntryEnd,
  name: (rawName) => rawName.replace(/^export\s+/, ''),
};

const propertiesDialect: EntryDialect = {
  comments: '#!',
  tables: false,
  continuesByIndent: false,
  keyEnd: propertyKeyEnd,
  entryEnd: propertyEnd,
  name: withoutEscapes,
};

export const env = entryScanner(envDialect);
export const properties = entryScanner(propertiesDialect);

/**
 * A quoted value may span lines if its quote closes, with at most a comment after
 * it. Otherwise the quote is an apostrophe and the entry is its line.
 *
 * The search for a closing quote stops at the next quote of the same kind, so
 * failed searches never read the same text twice.
 */
function envEntryEnd(text: string, keyEnd: number, next: number): number {
  let at = skipSpaces(text, keyEnd + 1);
  const quote = text.charCodeAt(at);
  if (at >= next || (quote !== 0x22 && quote !== 0x27 && quote !== 0x60)) return next;
  for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) if (text.charCodeAt(at) === 0x5c) at++;
  if (at >= text.length) return next;
  at = skipSpaces(text, at + 1);
  if (text.charCodeAt(at) === 0x23) while (!isLineEnd(text.charCodeAt(at))) at++;
  if (!isLineEnd(text.charCodeAt(at))) return next;
  return Math.min(afterBreak(text, at), text.length);
}

/** At the first `=`, `:` or blank without a backslash before it. */
function propertyKeyEnd(text: string, at: number, end: number): number {
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x3d || unit === 0x3a || isSpaceOrTab(unit)) return at;
    if (unit === 0x5c && ++at === end) return at - 1; // the key goes on below; its first line names it
  }
  return end;
}

/** A backslash at its end continues a line, unless it is escaped itself. */
function propertyEnd(text: string, keyEnd: number): number {
  for (let at = keyEnd; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at = afterBreak(text, at + 1) - 1;
    else if (isLineBreak(unit)) return afterBreak(text, at);
  }
  return text.length;
}

/** `caf\u00e9\ bar` → café bar */
function withoutEscapes(rawName: string): string {
  if (!rawName.includes('\\')) return rawName;
  return rawName.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, char: string) =>
    code === undefined ? char : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
