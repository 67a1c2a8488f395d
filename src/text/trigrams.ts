/**
 * The trigrams (runs of three bytes) of a text, as a Bloom filter: a text that
 * lacks a trigram of a word does not contain the word and need not be read.
 *
 *     "oak_tree"  →  oak ak_ k_t _tr tre ree  →  two bits of the filter for each
 *
 * The filter has the size of the text at first, and is then folded in half as long
 * as at most a quarter of its bits are set. A missing trigram is then found with a
 * probability of 1/16, and a word of six letters, with four trigrams, hardly ever.
 * Case is folded, because a search may ignore it. Lines are matched one by one, so
 * no trigram contains a line break.
 */

/** The only letters that a case-insensitive search folds to ASCII: the long s and the Kelvin sign. */
const AS_ASCII = /[\u017f\u212a]/g;
const folded = (text: string): Buffer => Buffer.from(text.replace(AS_ASCII, (char) => (char === '\u212a' ? 'k' : 's')));

/** ASCII in lower case, other bytes unchanged. */
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
const LINE_BREAK = 10;
/** In words of 32 bits. */
const [SMALLEST, LARGEST] = [2, 1 << 15];
const FULL = 1 / 4;

export function trigramsOf(text: string): Uint8Array {
  const bytes = folded(text);
  let size = SMALLEST;
  while (size * 4 < bytes.length && size < LARGEST) size *= 2;
  let filter = new Int32Array(size);
  eachRun(bytes, filter, (one, other) => {
    filter[one >> 5] |= 1 << one;
    filter[other >> 5] |= 1 << other;
    return true;
  });
  while (filter.length > SMALLEST && filledIfHalved(filter) <= FULL) filter = halved(filter);
  return new Uint8Array(filter.buffer, 0, filter.byteLength);
}

/** False: the text certainly contains none of the words. Words of fewer than three bytes are not filtered. */
export function mayHaveAny(trigrams: Uint8Array, words: readonly string[]): boolean {
  const filter = new Int32Array(new Uint8Array(trigrams).buffer); // a copy: its offset need not be a multiple of four
  const has = (bit: number): boolean => (filter[bit >> 5] & (1 << bit)) !== 0;
  return words.some((word) => eachRun(folded(word), filter, (one, other) => has(one) && has(other)));
}

/** Calls `look` with the two bits of each trigram, until it returns false; whether it never did. */
function eachRun(bytes: Uint8Array, { length }: Int32Array, look: (one: number, other: number) => boolean): boolean {
  const mask = length * 32 - 1;
  let run = 0;
  let since = 0; // the last line break
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    run = ((run << 8) | LOWER[byte]) & 0xffffff;
    since = byte === LINE_BREAK ? 0 : since + 1;
    if (since < 3) continue;
    const hash = Math.imul(run, 0x9e3779b1);
    if (!look((hash >>> 8) & mask, ((hash >>> 3) ^ run) & mask)) return false;
  }
  return true;
}

function filledIfHalved(filter: Int32Array): number {
  const half = filter.length / 2;
  let bits = 0;
  for (let i = 0; i < half; i++) bits += bitsIn(filter[i] | filter[half + i]);
  return bits / (half * 32);
}

function halved(filter: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const half = filter.length / 2;
  for (let i = 0; i < half; i++) filter[i] |= filter[half + i];
  return filter.slice(0, half);
}

/** Number of set bits: counted in pairs, in fours, in bytes, and added up. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
