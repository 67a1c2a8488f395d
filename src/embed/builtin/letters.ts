/** What counts as a letter beyond ASCII: a fixed list, independent of the engine's version of Unicode. */

/** Ranges of code units that separate words: controls, punctuation, symbols, direction marks, unassigned. Sorted. */
const parting: readonly (readonly [number, number])[] = [
  [0x80, 0xa9],
  [0xab, 0xb4],
  [0xb6, 0xb9],
  [0xbb, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2000, 0x2bff], // punctuation, currency, arrows, mathematics, boxes, dingbats
  [0x2e00, 0x2e7f],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0x30fb, 0x30fb],
  [0xe000, 0xf8ff], // private use
  [0xfe00, 0xfe6f],
  [0xfeff, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  [0xffe0, 0xffff],
];

/** Scripts without spaces between words; also surrogates: each pair is a letter or a picture. */
const unspaced: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff], // Thai, Lao
  [0x1000, 0x109f], // Myanmar
  [0x1780, 0x17ff], // Khmer
  [0x2e80, 0x9fff], // Han, kana
  [0xd800, 0xdfff],
  [0xf900, 0xfaff],
];

const within = (ranges: readonly (readonly [number, number])[]): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (const [first, last] of ranges) table.fill(1, first, last + 1);
  return table;
};
const parts = within(parting);
const spaceless = within(unspaced);

/** For a code unit from 0x80 on. */
export const isLetter = (unit: number): boolean => parts[unit] === 0;

export const isUnspaced = (unit: number): boolean => spaceless[unit] === 1;

const MARKS = /[\u0300-\u036f]+/g;

/** Latin, with accents as separate characters or not. */
const isLatin = (unit: number): boolean =>
  unit < 0x250 || (unit >= 0x300 && unit <= 0x36f) || (unit >= 0x1e00 && unit <= 0x1eff);

/**
 * `Füße` → `Fusse`: accents are folded, so that both spellings match; other scripts are lower-cased.
 * Decomposition and case of letters that exist never change (Unicode's stability policy).
 */
export function foldedText(text: string): string {
  for (let at = 0; at < text.length; at++) if (!isLatin(text.charCodeAt(at))) return text.toLowerCase();
  return text.normalize('NFD').replace(MARKS, '').replace(/ß/g, 'ss').replace(/[øØ]/g, 'o').replace(/[æÆ]/g, 'ae');
}
