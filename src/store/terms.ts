/**
 * A chunk as a bag of words, as both stores count them:
 *
 *     name "client"  body "client send"     →  client 4 + 1, send 1; three words long
 *
 * Words are known by a number of 53 bits made of their letters: no dictionary
 * for writers to wait at, and among ten million words the chance of any two
 * meeting is 1 in 200.
 */
import type { ChunkWords } from './store.js';

/** How much a word counts by where it stands. */
const WEIGHTS: Readonly<Record<keyof ChunkWords, number>> = { name: 4, path: 2, headings: 2, body: 1 };
const FIELDS = Object.keys(WEIGHTS) as (keyof ChunkWords)[]; // keys() forgets the literal type

/** Numbers below this are no word's. */
const RESERVED = 16;

export interface BagOfWords {
  /** In words. */
  readonly length: number;
  /** Weighted by field, by term. */
  readonly counts: ReadonlyMap<number, number>;
}

export function bagOfWords(words: ChunkWords): BagOfWords {
  const counts = new Map<number, number>();
  let length = 0;
  for (const field of FIELDS) {
    for (const word of wordsIn(words[field])) {
      const term = termOf(word);
      counts.set(term, (counts.get(term) ?? 0) + WEIGHTS[field]);
      length++;
    }
  }
  return { length, counts };
}

/** The terms of a question, each once. */
export const termsOf = (words: readonly string[]): readonly number[] => [
  ...new Set(words.flatMap(wordsIn).map(termOf)),
];

/** Runs of letters and digits. Vowel signs of some scripts part them. */
const wordsIn = (text: string): readonly string[] =>
  text.split(ASCII.test(text) ? ' ' : NO_LETTERS).filter((word) => word !== '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what ASCII is
const ASCII = /^[\x00-\x7f]*$/;
const NO_LETTERS = /[^\p{L}\p{N}\p{Co}]+/u;

/** Two runs of FNV-1a, with different beginnings, stirred at the end: 32 bits of the one, 21 of the other. */
function termOf(word: string): number {
  let [a, b] = [0x811c9dc5, 0x9dc5811c];
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  const term = stirred(a) * 2 ** 21 + (stirred(b) >>> 11);
  return term < RESERVED ? term + RESERVED : term;
}

function stirred(bits: number): number {
  let x = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
