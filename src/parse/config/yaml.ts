/**
 * Reads YAML line by line. The first token decides what a line is; values are
 * read only to find out whether they continue below. IndentedTree builds the
 * tree.
 *
 *     - &x name: "a: b"  # c     item, property, key, value, comment
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
import { IndentedTree } from './indentedTree.js';
import { type ConfigScanner, Outline, unquote } from './outline.js';

/** Deeper lines belong to the node at this depth. */
const MAX_YAML_DEPTH = 32;

export const yaml: ConfigScanner = (text, minParentChars) => {
  const singleDocument = new Outline(text, minParentChars, MAX_YAML_DEPTH);
  if (new YamlReader(text, singleDocument).read(false)) return singleDocument.finish(unquote);
  const multipleDocuments = new Outline(text, minParentChars, MAX_YAML_DEPTH);
  new YamlReader(text, multipleDocuments).read(true);
  return multipleDocuments.finish(unquote);
};

/** No scalar is open: no line is deeper than this. */
const NO_SCALAR = Number.POSITIVE_INFINITY;

class YamlReader {
  readonly #text: string;
  readonly #outline: Outline;
  readonly #tree: IndentedTree;
  readonly #lineEnd: (at: number) => number;
  /** Start of the line after the one being read, or after the value that began on it. */
  #next = 0;
  /** Lines deeper than this column continue the scalar above. */
  #scalarColumn = NO_SCALAR;
  /** That scalar is a block scalar (`|`, `>`), where `#` starts no comment. */
  #isLiteral = false;
  /** Characters left for failed searches for a closing quote or bracket. */
  #searchBudget: number;

  constructor(text: string, outline: Outline) {
    this.#text = text;
    this.#outline = outline;
    this.#tree = new IndentedTree(outline);
    this.#lineEnd = lineEnds(text);
    this.#searchBudget = 4 * text.length;
  }

  /** Returns false if there is a second document and `allowsMultiple` is false. */
  read(allowsMultiple: boolean): boolean {
    const text = this.#text;
    let hasContent = false; // the current document is not empty
    const start = textStart(text);
    if (allowsMultiple) this.#outline.open('document-part', start);
    for (let at = start; at < text.length; at = this.#next) {
      this.#next = this.#lineEnd(at);
      if (isDocumentMarker(text, at)) {
        this.#leaveDocument();
        const endsDocument = text.charCodeAt(at) === 0x2e;
        if (hasContent && !endsDocument) {
          if (!allowsMultiple) return false;
          this.#outline.close(at);
          this.#outline.open('document-part', at);
        }
        const value = skipSpaces(text, at + 3);
        hasContent = (endsDocument && hasContent) || !isRestEmpty(text, value);
        this.#readValue(value, -1, false);
        this.#tree.line(this.#next);
      } else if (this.#readLine(at)) hasContent = true;
    }
    this.#leaveDocument();
    if (allowsMultiple) this.#outline.close(text.length);
    return true;
  }

  #leaveDocument(): void {
    this.#tree.closeFrom(-1);
    this.#scalarColumn = NO_SCALAR;
    this.#isLiteral = false;
  }

  /** Returns false for blank lines and comments. */
  #readLine(at: number): boolean {
    const text = this.#text;
    const first = skipSpaces(text, at);
    const unit = text.charCodeAt(first);
    const column = first - at;
    if (isLineEnd(unit)) {
      this.#tree.blankLine();
      return false;
    }
    if (!this.#isLiteral || column <= this.#scalarColumn) {
      this.#isLiteral = false;
      if (unit === 0x23 || isTemplate(text, first) || (unit === 0x25 && column === 0)) {
        this.#tree.comment(column, at, this.#next);
        return false;
      }
      if (column <= this.#scalarColumn) {
        this.#scalarColumn = NO_SCALAR;
        this.#readTokens(at, first);
      }
    }
    this.#tree.line(this.#next);
    return true;
  }

  #readTokens(line: number, first: number): void {
    const text = this.#text;
    const tree = this.#tree;
    for (let at = first, start = line; ; start = at) {
      const column = at - line;
      const isFirst = start === line;
      const indicator =
        isSpaceOrTab(text.charCodeAt(at + 1)) || isLineEnd(text.charCodeAt(at + 1)) ? text.charCodeAt(at) : 0;
      if (indicator === 0x2d) tree.item(column, start);
      else if (indicator === 0x3f)
        tree.key(column, start, skipSpaces(text, at + 1), isFirst ? plainEnd(text, at + 1) : 0);
      else if (indicator === 0x3a) tree.closeFrom(column + 1);
      if (indicator === 0x2d || indicator === 0x3f || indicator === 0x3a) {
        at = skipSpaces(text, at + 1);
        if (isRestEmpty(text, at)) return;
        continue;
      }
      const token = skipProperties(text, at);
      const colon = colonAt(text, token);
      if (colon < 0) {
        if (isFirst) tree.closeFrom(column);
        this.#readValue(token, tree.column, !isFirst);
        return;
      }
      const nameEnd = trimEndOf(text, token, colon);
      const namesItem = tree.key(column, start, token, nameEnd) && isNamingKey(text, token, nameEnd);
      const value = skipSpaces(text, colon + 1);
      if (namesItem && isScalar(text, value)) this.#outline.nameParent(value, scalarEnd(text, value));
      this.#readValue(value, column, true);
      return;
    }
  }

  /** `continuesDeeper`: deeper lines belong to the value even if it is a plain scalar. */
  #readValue(from: number, column: number, continuesDeeper: boolean): void {
    const text = this.#text;
    const at = skipProperties(text, from);
    if (isRestEmpty(text, at)) return;
    const unit = text.charCodeAt(at);
    this.#isLiteral = unit === 0x7c || unit === 0x3e;
    if (continuesDeeper || this.#isLiteral) this.#scalarColumn = column;
    const isQuoted = unit === 0x22 || unit === 0x27;
    if (this.#searchBudget < 0 || !(isQuoted || unit === 0x5b || unit === 0x7b)) return;
    const end = isQuoted ? quotedEnd(text, at, column) : flowEnd(text, at, column);
    if (end < 0) this.#searchBudget -= ~end - at;
    else if (end > this.#next) this.#next = this.#lineEnd(end);
  }
}

/** Lines of template languages often used in YAML: `{{- if .x }}`, `{% for %}`. */
const isTemplate = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x7b && (text.charCodeAt(at + 1) === 0x7b || text.charCodeAt(at + 1) === 0x25);

/** Only a comment is left on this line. */
const isRestEmpty = (text: string, at: number): boolean =>
  isLineEnd(text.charCodeAt(at)) || text.charCodeAt(at) === 0x23;

/** Past anchors and tags: `&base !!map key` → `key`. */
function skipProperties(text: string, at: number): number {
  while (text.charCodeAt(at) === 0x26 || text.charCodeAt(at) === 0x21) {
    while (!isSpaceOrTab(text.charCodeAt(at)) && !isLineEnd(text.charCodeAt(at))) at++;
    at = skipSpaces(text, at);
  }
  return at;
}

/** Characters that cannot begin a plain key. */
const nonKeyStarts = new Set('[]{}|>%@`#,'.split('').map((char) => char.charCodeAt(0)));

/** The colon after the key that begins here, or -1 if there is no key. */
function colonAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (nonKeyStarts.has(unit)) return -1;
  if (unit === 0x22 || unit === 0x27) {
    const end = quotedEnd(text, at, NO_SCALAR);
    at = end < 0 ? -1 : skipSpaces(text, end);
    if (text.charCodeAt(at) === 0x3a && endsKey(text, at)) return at;
    if (text.charCodeAt(at) !== 0x2c) return -1; // yarn.lock: "a@1", "a@2":
  }
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (isLineEnd(unit)) return -1;
    if (unit === 0x3a && endsKey(text, at)) return at;
    if (unit === 0x23 && isSpaceOrTab(text.charCodeAt(at - 1))) return -1;
  }
}

const endsKey = (text: string, colon: number): boolean =>
  isSpaceOrTab(text.charCodeAt(colon + 1)) || isLineEnd(text.charCodeAt(colon + 1));

/** An item is named by its `name` or `id`. */
const isNamingKey = (text: string, start: number, end: number): boolean =>
  (end - start === 4 && text.startsWith('name', start)) || (end - start === 2 && text.startsWith('id', start));

const isScalar = (text: string, at: number): boolean => !isRestEmpty(text, at) && !'[{|>&!*'.includes(text.charAt(at));

function scalarEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const end = unit === 0x22 || unit === 0x27 ? quotedEnd(text, at, NO_SCALAR) : -1;
  return end < 0 ? plainEnd(text, at) : end;
}

function plainEnd(text: string, start: number): number {
  let end = start;
  while (!isLineEnd(text.charCodeAt(end)) && !(text.charCodeAt(end) === 0x23 && isSpaceOrTab(text.charCodeAt(end - 1))))
    end++;
  return trimEndOf(text, start, end);
}

/**
 * YAML values with closing delimiters that may span lines: "quoted" and {flow: [..]}.
 * Continuation lines are deeper than `column`, the column of the enclosing node.
 * Any other line ends the search, so an unclosed quote or bracket cannot swallow
 * the keys after it.
 *
 * Both return the position after the value, or ~position where they gave up.
 */
function quotedEnd(text: string, at: number, column: number): number {
  const quote = text.charCodeAt(at);
  for (at++; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      if (quote === 0x22 || text.charCodeAt(at + 1) !== quote) return at + 1;
      at++; // 'it''s'
    } else if (unit === 0x5c && quote === 0x22 && !isLineBreak(text.charCodeAt(at + 1))) at++;
    else if (isLineBreak(unit)) {
      const line = afterBreak(text, at);
      if (!isDeeper(text, line, column)) return ~line;
      at = line - 1;
    }
  }
  return ~text.length;
}

function flowEnd(text: string, at: number, column: number): number {
  let depth = 0;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5b || unit === 0x7b) depth++;
    else if (unit === 0x5d || unit === 0x7d) {
      if (--depth === 0) return at + 1;
    } else if ((unit === 0x22 || unit === 0x27) && beginsToken(text.charCodeAt(at - 1))) {
      const end = quotedEnd(text, at, column);
      if (end < 0) return end;
      at = end - 1;
    } else if (unit === 0x23 && isBlankOrBreak(text.charCodeAt(at - 1))) {
      while (!isLineEnd(text.charCodeAt(at + 1))) at++;
    } else if (isLineBreak(unit)) {
      const line = afterBreak(text, at);
      // Closing brackets are often written below the key, though the standard requires them deeper.
      const first = text.charCodeAt(skipSpaces(text, line));
      if (first !== 0x5d && first !== 0x7d && !isDeeper(text, line, column)) return ~line;
      at = line - 1;
    }
  }
  return ~text.length;
}

const isBlankOrBreak = (unit: number): boolean => isSpaceOrTab(unit) || isLineBreak(unit);

/** Elsewhere a quote is an apostrophe: [don't]. */
const beginsToken = (before: number): boolean =>
  isBlankOrBreak(before) || before === 0x5b || before === 0x7b || before === 0x2c || before === 0x3a;

function isDeeper(text: string, line: number, column: number): boolean {
  const first = skipSpaces(text, line);
  return first - line > column ? !isDocumentMarker(text, line) : isLineEnd(text.charCodeAt(first));
}

/** `---` begins a document and `...` ends one, at the left margin only. */
function isDocumentMarker(text: string, line: number): boolean {
  const unit = text.charCodeAt(line);
  if (unit !== 0x2d && unit !== 0x2e) return false;
  if (text.charCodeAt(line + 1) !== unit || text.charCodeAt(line + 2) !== unit) return false;
  const after = text.charCodeAt(line + 3);
  return isSpaceOrTab(after) || isLineEnd(after);
}
