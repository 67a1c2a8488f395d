/**
 * Where words stand in a text. Full text would read all of it, word by word;
 * here their letters are looked for, and only what begins like one of them is
 * read: many times faster.
 *
 *     cached controls, getCache()      cache → 0–6, 20–25
 *
 * Words are as text/words.ts gives them: stems, and names as a whole.
 */
import { wordOf } from '../text/words.js';

/** From the first letter to behind the last. */
export interface WordRange {
  readonly start: number;
  readonly end: number;
}

export function wordRanges(text: string, words: readonly string[]): readonly (readonly WordRange[])[] {
  const small = text.toLowerCase();
  // A letter that becomes two (İ) moves all that come after it: then nothing is known of places.
  return words.map((word) => (small.length === text.length ? placesOfOne(text, small, word) : []));
}

const LETTERS = /^[a-z]+$/;

function placesOfOne(text: string, small: string, word: string): WordRange[] {
  const places: WordRange[] = [];
  // Endings change: category, categori.
  const beginning = LETTERS.test(word) ? word.slice(0, Math.max(2, word.length - 1)) : word;
  if (beginning === '') return places;
  for (let at = small.indexOf(beginning); at >= 0; at = small.indexOf(beginning, at + 1)) {
    const end = beginning === word ? at + word.length : endOf(text, small, at, word);
    if (end > at) places.push({ start: at, end });
  }
  return places;
}

/** A part of a name: `get`, `User`, `HTTP` before `Server`. */
const PART = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/y;
const LETTER = /[A-Za-z]/;

/** Where the word ends that begins here; −1 when it is another one, or only the end of one. */
function endOf(text: string, small: string, at: number, word: string): number {
  if (at > 0 && LETTER.test(text[at - 1]) && !isSeam(text, at)) return -1;
  PART.lastIndex = at;
  const part = PART.exec(text)?.[0] ?? '';
  if (part !== '' && wordOf(part) === word) return at + part.length;
  const end = at + word.length;
  return small.startsWith(word, at) && !LETTER.test(text[end] ?? '') ? end : -1;
}

/** A capital after a small letter, or the last of several that a small letter follows. */
const isSeam = (text: string, at: number): boolean =>
  isCapital(text[at]) && !(isCapital(text[at - 1]) && isCapital(text[at + 1] ?? 'A'));
const isCapital = (letter: string): boolean => letter >= 'A' && letter <= 'Z';
