/**
 * One pass over the text: the depth and the nature of each line.
 *
 * A single offset says where reading stands. A string or comment moves it to
 * its end, if need be lines ahead; a line that finds the offset beyond its own
 * start therefore knows that it began inside one.
 *
 * Strings and comments that never close are none: the opening mark is skipped
 * and what follows is code. So one stray quote hides neither the rest of its
 * line nor the rest of the file, and remembering up to where that was found out
 * (`#spent`) keeps a million stray quotes linear.
 */
import type { Offsets } from '../../text/offsets.js';
import type { Language } from './language.js';
import { IN_WORD, inWord, type Lexicon, lexiconOf, MAY_START, type Token, type WordRole } from './lexicon.js';
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
  isBlank,
  type Lines,
  skipBlanks,
} from './lines.js';
import { commentEnd, heredocTag, NONE, regexEnd, stringEnd } from './literals.js';
import { Nesting } from './nesting.js';

export function scan(text: string, offsets: Offsets, language: Language): Lines {
  return new Scan(text, offsets, lexiconOf(language)).lines();
}

/** Where a statement may start: after one of these, or first on its line. */
const STATEMENT_MAY_FOLLOW = ';=({[,|&';
/** After so many tags without a document, `<<` is taken for a shift. */
const MAX_MISSED_HEREDOCS = 8;

class Scan {
  readonly #text: string;
  readonly #offsets: Offsets;
  readonly #lexicon: Lexicon;
  readonly #nesting = new Nesting();
  readonly #depth: Int32Array;
  readonly #first: Uint32Array;
  readonly #indent: Int32Array;
  readonly #flags: Uint16Array;
  /** By token: before this offset it opens nothing. */
  readonly #spent: Float64Array;
  /** Depths at the conditions that directives have open. */
  readonly #branches: number[] = [];

  #at = 0;
  #line = 0;
  #start = 0;
  #stop = 0;
  /** Where the comment at the end of the line starts and ends. */
  #tail = 0;
  #tailEnd = 0;
  #inComment = false;
  #carried = false;
  #inDirective = false;
  #swallows = false;
  #heredocEnd = 0;
  #missedHeredocs = 0;

  constructor(text: string, offsets: Offsets, lexicon: Lexicon) {
    this.#text = text;
    this.#offsets = offsets;
    this.#lexicon = lexicon;
    this.#depth = new Int32Array(offsets.lineCount);
    this.#first = new Uint32Array(offsets.lineCount);
    this.#indent = new Int32Array(offsets.lineCount);
    this.#flags = new Uint16Array(offsets.lineCount);
    this.#spent = new Float64Array(lexicon.tokenCount);
  }

  lines(): Lines {
    const count = this.#offsets.lineCount;
    for (this.#line = 0; this.#line < count; this.#line++) {
      this.#start = this.#stop;
      this.#stop = this.#offsets.lineStart(this.#line + 2);
      this.#flags[this.#line] = this.#readLine();
    }
    if (this.#lexicon.indented) this.#settleComments(count);
    return { count, depth: this.#depth, first: this.#first, indent: this.#indent, flags: this.#flags };
  }

  #readLine(): number {
    const { indented, language } = this.#lexicon;
    const inside = this.#at > this.#start;
    const carried = this.#carried;
    this.#carried = false;
    const first = skipBlanks(this.#text, Math.max(this.#at, this.#start), this.#stop);
    if (first >= this.#stop) {
      this.#inDirective = false;
      return inside || carried || (indented && this.#nesting.depth > 0) ? CONTINUES : BLANK;
    }
    let flags = carried || (inside && !this.#inComment) ? CONTINUES : 0;
    this.#at = first;
    this.#tail = this.#stop;
    this.#tailEnd = this.#stop;
    this.#swallows = false;
    this.#first[this.#line] = first;
    this.#indent[this.#line] = columnsBetween(this.#text, this.#start, first);
    if (indented && this.#nesting.depth > 0) {
      if (this.#startsAnew()) this.#nesting.restore(0, this.#line);
      else flags |= CONTINUES;
    }
    if (language.directives !== undefined && this.#isDirective(language.directives.start)) {
      return flags | this.#directive(language.directives.branches);
    }
    if (this.#readComments()) return flags | COMMENT;

    const code = this.#at;
    flags |= this.#readStart();
    const depth = this.#depth[this.#line];
    this.#readCode();
    this.#nesting.endLine();
    if (!indented && this.#nesting.depth > depth && this.#nesting.isBody(depth)) flags |= BRACED;
    this.#at = Math.max(this.#at, this.#heredocEnd);
    return flags | this.#readEnd(code, flags);
  }

  /** In an indented language: a definition no deeper than the line that left a bracket open. It was never closed. */
  #startsAnew(): boolean {
    const word = this.#text.slice(this.#at, this.#wordEnd(this.#at));
    return (
      Object.hasOwn(this.#lexicon.language.definers, word) &&
      this.#indent[this.#line] <= this.#indent[this.#nesting.outermostLine]
    );
  }

  /** Skips comments at the start; true if the line holds nothing else. */
  #readComments(): boolean {
    for (;;) {
      const end = this.#commentAt(this.#at);
      if (end === NONE) return false;
      this.#at = skipBlanks(this.#text, end, this.#stop);
      if (this.#at >= this.#stop) break;
    }
    this.#setDepth(this.#nesting.depth);
    return true;
  }

  #commentAt(at: number): number {
    const tokens = this.#lexicon.tokens[this.#text.charCodeAt(at)];
    if (tokens === undefined) return NONE;
    for (const token of tokens) {
      if ((token.role === 'line' || token.role === 'comment') && this.#matches(token, at))
        return this.#apply(token, at);
      // A longer token that is no comment comes first: `#{` before `#`.
      if (this.#matches(token, at)) return NONE;
    }
    return NONE;
  }

  #setDepth(depth: number): void {
    this.#depth[this.#line] = this.#lexicon.indented ? this.#indent[this.#line] : depth;
  }

  /** Reads the closers and the word that lead a line, and with them settles its depth. */
  #readStart(): number {
    let flags = this.#readClosers();
    const { words, middleStarts, bodyStarts, language } = this.#lexicon;
    const at = this.#at;
    const end = this.#wordEnd(at);
    const role = words.size > 0 ? this.#roleOf(at, end) : undefined;
    let depth = this.#nesting.depth;
    if (role?.closes !== undefined && this.#nesting.closeWord(this.#line, true, this.#indent)) {
      this.#at = this.#afterCloser(end);
      flags |= CLOSES | this.#readClosers();
      depth = this.#nesting.depth;
    } else if (role?.middle) {
      flags |= GOES_ON;
      if (language.blocks.by === 'words' && this.#nesting.inWord) depth--;
    } else if (startsWithAny(this.#text, at, middleStarts)) flags |= GOES_ON;
    else if (role?.body || startsWithAny(this.#text, at, bodyStarts)) flags |= BODY;
    this.#setDepth(depth);
    if (language.imports !== undefined && this.#startsWithWord(language.imports, at)) flags |= IMPORT;
    return flags;
  }

  #readClosers(): number {
    let flags = 0;
    while (this.#at < this.#stop) {
      const token = this.#lexicon.tokens[this.#text.charCodeAt(this.#at)]?.find((one) => this.#matches(one, this.#at));
      if (token?.role !== 'close') break;
      const depth = this.#nesting.depth;
      this.#at = skipBlanks(this.#text, this.#apply(token, this.#at), this.#stop);
      if (this.#nesting.depth < depth) flags |= CLOSES;
    }
    return flags;
  }

  /** The hot loop: characters that may start something are few. */
  #readCode(): void {
    const text = this.#text;
    const stop = this.#stop;
    const { classes } = this.#lexicon;
    let at = this.#at;
    while (at < stop) {
      const kind = classes[text.charCodeAt(at)];
      if (kind === 0) at++;
      else at = kind & MAY_START ? this.#readToken(at, kind) : this.#readWord(at);
    }
    this.#at = at;
  }

  #readToken(at: number, kind: number): number {
    const tokens = this.#lexicon.tokens[this.#text.charCodeAt(at)];
    if (tokens !== undefined) {
      for (const token of tokens) {
        if (!this.#matches(token, at)) continue;
        const end = this.#apply(token, at);
        if (end !== NONE) return end;
      }
    }
    return kind & IN_WORD ? this.#readWord(at) : at + 1;
  }

  #matches(token: Token, at: number): boolean {
    const { text } = token;
    const { language, wordish } = this.#lexicon;
    if (text.length > 1) {
      if (language.caseless) {
        if (this.#text.slice(at, at + text.length).toLowerCase() !== text) return false;
      } else if (!this.#text.startsWith(text, at)) return false;
    }
    // A mark made of letters is a word of its own: `rem`, the `r` of `r"…"`.
    if (inWord(wordish, text.charCodeAt(0)) && at > this.#start && this.#isWordAt(at - 1)) return false;
    if (
      token.role === 'line' &&
      inWord(wordish, text.charCodeAt(text.length - 1)) &&
      this.#isWordAt(at + text.length)
    ) {
      return false;
    }
    switch (token.place) {
      case 'anywhere':
        return true;
      case 'margin':
        return at === this.#start;
      case 'first':
        return this.#before(at) < this.#start;
      case 'spaced':
        return at === this.#start || isBlank(this.#text.charCodeAt(at - 1));
    }
  }

  /** Offset after what the token starts, or NONE if it starts nothing. */
  #apply(token: Token, at: number): number {
    const after = at + token.text.length;
    switch (token.role) {
      case 'open':
        this.#nesting.open(token.pair, this.#line);
        return after;
      case 'close': {
        const string = this.#nesting.close(token.pair);
        const end = string === undefined ? NONE : this.#string(string, after);
        return end === NONE ? after : end;
      }
      case 'line':
        this.#tail = at;
        this.#tailEnd = this.#stop;
        return this.#stop;
      case 'comment':
        return this.#comment(token, at);
      case 'string':
        return token.apart && this.#followsValue(at) ? NONE : this.#string(token, after);
      case 'escape':
        return Math.min(after + 1, this.#text.length);
      case 'regex':
        return this.#regex(token, at);
      case 'heredoc':
        return this.#heredoc(after);
    }
  }

  #comment(token: Token, at: number): number {
    if (this.#spent[token.id] > at) return NONE;
    const end = commentEnd(this.#text, at + token.text.length, token);
    if (end === NONE) {
      this.#spent[token.id] = Number.POSITIVE_INFINITY;
      return NONE;
    }
    if (skipBlanks(this.#text, this.#tailEnd, at) < at || this.#tail === this.#stop) this.#tail = at;
    this.#tailEnd = end;
    this.#inComment = true;
    return end;
  }

  #string(token: Token, after: number): number {
    if (this.#spent[token.id] > after) return NONE;
    const end = stringEnd(this.#text, after, token);
    if (end === NONE) {
      if (!token.short) this.#spent[token.id] = token.multiline ? Number.POSITIVE_INFINITY : this.#stop;
      return NONE;
    }
    this.#inComment = false;
    if (end >= 0) return end;
    this.#nesting.openCode(token, this.#line);
    return ~end;
  }

  #regex(token: Token, at: number): number {
    const rule = this.#lexicon.language.regex;
    if (rule === undefined || this.#spent[token.id] > at) return NONE;
    const before = this.#before(at);
    if (before >= this.#start && !rule.after.includes(this.#text[before])) {
      if (!rule.words.includes(this.#text.slice(this.#wordStart(before), before + 1))) return NONE;
    }
    const end = regexEnd(this.#text, at + 1, this.#stop);
    if (end === NONE) this.#spent[token.id] = this.#stop;
    return end;
  }

  /** The body starts on the next line; this one is read to its end first. */
  #heredoc(after: number): number {
    const { language, wordish } = this.#lexicon;
    if (this.#missedHeredocs >= MAX_MISSED_HEREDOCS) return after;
    const tag = heredocTag(this.#text, after, language.heredocs?.spaced ?? false, wordish);
    if (tag === undefined) return after;
    const count = this.#offsets.lineCount;
    let line = this.#heredocEnd > this.#stop ? this.#offsets.lineAt(this.#heredocEnd) + 1 : this.#line + 2;
    for (; line <= count; line++) {
      const stop = this.#offsets.lineStart(line + 1);
      const at = skipBlanks(this.#text, this.#offsets.lineStart(line), stop);
      if (this.#text.startsWith(tag, at) && !this.#isWordAt(at + tag.length)) {
        this.#heredocEnd = at + tag.length;
        this.#inComment = false;
        return after;
      }
    }
    this.#missedHeredocs++;
    return after;
  }

  /** A word in a language whose words open and close blocks. */
  #readWord(at: number): number {
    const end = this.#wordEnd(at);
    const role = this.#roleOf(at, end);
    if (role === undefined) return end;
    if (role.closes !== undefined && this.#mayStand(role.closes, at)) {
      if (this.#nesting.closeWord(this.#line, false, this.#indent)) return this.#afterCloser(end);
    } else if (role.opens !== undefined && this.#mayStand(role.opens, at)) {
      if (this.#swallows) this.#swallows = false;
      else this.#nesting.openWord(this.#line);
      if (role.opens === 'loop') this.#swallows = true;
    }
    return end;
  }

  #roleOf(at: number, end: number): WordRole | undefined {
    const { lengths, words, language, sigils, except } = this.#lexicon;
    const length = end - at;
    if (length === 0 || length > 31) return undefined;
    const first = this.#text.charCodeAt(at);
    if (first >= 128 || !(lengths[first] & (1 << length))) return undefined;
    const word = this.#text.slice(at, end);
    const key = language.caseless ? word.toLowerCase() : word;
    const role = words.get(key);
    if (role === undefined) return undefined;
    if (at > this.#start && sigils.includes(this.#text[at - 1])) return undefined;
    if (sigils.includes(':') && this.#text[end] === ':' && this.#text[end + 1] !== ':') return undefined;
    if (except.size > 0 && except.has(`${key} ${this.#wordAfter(end)}`)) return undefined;
    return role;
  }

  #afterCloser(end: number): number {
    const { tails } = this.#lexicon;
    if (tails.size === 0 || !tails.has(this.#wordAfter(end))) return end;
    return this.#wordEnd(skipBlanks(this.#text, end, this.#stop));
  }

  /** The next word of the line, or the character that stands in its place. */
  #wordAfter(end: number): string {
    const at = skipBlanks(this.#text, end, this.#stop);
    if (at >= this.#stop) return '';
    const word = this.#text.slice(at, Math.min(Math.max(this.#wordEnd(at), at + 1), at + 32));
    return this.#lexicon.language.caseless ? word.toLowerCase() : word;
  }

  #mayStand(place: 'anywhere' | 'first' | 'loop', at: number): boolean {
    if (place === 'anywhere') return true;
    const before = this.#before(at);
    return before < this.#start || STATEMENT_MAY_FOLLOW.includes(this.#text[before]);
  }

  #isDirective(start: string): boolean {
    return this.#inDirective || this.#text.startsWith(start, this.#at);
  }

  #directive(branches: Readonly<Record<string, 'enter' | 'again' | 'leave'>>): number {
    const first = !this.#inDirective;
    const from = skipBlanks(this.#text, this.#at + 1, this.#stop);
    const word = this.#text.slice(from, this.#wordEnd(from));
    const imports = this.#lexicon.language.imports ?? [];
    const flags = first && this.#startsWithWord(imports, this.#at) ? ENDED | IMPORT : ENDED;
    this.#setDepth(this.#nesting.depth);
    if (first && Object.hasOwn(branches, word)) this.#branch(branches[word]);
    this.#at = this.#stop;
    this.#readEnd(this.#start, 0);
    this.#inDirective = this.#carried;
    return flags;
  }

  /** Both branches of a condition start from the same depth, or their brackets would count twice. */
  #branch(step: 'enter' | 'again' | 'leave'): void {
    const branches = this.#branches;
    if (step === 'enter') branches.push(this.#nesting.depth);
    else if (step === 'leave') branches.pop();
    else if (branches.length > 0) this.#nesting.restore(branches[branches.length - 1], this.#line);
  }

  /** What the last character of the code says: whether the line ends a statement, carries on, or is an attribute. */
  #readEnd(code: number, flags: number): number {
    const text = this.#text;
    const { ends, carries, language } = this.#lexicon;
    // Code after the last comment: then the comment is not at the end.
    if (this.#tailEnd < this.#stop && skipBlanks(text, this.#tailEnd, this.#stop) < this.#stop) this.#tail = this.#stop;
    const last = this.#before(this.#tail);
    this.#carried = last >= this.#start && text.charCodeAt(last) === carries;
    if (last < code) return 0;
    let more = ends.includes(text[last]) ? ENDED : 0;
    if (!(flags & CONTINUES) && language.attributes !== undefined && startsWithAny(text, code, language.attributes)) {
      if (text[last] !== ';' && (!language.inlineAttributes || this.#standsAlone(code, last))) more |= ATTRIBUTE;
    }
    return more;
  }

  /** `@Name` or `@Name(…` and nothing else. */
  #standsAlone(at: number, last: number): boolean {
    let end = at + 1;
    while (end <= last && (this.#isWordAt(end) || '.:'.includes(this.#text[end]))) end++;
    return end > last || (this.#text[end] === '(' && ')({[,'.includes(this.#text[last]));
  }

  /** Offset of the last character before `at` that is not blank; below the line's start if there is none. */
  #before(at: number): number {
    let before = at - 1;
    while (before >= this.#start && isBlank(this.#text.charCodeAt(before))) before--;
    return before;
  }

  #followsValue(at: number): boolean {
    return at > this.#start && (this.#isWordAt(at - 1) || ")]}.'".includes(this.#text[at - 1]));
  }

  #isWordAt(at: number): boolean {
    return at < this.#text.length && inWord(this.#lexicon.wordish, this.#text.charCodeAt(at));
  }

  #wordEnd(at: number): number {
    let end = at;
    while (end < this.#stop && this.#isWordAt(end)) end++;
    return end;
  }

  #wordStart(last: number): number {
    let start = last + 1;
    // A keyword is short, and the look back must stay so.
    while (start > this.#start && start > last - 16 && this.#isWordAt(start - 1)) start--;
    return start;
  }

  #startsWithWord(starts: readonly string[], at: number): boolean {
    return starts.some((start) => this.#text.startsWith(start, at) && !this.#isWordAt(at + start.length));
  }

  /**
   * Where blocks are indentation, a comment stands with the code below it, or
   * with the code above if it is indented like that and the code below is not.
   */
  #settleComments(count: number): void {
    const below = new Int32Array(count);
    for (let i = count - 1, next = 0; i >= 0; i--) {
      below[i] = next;
      if (this.#isCode(i)) next = this.#depth[i];
    }
    for (let i = 0, above = 0; i < count; i++) {
      if (this.#isCode(i)) above = this.#depth[i];
      else if (this.#flags[i] & COMMENT) this.#depth[i] = Math.max(below[i], Math.min(this.#indent[i], above));
    }
  }

  #isCode(line: number): boolean {
    return (this.#flags[line] & (BLANK | COMMENT | CONTINUES)) === 0;
  }
}

function startsWithAny(text: string, at: number, starts: readonly string[]): boolean {
  for (const start of starts) if (text.startsWith(start, at)) return true;
  return false;
}
