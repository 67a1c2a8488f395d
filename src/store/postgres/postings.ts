/**
 * The words of a source as rows: for every word, the pieces that have it.
 *
 *     piece 0  name "client"  body "client send"      client counts 4 + 1, send 1; it is 3 words long
 *     piece 1  body "send"                            send 1; it is 1 word long
 *
 *     client → [(0, 5, 3)]      send → [(0, 1, 3), (1, 1, 1)]
 *
 * A hit is one number: position, weighted count and length of the piece, so
 * that a search reads nothing else until it knows the best. Words are known by
 * a number of 53 bits made of their letters: no dictionary for writers to wait
 * at, and among ten million words the chance of any two meeting is 1 in 200.
 */
import type { Piece, Words } from '../store.js';

/** How much a word counts by where it stands: as SQLite weighs its columns. */
const WEIGHTS: Readonly<Record<keyof Words, number>> = { name: 4, path: 2, headings: 2, body: 1 };
const FIELDS = Object.keys(WEIGHTS) as (keyof Words)[]; // keys() forgets the literal type

/** Numbers that no word has: how many pieces there are, and how many words in all of them. */
export const PIECES = 0;
export const WORDS = 1;
const RESERVED = 16;

/** Of a hit's 53 bits the lowest 20 are the length, the next 13 the count. `bm25.ts` takes them apart again. */
const MOST_WORDS = 2 ** 20 - 1;
const MOST_COUNT = 2 ** 13 - 1;
const hit = (position: number, count: number, length: number): number =>
  position * 2 ** 33 + Math.min(count, MOST_COUNT) * 2 ** 20 + Math.min(length, MOST_WORDS);

export interface Posted {
  readonly hits: ReadonlyMap<number, readonly number[]>;
  /** By word, PIECES and WORDS among them: what this source adds to the counts. */
  readonly counts: ReadonlyMap<number, number>;
}

export function postingsOf(pieces: readonly Piece[]): Posted {
  const hits = new Map<number, number[]>();
  const counts = new Map<number, number>();
  const add = (term: number, n: number): unknown => counts.set(term, (counts.get(term) ?? 0) + n);
  for (const { chunk, words } of pieces) {
    const { length, found } = countsOf(words);
    add(PIECES, 1);
    add(WORDS, length);
    for (const [term, count] of found) {
      add(term, 1);
      // What is kept but never offered counts nothing; it is among the hits, as it is among the pieces.
      const one = hit(chunk.position, chunk.metadata.weight === 0 ? 0 : count, length);
      const known = hits.get(term);
      if (known) known.push(one);
      else hits.set(term, [one]);
    }
  }
  return { hits, counts };
}

function countsOf(words: Piece['words']): { readonly length: number; readonly found: ReadonlyMap<number, number> } {
  const found = new Map<number, number>();
  let length = 0;
  for (const field of FIELDS) {
    for (const word of wordsIn(words[field])) {
      const term = termOf(word);
      found.set(term, (found.get(term) ?? 0) + WEIGHTS[field]);
      length++;
    }
  }
  return { length, found };
}

/** What SQLite takes for a word: runs of letters and digits. Vowel signs of some scripts part them. */
export const wordsIn = (text: string): readonly string[] =>
  text.split(ASCII.test(text) ? ' ' : NO_LETTERS).filter((word) => word !== '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what ASCII is
const ASCII = /^[\x00-\x7f]*$/;
const NO_LETTERS = /[^\p{L}\p{N}\p{Co}]+/u;

/** Two runs of FNV-1a, with different beginnings, stirred at the end: 32 bits of the one, 21 of the other. */
export function termOf(word: string): number {
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
