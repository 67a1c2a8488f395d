/**
 * What the scan does at a token or a word. Each `read…` function returns the offset at
 * which the scan continues, or NONE if the token does not apply here.
 *
 * A string or comment that never closes is not one: the opening mark is skipped, and
 * what follows is code. So one stray quote hides neither the rest of its line nor the
 * rest of the file. The end of each failed search is recorded (`unclosedUntil`), so that a
 * million stray quotes take linear time.
 */

import type { WordPlace } from '../../languages/language.js';
import type { Cursor } from './cursor.js';
import type { WordRole } from './lexicon.js';
import { isWhiteSpace, skipBlanks } from './lines.js';
import { commentEnd, heredocTag, NONE, regexEnd, stringEnd } from './literals.js';
import type { Token } from './token.js';

/** After this many tags without a document, `<<` is taken for a shift. */
const MAX_MISSED_HEREDOCS = 8;

/** Reads the longest token at `at`. */
export function readToken(cursor: Cursor, at: number): number {
  const tokens = cursor.lexicon.tokens[cursor.text.charCodeAt(at)];
  if (tokens === undefined) return NONE;
  for (let i = 0; i < tokens.length; i++) {
    if (!matchesAt(cursor, tokens[i], at)) continue;
    const end = applyToken(cursor, tokens[i], at);
    if (end !== NONE) return end;
  }
  return NONE;
}

/** The longest token at `at`, whether or not it applies. */
export function tokenAt(cursor: Cursor, at: number): Token | undefined {
  const tokens = cursor.lexicon.tokens[cursor.text.charCodeAt(at)];
  if (tokens !== undefined) for (const token of tokens) if (matchesAt(cursor, token, at)) return token;
  return undefined;
}

function matchesAt(cursor: Cursor, token: Token, at: number): boolean {
  if (token.plain) return true;
  const { text } = token;
  if (text.length > 1 && !cursor.startsWith(text, at)) return false;
  // A token of letters must start a word: `rem`, the `r` of `r"…"`.
  if (token.startsWord && at > cursor.start && cursor.isWordAt(at - 1)) return false;
  if (token.endsWord && cursor.isWordAt(at + text.length)) return false;
  switch (token.place) {
    case 'anywhere':
      return true;
    case 'margin':
      return at === cursor.start;
    case 'first':
      return cursor.previousVisible(at) < cursor.start;
    case 'spaced':
      return at === cursor.start || isWhiteSpace(cursor.text.charCodeAt(at - 1));
  }
}

export function applyToken(cursor: Cursor, token: Token, at: number): number {
  const after = at + token.text.length;
  switch (token.role) {
    case 'open':
      cursor.nesting.open(token.pair, cursor.line);
      return after;
    case 'close': {
      const string = cursor.nesting.close(token.pair);
      const end = string === undefined ? NONE : readString(cursor, string, after);
      return end === NONE ? after : end;
    }
    case 'line':
      cursor.tailStart = at;
      cursor.tailEnd = cursor.stop;
      return cursor.stop;
    case 'comment':
      return readComment(cursor, token, at);
    case 'string':
      return token.apart && followsValue(cursor, at) ? NONE : readString(cursor, token, after);
    case 'escape':
      return Math.min(after + 1, cursor.text.length);
    case 'regex':
      return readRegex(cursor, token, at);
    case 'heredoc':
      readHeredoc(cursor, after);
      return after;
  }
}

function readComment(cursor: Cursor, token: Token, at: number): number {
  if (cursor.unclosedUntil[token.id] > at) return NONE;
  const end = commentEnd(cursor.text, at + token.text.length, token);
  if (end === NONE) {
    cursor.unclosedUntil[token.id] = Number.POSITIVE_INFINITY;
    return NONE;
  }
  // The tail starts at the first of several comments that have only blanks between them.
  const extendsTail = cursor.tailStart < cursor.stop && skipBlanks(cursor.text, cursor.tailEnd, at) === at;
  if (!extendsTail) cursor.tailStart = at;
  cursor.tailEnd = end;
  cursor.inComment = true;
  return end;
}

function readString(cursor: Cursor, token: Token, after: number): number {
  if (cursor.unclosedUntil[token.id] > after) return NONE;
  const end = stringEnd(cursor.text, after, token);
  if (end === NONE) {
    if (!token.short) cursor.unclosedUntil[token.id] = token.multiline ? Number.POSITIVE_INFINITY : cursor.stop;
    return NONE;
  }
  cursor.inComment = false;
  if (end >= 0) return end;
  cursor.nesting.openCode(token, cursor.line);
  return ~end;
}

const followsValue = (cursor: Cursor, at: number): boolean =>
  at > cursor.start && (cursor.isWordAt(at - 1) || ")]}.'".includes(cursor.text[at - 1]));

function readRegex(cursor: Cursor, token: Token, at: number): number {
  const rule = cursor.lexicon.language.regex;
  if (rule === undefined || cursor.unclosedUntil[token.id] > at) return NONE;
  const before = cursor.previousVisible(at);
  const mayBeRegex =
    before < cursor.start ||
    rule.after.includes(cursor.text[before]) ||
    rule.words.includes(cursor.wordBefore(before + 1));
  if (!mayBeRegex) return NONE;
  const end = regexEnd(cursor.text, at + 1, cursor.stop);
  if (end === NONE) cursor.unclosedUntil[token.id] = cursor.stop;
  return end;
}

/** Finds the end of the body, which starts on the next line; this one is read to its own end first. */
function readHeredoc(cursor: Cursor, after: number): void {
  const { text, offsets, lexicon } = cursor;
  if (cursor.missedHeredocs >= MAX_MISSED_HEREDOCS) return;
  const tag = heredocTag(text, after, lexicon.language.heredocs?.spaced ?? false, lexicon.wordUnits);
  if (tag === undefined) return;
  let line = cursor.heredocEnd > cursor.stop ? offsets.lineAt(cursor.heredocEnd) + 1 : cursor.line + 2;
  for (; line <= offsets.lineCount; line++) {
    const at = skipBlanks(text, offsets.lineStart(line), offsets.lineStart(line + 1));
    if (text.startsWith(tag, at) && !cursor.isWordAt(at + tag.length)) {
      cursor.heredocEnd = at + tag.length;
      cursor.inComment = false;
      return;
    }
  }
  cursor.missedHeredocs++;
}

/** A statement may start after one of these, or at the start of a line. */
const BEFORE_STATEMENT = ';=({[,|&';

/** Reads a word of a language whose words open and close blocks; returns the offset after it. */
export function readWord(cursor: Cursor, at: number): number {
  const end = cursor.wordEnd(at);
  const role = roleOf(cursor, at, end);
  if (role === undefined) return end;
  if (role.closes !== undefined && isPlaceAllowed(cursor, role.closes, at)) {
    return cursor.nesting.closeWord(cursor.line, false, cursor.indent) ? afterCloser(cursor, end) : end;
  }
  if (role.opens !== undefined && !cursor.isDeclaration && isPlaceAllowed(cursor, role.opens, at)) {
    if (cursor.skipsNextOpener) cursor.skipsNextOpener = false;
    else cursor.nesting.openWord(cursor.line, role.isFunction);
    if (role.opens === 'loop') cursor.skipsNextOpener = true;
  }
  return end;
}

/** The role of the word from `at` to `end`. Most words are rejected by their first letter and length. */
export function roleOf(cursor: Cursor, at: number, end: number): WordRole | undefined {
  const { text, lexicon } = cursor;
  const length = end - at;
  const first = text.charCodeAt(at);
  if (length === 0 || length > 31 || first >= 128 || !(lexicon.wordLengths[first] & (1 << length))) return undefined;
  const word = text.slice(at, end);
  const key = lexicon.language.caseless ? word.toLowerCase() : word;
  const role = lexicon.words.get(key);
  if (role === undefined) return undefined;
  const { sigils, except } = lexicon;
  if (at > cursor.start && sigils.includes(text[at - 1])) return undefined;
  // `if:` is a key where `:if` is a name; `Foo::end` was seen above.
  if (sigils.includes(':') && text[end] === ':' && text[end + 1] !== ':') return undefined;
  if (except.size > 0 && except.has(`${key} ${cursor.wordAfter(end)}`)) return undefined;
  return role;
}

/** `end case` is read as one word, or its second half would open a block. */
export function afterCloser(cursor: Cursor, end: number): number {
  const { tails } = cursor.lexicon;
  if (tails.size === 0 || !tails.has(cursor.wordAfter(end))) return end;
  return cursor.wordEnd(skipBlanks(cursor.text, end, cursor.stop));
}

function isPlaceAllowed(cursor: Cursor, place: WordPlace, at: number): boolean {
  if (place === 'anywhere') return true;
  const before = cursor.previousVisible(at);
  return before < cursor.start || BEFORE_STATEMENT.includes(cursor.text[before]);
}
