/**
 * One pass over the text: the depth and the nature of each line.
 *
 * A single offset says where reading stands. A string or comment moves it to
 * its end, if need be lines ahead; a line that finds the offset beyond its own
 * start therefore knows that it began inside one.
 */
import type { Offsets } from '../../text/offsets.js';
import { Cursor } from './cursor.js';
import type { Directives, Language } from './language.js';
import {
  IN_WORD,
  type Lexicon,
  lexiconOf,
  MAY_START,
  STARTS_ATTRIBUTE,
  STARTS_BODY,
  STARTS_IMPORT,
  STARTS_MIDDLE,
} from './lexicon.js';
import {
  ATTRIBUTE,
  BLANK,
  BODY,
  BRACED,
  CLOSES,
  COMMENT,
  CONTINUES,
  columnsBetween,
  ENDED,
  GOES_ON,
  IMPORT,
  type Lines,
  STOPPED,
  skipBlanks,
} from './lines.js';
import { NONE } from './literals.js';
import { apply, readToken, tokenAt } from './tokens.js';
import { afterCloser, readWord, roleOf } from './words.js';

export function scan(text: string, offsets: Offsets, language: Language): Lines {
  return new Scan(text, offsets, lexiconOf(language)).lines();
}

class Scan {
  readonly #cursor: Cursor;
  readonly #lexicon: Lexicon;
  readonly #depth: Int32Array;
  readonly #first: Uint32Array;
  readonly #flags: Uint16Array;
  readonly #bodies = new Map<number, number>();
  /** Depths at the conditions that directives have open. */
  readonly #branches: number[] = [];
  /** The line before ends with a mark that carries it on. */
  #carried = false;
  #inDirective = false;
  /** What ends the section that is open; empty: none is. */
  #sectionEnd = '';

  constructor(text: string, offsets: Offsets, lexicon: Lexicon) {
    this.#cursor = new Cursor(text, offsets, lexicon);
    this.#lexicon = lexicon;
    this.#depth = new Int32Array(offsets.lineCount);
    this.#first = new Uint32Array(offsets.lineCount);
    this.#flags = new Uint16Array(offsets.lineCount);
  }

  lines(): Lines {
    const count = this.#flags.length;
    for (let line = 0; line < count; line++) {
      this.#cursor.nextLine();
      this.#flags[line] = this.#readLine();
    }
    if (this.#lexicon.indented) this.#settleComments();
    return {
      count,
      depth: this.#depth,
      first: this.#first,
      indent: this.#cursor.indent,
      flags: this.#flags,
      bodies: this.#bodies,
    };
  }

  #readLine(): number {
    const cursor = this.#cursor;
    const { text, line, start, stop, nesting } = cursor;
    const { indented, language } = this.#lexicon;
    const inside = cursor.at > start;
    const carried = this.#carried;
    this.#carried = false;
    const first = skipBlanks(text, inside ? cursor.at : start, stop);
    if (first >= stop) {
      this.#inDirective = false;
      return inside || carried || (indented && nesting.depth > 0) ? CONTINUES : BLANK;
    }
    cursor.at = first;
    this.#first[line] = first;
    cursor.indent[line] = columnsBetween(text, start, first);
    let flags = carried || (inside && !cursor.inComment) ? CONTINUES : 0;
    if (indented && nesting.depth > 0) {
      if (this.#startsAnew()) nesting.restore(0, line);
      else flags |= CONTINUES;
    }
    if (language.directives !== undefined && this.#isDirective(language.directives)) {
      return flags | this.#readDirective(language.directives);
    }
    if (this.#readComments()) return flags | COMMENT;

    const code = cursor.at;
    flags |= this.#readStart();
    this.#readCode();
    nesting.endLine();
    if (!indented) flags |= this.#readBody();
    if (cursor.heredocEnd > cursor.at) cursor.at = cursor.heredocEnd;
    return flags | this.#readEnd(code, flags);
  }

  /** In an indented language: a definition no deeper than the line that left a bracket open. It was never closed. */
  #startsAnew(): boolean {
    const { text, at, line, indent, nesting } = this.#cursor;
    const word = text.slice(at, this.#cursor.wordEnd(at));
    return this.#lexicon.definers.has(word) && indent[line] <= indent[nesting.outermostLine];
  }

  /** Skips comments at the start; true if the line holds nothing else. */
  #readComments(): boolean {
    const cursor = this.#cursor;
    while (cursor.at < cursor.stop) {
      const token = tokenAt(cursor, cursor.at);
      if (token === undefined || (token.role !== 'line' && token.role !== 'comment')) return false;
      const end = apply(cursor, token, cursor.at);
      if (end === NONE) return false;
      cursor.at = skipBlanks(cursor.text, end, cursor.stop);
    }
    this.#setDepth(cursor.nesting.depth);
    return true;
  }

  #setDepth(depth: number): void {
    const { line, indent } = this.#cursor;
    if (this.#lexicon.indented) {
      if (this.#sectionEnd !== '' && this.#cursor.text.startsWith(this.#sectionEnd, this.#first[line]))
        this.#sectionEnd = '';
      this.#depth[line] = indent[line] + (this.#sectionEnd === '' ? 0 : 1);
    } else this.#depth[line] = depth;
  }

  /** What follows a line that opens a section is a column deeper than it looks. */
  #enterSection(): void {
    const { text, line } = this.#cursor;
    for (const [open, close] of this.#lexicon.sections) {
      if (
        this.#sectionEnd === '' &&
        text.startsWith(open, this.#first[line]) &&
        !text.slice(this.#first[line], this.#cursor.stop).includes(close)
      )
        this.#sectionEnd = close;
    }
  }

  /** Reads the closers and the word that lead a line, and with them settles its depth. */
  #readStart(): number {
    const cursor = this.#cursor;
    const { nesting } = cursor;
    const { lineStarts, words, middleStarts, bodyStarts, declarations, sections, language } = this.#lexicon;
    let flags = this.#readClosers();
    const { at } = cursor;
    const unit = cursor.text.charCodeAt(at);
    const hints = at < cursor.stop && unit < 128 ? lineStarts[unit] : 0;
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
        flags |= GOES_ON;
        if (language.blocks.by === 'words' && nesting.inWord) depth--;
      } else if (role?.body) flags |= BODY;
      cursor.declares = declarations.length > 0 && cursor.startsWithWord(declarations, at);
    }
    if (hints & STARTS_MIDDLE && cursor.startsWithAny(middleStarts, at)) flags |= GOES_ON;
    if (hints & STARTS_BODY && cursor.startsWithAny(bodyStarts, at)) flags |= BODY;
    if (hints & STARTS_IMPORT && cursor.startsWithWord(language.imports ?? [], at)) flags |= IMPORT;
    this.#setDepth(depth);
    if (sections.length > 0) this.#enterSection();
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
      cursor.at = skipBlanks(cursor.text, apply(cursor, token, cursor.at), cursor.stop);
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
      const kind = classes[text.charCodeAt(at)];
      if (kind === 0) at++;
      else {
        const end = kind & MAY_START ? readToken(cursor, at) : NONE;
        if (end !== NONE) at = end;
        else at = kind & IN_WORD ? readWord(cursor, at) : at + 1;
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
    return nesting.depth > depth && nesting.isBody(depth) ? BRACED : 0;
  }

  #isDirective({ start }: Directives): boolean {
    return this.#inDirective || this.#cursor.text.startsWith(start, this.#cursor.at);
  }

  #readDirective({ branches }: Directives): number {
    const cursor = this.#cursor;
    const first = !this.#inDirective;
    const from = skipBlanks(cursor.text, cursor.at + 1, cursor.stop);
    const word = cursor.text.slice(from, cursor.wordEnd(from));
    const isImport = first && cursor.startsWithWord(this.#lexicon.language.imports ?? [], cursor.at);
    this.#setDepth(cursor.nesting.depth);
    if (first && Object.hasOwn(branches, word)) this.#branch(branches[word]);
    cursor.at = cursor.stop;
    this.#readEnd(cursor.start, 0);
    this.#inDirective = this.#carried;
    return isImport ? ENDED | IMPORT : ENDED;
  }

  /** Both branches of a condition start from the same depth, or their brackets would count twice. */
  #branch(step: 'enter' | 'again' | 'leave'): void {
    const { nesting, line } = this.#cursor;
    const depth = this.#branches.at(-1);
    if (step === 'enter') this.#branches.push(nesting.depth);
    else if (step === 'leave') this.#branches.pop();
    else if (depth !== undefined) nesting.restore(depth, line);
  }

  /** What the last character of the code says: whether the line ends a statement, carries on, or is an attribute. */
  #readEnd(code: number, flags: number): number {
    const cursor = this.#cursor;
    const { text, stop, tailEnd } = cursor;
    const { ends, carries, lineStarts, language } = this.#lexicon;
    // Code after the last comment: then the comment is not at the end.
    const tail = tailEnd < stop && skipBlanks(text, tailEnd, stop) < stop ? stop : cursor.tail;
    const last = cursor.before(tail);
    if (last < cursor.start) return 0;
    this.#carried = text.charCodeAt(last) === carries;
    if (last < code) return 0;
    const stopped = text[last] === ';' || text[last] === '}' ? STOPPED : 0;
    const ended = ends.includes(text[last]) ? stopped | ENDED : stopped;
    const unit = text.charCodeAt(code);
    if (flags & CONTINUES || unit >= 128 || !(lineStarts[unit] & STARTS_ATTRIBUTE)) return ended;
    if (text[last] === ';' || !cursor.startsWithAny(language.attributes ?? [], code)) return ended;
    return language.inlineAttributes && !this.#standsAlone(code, last) ? ended : ended | ATTRIBUTE;
  }

  /** `@Name` or `@Name(…` and nothing else. */
  #standsAlone(at: number, last: number): boolean {
    const { text } = this.#cursor;
    let end = at + 1;
    while (end <= last && (this.#cursor.isWordAt(end) || '.:'.includes(text[end]))) end++;
    return end > last || (text[end] === '(' && ')({[,'.includes(text[last]));
  }

  /**
   * Where blocks are indentation, a comment stands with the code below it, or
   * with the code above if it is indented like that and the code below is not.
   */
  #settleComments(): void {
    const { indent } = this.#cursor;
    const depth = this.#depth;
    const flags = this.#flags;
    const isCode = (line: number): boolean => (flags[line] & (BLANK | COMMENT | CONTINUES)) === 0;
    const below = new Int32Array(flags.length);
    for (let i = flags.length - 1, next = 0; i >= 0; i--) {
      below[i] = next;
      if (isCode(i)) next = depth[i];
    }
    for (let i = 0, above = 0; i < flags.length; i++) {
      if (isCode(i)) above = depth[i];
      else if (flags[i] & COMMENT) depth[i] = Math.max(below[i], Math.min(indent[i], above));
    }
  }
}
