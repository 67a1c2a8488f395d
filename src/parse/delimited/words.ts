/** Words that open, close or continue blocks. */

import type { WordPlace } from '../../languages/language.js';
import type { Cursor } from './cursor.js';
import type { WordRole } from './lexicon.js';
import { skipBlanks } from './lines.js';

/** A statement may start after one of these, or at the start of a line. */
const STATEMENT_MAY_FOLLOW = ';=({[,|&';

/** Reads a word of a language whose words open and close blocks; returns the offset after it. */
export function readWord(cursor: Cursor, at: number): number {
  const end = cursor.wordEnd(at);
  const role = roleOf(cursor, at, end);
  if (role === undefined) return end;
  if (role.closes !== undefined && mayStand(cursor, role.closes, at)) {
    return cursor.nesting.closeWord(cursor.line, false, cursor.indent) ? afterCloser(cursor, end) : end;
  }
  if (role.opens !== undefined && !cursor.declares && mayStand(cursor, role.opens, at)) {
    if (cursor.swallows) cursor.swallows = false;
    else cursor.nesting.openWord(cursor.line, role.isFunction);
    if (role.opens === 'loop') cursor.swallows = true;
  }
  return end;
}

/** The role of the word from `at` to `end`. Most words are rejected by their first letter and length. */
export function roleOf(cursor: Cursor, at: number, end: number): WordRole | undefined {
  const { text, lexicon } = cursor;
  const length = end - at;
  const first = text.charCodeAt(at);
  if (length === 0 || length > 31 || first >= 128 || !(lexicon.lengths[first] & (1 << length))) return undefined;
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

function mayStand(cursor: Cursor, place: WordPlace, at: number): boolean {
  if (place === 'anywhere') return true;
  const before = cursor.before(at);
  return before < cursor.start || STATEMENT_MAY_FOLLOW.includes(cursor.text[before]);
}
