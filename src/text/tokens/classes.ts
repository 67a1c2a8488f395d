/**
 * The character classes of the pretoken rules, one byte per code unit. White space
 * is defined as in Rust, which the published patterns run on: U+0085 is included,
 * U+FEFF is not.
 */
export const OTHER = 0;
export const SPACE = 1;
export const NEWLINE = 2;
export const NUMBER = 3;
/** Everything from here up is a letter. Only o200k_base distinguishes them. */
export const UPPER = 4; // Lu, Lt
export const LOWER = 5; // Ll
export const CASELESS = 6; // Lm, Lo
/** Marks (M) are not letters in cl100k_base, but part of a word in o200k_base. */
export const MARK = 7;

const SPACES = /[\t\v\f \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function classify(char: string): number {
  if (char === '\n' || char === '\r') return NEWLINE;
  if (SPACES.test(char)) return SPACE;
  if (/\p{N}/u.test(char)) return NUMBER;
  if (/[\p{Lu}\p{Lt}]/u.test(char)) return UPPER;
  if (/\p{Ll}/u.test(char)) return LOWER;
  if (/[\p{Lm}\p{Lo}]/u.test(char)) return CASELESS;
  if (/\p{M}/u.test(char)) return MARK;
  return OTHER;
}

/** In `classes`: not computed yet, or half of a surrogate pair. Call classAt(). */
export const ASK = 255;

/** Class by code unit, filled on demand. Read it directly in loops; on ASK call classAt(). */
export const classes = new Uint8Array(65536).fill(ASK);
const astral = new Map<number, number>();

/** Class of the character at `units[at]`; a surrogate pair is read whole, a lone half is OTHER. */
export function classAt(units: Uint16Array, at: number, end: number): number {
  const unit = units[at];
  if ((unit & 0xf800) !== 0xd800) {
    if (classes[unit] === ASK) classes[unit] = classify(String.fromCharCode(unit));
    return classes[unit];
  }
  const low = at + 1 < end ? units[at + 1] : 0;
  if (unit >= 0xdc00 || (low & 0xfc00) !== 0xdc00) return OTHER;
  const code = (unit - 0xd800) * 1024 + (low - 0xdc00) + 0x10000;
  let known = astral.get(code);
  if (known === undefined) {
    known = classify(String.fromCodePoint(code));
    astral.set(code, known);
  }
  return known;
}

/** Code units of the character at `at`: 2 for a surrogate pair. */
export const widthAt = (units: Uint16Array, at: number, end: number): number =>
  (units[at] & 0xfc00) === 0xd800 && at + 1 < end && (units[at + 1] & 0xfc00) === 0xdc00 ? 2 : 1;
