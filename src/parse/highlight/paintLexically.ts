/**
 * Colours a text by the delimiters of its language, if there is no grammar: comments, strings, numbers, the words that
 * open and close blocks, and keys. It scans as parse/delimited does, line by line with the same tokens.
 */

import type { Language } from '../../languages/language.js';
import { Offsets } from '../../text/offsets.js';
import { Cursor } from '../delimited/cursor.js';
import { lexiconOf } from '../delimited/lexicon.js';
import { NONE } from '../delimited/literals.js';
import type { Token } from '../delimited/token.js';
import { applyToken, tokenAt } from '../delimited/tokens.js';
import type { HighlightKind, Paint } from './paint.js';

/** Settings of a language that only colours need. */
export interface LexicalLanguage extends Language {
  /** A word or a string before one of these is a key. */
  readonly keyMarks?: string;
  /** Its words are text: none of them is a keyword or a type. */
  readonly isData?: boolean;
}

/** Keywords of nearly all languages; further ones come from the language's description. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'abstract and as async await begin break case catch class const continue def default defer delete do done else ' +
    'elif elsif end enum export extends extern final finally fn for foreach from fun func function goto if implements ' +
    'import in include inline interface internal is let local loop match mixin mod module mut namespace new not of or ' +
    'override package private proc procedure protected pub public raise record rescue return select sealed static ' +
    'struct super switch then this throw trait try type typedef typeof union unless until use using val var virtual ' +
    'void when where while with yield'
  ).split(' '),
);
const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'nil', 'none', 'yes', 'no', 'on', 'off']);
const NUMBER = /^\d[\w.]*$/;

const tokenColours: Partial<Record<Token['role'], HighlightKind>> = {
  line: 'comment',
  comment: 'comment',
  string: 'string',
  regex: 'string',
};

export function paintLexically(paint: Paint, language: LexicalLanguage): void {
  const { text } = paint;
  const offsets = new Offsets(text, text.length);
  const cursor = new Cursor(text, offsets, lexiconOf(language));
  const languageWords = wordsOf(language);
  for (let line = 0; line < offsets.lineCount; line++) {
    cursor.nextLine();
    let at = Math.max(cursor.at, cursor.start);
    while (at < cursor.stop) at = paintToken(paint, cursor, language, languageWords, at);
    if (cursor.heredocEnd > at) paint.fill('string', at, cursor.heredocEnd);
    cursor.at = Math.max(at, cursor.heredocEnd);
  }
}

/** Paints the token at `at`, and returns its end. */
function paintToken(
  paint: Paint,
  cursor: Cursor,
  language: LexicalLanguage,
  languageWords: ReadonlySet<string>,
  at: number,
): number {
  const token = tokenAt(cursor, at);
  const end = token ? applyToken(cursor, token, at) : NONE;
  if (token && end !== NONE) {
    // A bracket after which the string continues: "a ${b} c".
    const colour = token.role === 'close' && end > at + token.text.length ? 'string' : tokenColours[token.role];
    if (colour) paint.fill(colour === 'string' && isKey(cursor, language, end) ? 'property' : colour, at, end);
    return end;
  }
  const wordEnd = cursor.wordEnd(at);
  if (wordEnd === at) return at + 1;
  const word = paint.text.slice(at, wordEnd);
  const colour = isKey(cursor, language, wordEnd) ? 'property' : colourOf(word, language, languageWords);
  const isMember = at > cursor.start && '.@$'.includes(paint.text[at - 1]); // a member, not a keyword
  if (colour && !(isMember && colour === 'keyword')) paint.fill(colour, at, wordEnd);
  return wordEnd;
}

function isKey({ text, stop }: Cursor, { keyMarks = '' }: LexicalLanguage, end: number): boolean {
  if (keyMarks === '') return false;
  let at = end;
  while (at < stop && (text[at] === ' ' || text[at] === '\t')) at++;
  return at < stop && keyMarks.includes(text[at]);
}

function colourOf(
  word: string,
  { caseless, isData }: LexicalLanguage,
  languageWords: ReadonlySet<string>,
): HighlightKind | undefined {
  const normalized = caseless ? word.toLowerCase() : word;
  if (NUMBER.test(word)) return 'number';
  if (CONSTANTS.has(word.toLowerCase())) return 'number';
  if (isData) return undefined;
  if (languageWords.has(normalized) || KEYWORDS.has(normalized)) return 'keyword';
  return /^[A-Z]\w*[a-z]/.test(word) && !caseless ? 'type' : undefined;
}

/** The words that its description names. */
function wordsOf({ definers, control = [], imports = [], blocks }: Language): ReadonlySet<string> {
  const opening = blocks.by === 'words' ? [...Object.keys(blocks.opens), ...Object.keys(blocks.closes)] : [];
  return new Set([...Object.keys(definers), ...control, ...imports, ...opening, ...blocks.middles]);
}

const TAG = /<[/?!]?([A-Za-z][\w:.-]*)/y;
const ATTRIBUTE = /[^\s"'<>/=?]+/y;

/**
 * Colours elements: names of tags, attributes and their values, comments. One pass without backtracking, so that a
 * text full of `<` takes no longer than any other.
 *
 *     <a href="x">text</a> <!-- … -->
 *      keyword property string          keyword comment
 */
export function paintMarkup(paint: Paint): void {
  const { text } = paint;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      if (end < 0) return; // never closed, and neither is any after it
      paint.fill('comment', at, end + 3);
      at = end + 3;
      continue;
    }
    TAG.lastIndex = at;
    const [opening, name] = TAG.exec(text) ?? ['<', ''];
    at += opening.length;
    if (name === '') continue;
    paint.fill('keyword', at - name.length, at);
    at = paintAttributes(paint, at);
  }
}

/** Up to the end of the tag. A quote that never closes is ignored. */
function paintAttributes(paint: Paint, from: number): number {
  const { text } = paint;
  const unclosedQuotes = new Set<string>();
  let at = from;
  while (at < text.length && text[at] !== '>' && text[at] !== '<') {
    const quote = text[at];
    if ((quote === '"' || quote === "'") && !unclosedQuotes.has(quote)) {
      const end = text.indexOf(quote, at + 1);
      if (end < 0) unclosedQuotes.add(quote);
      else paint.fill('string', at, end + 1);
      at = end < 0 ? at + 1 : end + 1;
      continue;
    }
    ATTRIBUTE.lastIndex = at;
    const [name] = ATTRIBUTE.exec(text) ?? [''];
    if (name !== '') paint.fill(text[at - 1] === '=' ? 'string' : 'property', at, at + name.length);
    at += Math.max(1, name.length);
  }
  return at;
}
