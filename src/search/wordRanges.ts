/**
 * The ranges of given terms in a text. Instead of tokenising all of it, the letters of
 * each term are searched, and only the words that begin like it are stemmed: many
 * times faster.
 *
 *     cached controls, getCache()      cache → 0–6, 20–25
 *
 * Terms are those of text/words.ts: stems, and whole identifiers.
 */

import type { Chunk } from '../schema.js';
import { wordOf } from '../text/words.js';

/** From the first letter to behind the last. */
export interface WordRange {
  readonly start: number;
  readonly end: number;
}

export function wordRanges(text: string, words: readonly string[]): readonly (readonly WordRange[])[] {
  const lower = text.toLowerCase();
  // If lower case changes the length (İ), offsets would be wrong: no ranges then.
  return words.map((word) => (lower.length === text.length ? rangesOfTerm(text, lower, word) : []));
}

const LETTERS = /^[a-z]+$/;

function rangesOfTerm(text: string, lower: string, word: string): WordRange[] {
  const ranges: WordRange[] = [];
  // The stem may end differently: category, categori.
  const prefix = LETTERS.test(word) ? word.slice(0, Math.max(2, word.length - 1)) : word;
  if (prefix === '') return ranges;
  for (let at = lower.indexOf(prefix); at >= 0; at = lower.indexOf(prefix, at + 1)) {
    const end = prefix === word ? at + word.length : endOf(text, lower, at, word);
    if (end > at) ranges.push({ start: at, end });
  }
  return ranges;
}

/** A part of a name: `get`, `User`, `HTTP` before `Server`. */
const NAME_PART = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/y;
const LETTER = /[A-Za-z]/;

/** End of the word that begins here; −1 if it has another stem, or does not begin here. */
function endOf(text: string, lower: string, at: number, word: string): number {
  if (at > 0 && LETTER.test(text[at - 1]) && !isWordBoundary(text, at)) return -1;
  NAME_PART.lastIndex = at;
  const part = NAME_PART.exec(text)?.[0] ?? '';
  if (part !== '' && wordOf(part) === word) return at + part.length;
  const end = at + word.length;
  return lower.startsWith(word, at) && !LETTER.test(text[end] ?? '') ? end : -1;
}

/** A capital after a lower letter, or the last of several that a lower letter follows. */
const isWordBoundary = (text: string, at: number): boolean =>
  isCapital(text[at]) && !(isCapital(text[at - 1]) && isCapital(text[at + 1] ?? 'A'));
const isCapital = (letter: string): boolean => letter >= 'A' && letter <= 'Z';

/** The text of a chunk that queries are matched with: name, breadcrumb, context and content. */
export const searchableText = ({ name, breadcrumb, context = '', content }: Chunk): string =>
  `${name}\n${breadcrumb}\n${context}${content}`;
