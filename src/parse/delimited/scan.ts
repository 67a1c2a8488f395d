/**
 * One pass over the text: the depth and the flags of each line.
 *
 * A single offset is the position of the scan. A string or comment moves it to its
 * end, which may be lines ahead; so if the offset is beyond the start of a line,
 * that line began inside one.
 */

import type { Language } from '../../languages/language.js';
import type { Offsets } from '../../text/offsets.js';
import { Cursor, readLineEnd } from './cursor.js';
import { type Lexicon, lexiconOf, STARTS_BODY, STARTS_IMPORT, STARTS_MIDDLE } from './lexicon.js';
import {
  assignCommentDepths,
  BLANK,
  BODY,
  CLOSES,
  COMMENT,
  CONTINUES,
  CONTINUES_BLOCK,
  columnsBetween,
  IMPORT,
  type LineTable,
  OPENS_BODY,
  skipBlanks,
} from './lines.js';
import { NONE } from './literals.js';
import { Preprocessor } from './preprocessor.js';
import { IN_WORD, MAY_START } from './token.js';
import { afterCloser, applyToken, readToken, readWord, roleOf, tokenAt } from './tokens.js';

export function scan(text: string, offsets: Offsets, language: Language): LineTable {
  return new Scan(text, offsets, lexiconOf(language)).lines();
}

class Scan {
  readonly #cursor: Cursor;
  readonly #lexicon: Lexicon;
  readonly #depth: Int32Array;
  readonly #first: Uint32Array;
  readonly #flags: Uint16Array;
  readonly #bodies = new Map<number, number>();
  readonly #preprocessor: Preprocessor | undefined;
  /** The end mark of the open section; empty if none is open. */
  #sectionEnd = '';

  constructor(text: string, offsets: Offsets, lexicon: Lexicon) {
    this.#cursor = new Cursor(text, offsets, lexicon);
    this.#lexicon = lexicon;
    const { directives } = lexicon.language;
    this.#preprocessor = directives && new Preprocessor(directives);
    this.#depth = new Int32Array(offsets.lineCount);
    this.#first = new Uint32Array(offsets.lineCount);
    this.#flags = new Uint16Array(offsets.lineCount);
  }

  lines(): LineTable {
    const count = this.#flags.length;
    for (let line = 0; line < count; line++) {
      this.#cursor.nextLine();
      this.#flags[line] = this.#readLine();
    }
    const { indent } = this.#cursor;
    const lines = { count, depth: this.#depth, first: this.#first, indent, flags: this.#flags, bodies: this.#bodies };
    if (this.#lexicon.indented) assignCommentDepths(lines);
    return lines;
  }

  #readLine(): number {
    const cursor = this.#cursor;
    const { text, line, start, stop, nesting } = cursor;
    const { indented } = this.#lexicon;
    const startsInside = cursor.at > start;
    const { isContinued } = cursor;
    cursor.isContinued = false;
    const first = skipBlanks(text, startsInside ? cursor.at : start, stop);
    if (first >= stop) return startsInside || isContinued || (indented && nesting.depth > 0) ? CONTINUES : BLANK;
    cursor.at = first;
    this.#first[line] = first;
    cursor.indent[line] = columnsBetween(text, start, first);
    let flags = isContinued || (startsInside && !cursor.inComment) ? CONTINUES : 0;
    if (indented && nesting.depth > 0) {
      if (this.#startsNewDefinition()) nesting.restore(0, line);
      else flags |= CONTINUES;
    }
    if (this.#preprocessor?.isDirective(cursor, isContinued)) {
      this.#setDepth(nesting.depth);
      return flags | this.#preprocessor.read(cursor);
    }
    if (this.#readComments()) return flags | COMMENT;

    const codeStart = cursor.at;
    flags |= this.#readStart();
    this.#readCode();
    nesting.endLine();
    if (!indented) flags |= this.#readBody();
    if (cursor.heredocEnd > cursor.at) cursor.at = cursor.heredocEnd;
    return flags | readLineEnd(cursor, codeStart, flags);
  }

  /** In an indented language: a definition no deeper than the line with an open bracket, which was never closed. */
  #startsNewDefinition(): boolean {
    const { text, at, line, indent, nesting } = this.#cursor;
    const word = text.slice(at, this.#cursor.wordEnd(at));
    return this.#lexicon.definers.has(word) && indent[line] <= indent[nesting.outermostLine];
  }

  /** Skips comments at the start; true if the line contains nothing else. */
  #readComments(): boolean {
    const cursor = this.#cursor;
    while (cursor.at < cursor.stop) {
      const token = tokenAt(cursor, cursor.at);
      if (token === undefined || (token.role !== 'line' && token.role !== 'comment')) return false;
      const end = applyToken(cursor, token, cursor.at);
      if (end === NONE) return false;
      cursor.at = skipBlanks(cursor.text, end, cursor.stop);
    }
    this.#setDepth(cursor.nesting.depth);
    return true;
  }

  /** In an indented language the depth is the indentation, and one more inside a section. */
  #setDepth(depth: number): void {
    const { line, indent, text, stop } = this.#cursor;
    const { indented, sections } = this.#lexicon;
    this.#depth[line] = indented ? indent[line] : depth;
    if (sections.length === 0) return;
    const first = this.#first[line];
    if (this.#sectionEnd !== '') {
      if (text.startsWith(this.#sectionEnd, first)) this.#sectionEnd = '';
      else this.#depth[line]++;
    } else {
      const section = sections.find(([open]) => text.startsWith(open, first));
      if (section !== undefined && !text.slice(first, stop).includes(section[1])) this.#sectionEnd = section[1];
    }
  }

  /** Reads the closers and the word at the start of a line, and determines its depth. */
  #readStart(): number {
    const cursor = this.#cursor;
    const { nesting } = cursor;
    const { lineStarts, words, middleStarts, bodyStarts, declarations, language } = this.#lexicon;
    let flags = this.#readClosers();
    const { at } = cursor;
    const unit = cursor.text.charCodeAt(at);
    const startBits = at < cursor.stop && unit < 128 ? lineStarts[unit] : 0;
    let depth = nesting.depth;
    if (words.size > 0) {
      const end = cursor.wordEnd(at);
      const role = roleOf(cursor, at, end);
      if (role?.isFunction && role.opens !== undefined) {
        nesting.startFunction(cursor.line, cursor.indent);
        depth = nesting.depth;
      }
      if (role?.closes !== undefined && nesting.closeWord(cursor.line, true, cursor.indent)) {
        cursor.at = afterCloser(cursor, end);
        flags |= CLOSES | this.#readClosers();
        depth = nesting.depth;
      } else if (role?.middle) {
        flags |= CONTINUES_BLOCK;
        if (language.blocks.by === 'words' && nesting.inWordBlock) depth--;
      } else if (role?.body) flags |= BODY;
      cursor.isDeclaration = declarations.length > 0 && cursor.startsWithWord(declarations, at);
    }
    if (startBits & STARTS_MIDDLE && cursor.startsWithAny(middleStarts, at)) flags |= CONTINUES_BLOCK;
    if (startBits & STARTS_BODY && cursor.startsWithAny(bodyStarts, at)) flags |= BODY;
    if (startBits & STARTS_IMPORT && cursor.startsWithWord(language.imports ?? [], at)) flags |= IMPORT;
    this.#setDepth(depth);
    nesting.takeLowest();
    return flags;
  }

  #readClosers(): number {
    const cursor = this.#cursor;
    let flags = 0;
    while (cursor.at < cursor.stop) {
      const token = tokenAt(cursor, cursor.at);
      if (token?.role !== 'close') break;
      const { depth } = cursor.nesting;
      cursor.at = skipBlanks(cursor.text, applyToken(cursor, token, cursor.at), cursor.stop);
      if (cursor.nesting.depth < depth) flags |= CLOSES;
    }
    return flags;
  }

  /** The hot loop: characters that may start something are few. */
  #readCode(): void {
    const cursor = this.#cursor;
    const { text, stop } = cursor;
    const { classes } = this.#lexicon;
    let { at } = cursor;
    while (at < stop) {
      const unitClass = classes[text.charCodeAt(at)];
      if (unitClass === 0) at++;
      else {
        const end = unitClass & MAY_START ? readToken(cursor, at) : NONE;
        if (end !== NONE) at = end;
        else at = unitClass & IN_WORD ? readWord(cursor, at) : at + 1;
      }
    }
    cursor.at = at;
  }

  /** Whether the line leaves a body open, its own or that of the statement around it. */
  #readBody(): number {
    const { nesting, line } = this.#cursor;
    const depth = this.#depth[line];
    const lowest = nesting.takeLowest();
    if (lowest < depth && nesting.depth > lowest && nesting.isBody(lowest)) this.#bodies.set(line, lowest);
    return nesting.depth > depth && nesting.isBody(depth) ? OPENS_BODY : 0;
  }
}
