/**
 * A chunk as a bag of words, the same in both stores:
 *
 *     name "client"  body "client send"     →  client 4 + 1, send 1; three words long
 *
 * A term is a 53-bit hash of the letters of a word: there is no dictionary that writers
 * would have to share, and among ten million words the chance of a collision is 1 in 200.
 */
import { eachName, eachWordOf } from '../text/words.js';
import type { ChunkWords } from './store.js';

/** The weight of a word, by field. */
const WEIGHTS: Readonly<Record<keyof ChunkWords, number>> = { name: 4, path: 2, headings: 2, body: 1 };
const FIELDS = Object.keys(WEIGHTS) as (keyof ChunkWords)[]; // keys() forgets the literal type

/** Numbers below this are never a term. */
const RESERVED = 16;

export interface BagOfWords {
  /** In words. */
  readonly length: number;
  /** Weighted counts by term. */
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

/**
 * Counts the terms of chunks directly in their texts, with the result of `bagOfWords` in
 * a fifth of the time. Names repeat, so the terms of a name are computed once; a term is
 * then a small number, and its count an entry of an array.
 */
export class TermCounter {
  /** By name, its offset in `#names`: the number of its terms, then the terms. */
  #nameOffsets = new Map<string, number>();
  #names = new Uint32Array(1 << 12);
  #namesEnd = 0;
  /** By term, and the reverse. */
  #numbers = new Map<number, number>();
  #terms: number[] = [];
  #counts = new Uint32Array(1 << 12);
  /** The terms of the current text, in the order of their first occurrence. */
  #seen: number[] = [];
  #length = 0;

  count(texts: ChunkWords): BagOfTerms {
    if (this.#nameOffsets.size > MAX_NAMES) this.#reset();
    this.#seen.length = 0;
    this.#length = 0;
    for (const field of FIELDS) {
      const weight = WEIGHTS[field];
      eachName(texts[field], (name) => this.#add(this.#nameOffsets.get(name) ?? this.#addName(name), weight));
    }
    const [terms, counts] = [new Float64Array(this.#seen.length), new Uint32Array(this.#seen.length)];
    for (let i = 0; i < this.#seen.length; i++) {
      const number = this.#seen[i];
      terms[i] = this.#terms[number];
      counts[i] = this.#counts[number];
      this.#counts[number] = 0;
    }
    return { length: this.#length, terms, counts };
  }

  #add(at: number, weight: number): void {
    const length = this.#names[at];
    this.#length += length;
    for (let i = at + 1; i <= at + length; i++) {
      const number = this.#names[i];
      if (this.#counts[number] === 0) this.#seen.push(number);
      this.#counts[number] += weight;
    }
  }

  #addName(name: string): number {
    const numbers: number[] = [];
    eachWordOf(name, (words) => {
      for (const word of wordsIn(words)) numbers.push(this.#numberOf(termOf(word)));
    });
    const at = this.#namesEnd;
    this.#namesEnd += 1 + numbers.length;
    this.#names = withCapacity(this.#names, this.#namesEnd);
    this.#names[at] = numbers.length;
    this.#names.set(numbers, at + 1);
    this.#nameOffsets.set(copyString(name), at);
    return at;
  }

  #numberOf(term: number): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term, number);
    this.#counts = withCapacity(this.#counts, this.#terms.length);
    return number;
  }

  #reset(): void {
    this.#nameOffsets = new Map();
    this.#namesEnd = 0;
    this.#numbers = new Map();
    this.#terms = [];
  }
}

/** The list itself, or a copy twice as long. */
function withCapacity(list: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= list.length) return list;
  const larger = new Uint32Array(Math.max(length, list.length * 2));
  larger.set(list);
  return larger;
}

/** Maximum number of cached names: a few megabytes. */
const MAX_NAMES = 50_000;

/** A substring keeps the whole text in memory; a copy does not. */
const copyString = (name: string): string => Buffer.from(name, 'utf16le').toString('utf16le');

/** A bag of words as two parallel lists. */
export interface BagOfTerms {
  readonly length: number;
  readonly terms: Float64Array;
  readonly counts: Uint32Array;
}

/** The distinct terms of a query. */
export const termsOf = (words: readonly string[]): readonly number[] => [
  ...new Set(words.flatMap(wordsIn).map(termOf)),
];

/** Runs of letters and digits. Vowel signs of some scripts separate them. */
const wordsIn = (text: string): readonly string[] =>
  text.split(ASCII.test(text) ? ' ' : NO_LETTERS).filter((word) => word !== '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what ASCII is
const ASCII = /^[\x00-\x7f]*$/;
const NO_LETTERS = /[^\p{L}\p{N}\p{Co}]+/u;

/** Two runs of FNV-1a with different seeds, mixed at the end: 32 bits of one, 21 of the other. */
function termOf(word: string): number {
  let [a, b] = [0x811c9dc5, 0x9dc5811c];
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  const term = mixBits(a) * 2 ** 21 + (mixBits(b) >>> 11);
  return term < RESERVED ? term + RESERVED : term;
}

function mixBits(bits: number): number {
  let x = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
