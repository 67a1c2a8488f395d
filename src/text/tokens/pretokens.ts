/**
 * Pretoken rules: where the published patterns split a text before byte pairs are
 * merged, written by hand because a regular expression would take most of a
 * tokenizer's time. Each function returns the end of the pretoken that starts at
 * `at`. Alternatives are tried in the pattern's own order.
 *
 * No rule reads before `at`, so from any pretoken boundary the rest of a text is
 * split the same way whatever precedes it; ruler.ts depends on that.
 */
import {
  ASK,
  CASELESS,
  classAt,
  classes,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
  widthAt,
} from './classes.js';

/** End of the pretoken that starts at `at`. It looks LOOKAHEAD code units past that end at most. */
export type NextPretoken = (units: Uint16Array, at: number, end: number) => number;
export const LOOKAHEAD = 4;

/**
 *     '(?i:s|t|re|ve|m|ll|d) | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3}
 *     | ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 */
export const nextCl100k: NextPretoken = (units, at, end) => {
  let kind = classes[units[at]];
  if (kind === ASK) kind = classAt(units, at, end);
  if (isLetter(kind)) return letters(units, at, end);
  if (kind === NUMBER) return numbers(units, at, end);
  if (kind !== NEWLINE) {
    if (units[at] === 39) {
      const after = contraction(units, at, end);
      if (after > at) return after;
    }
    const lead = at + widthAt(units, at, end);
    if (lead < end && isLetter(classAt(units, lead, end))) return letters(units, lead, end);
    const after = symbols(units, at, end, false);
    if (after > at) return after;
  }
  return spaces(units, at, end);
};

/**
 *     [^\r\n\p{L}\p{N}]? [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]* [\p{Ll}\p{Lm}\p{Lo}\p{M}]+ ('s|'t|…)?
 *     | [^\r\n\p{L}\p{N}]? [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+ [\p{Ll}\p{Lm}\p{Lo}\p{M}]* ('s|'t|…)?
 *     | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 */
export const nextO200k: NextPretoken = (units, at, end) => {
  let kind = classes[units[at]];
  if (kind === ASK) kind = classAt(units, at, end);
  if (kind === NUMBER) return numbers(units, at, end);
  if (kind !== NEWLINE) {
    // The optional lead is tried first; a mark may also be the first letter of the word itself.
    const lead = isLetter(kind) ? at : at + widthAt(units, at, end);
    let after = mixedWord(units, lead, end);
    if (after < 0 && kind === MARK) after = mixedWord(units, at, end);
    if (after < 0) after = upperWord(units, lead, end);
    if (after >= 0) return after < end && units[after] === 39 ? contraction(units, after, end) : after;
    const symbol = symbols(units, at, end, true);
    if (symbol > at) return symbol;
  }
  return spaces(units, at, end);
};

const isLetter = (kind: number): boolean => kind >= UPPER && kind <= CASELESS;

function letters(units: Uint16Array, at: number, end: number): number {
  while (at < end) {
    const kind = classes[units[at]];
    if (kind >= UPPER && kind <= CASELESS) at++;
    else if (kind === ASK && isLetter(classAt(units, at, end))) at += widthAt(units, at, end);
    else break;
  }
  return at;
}

function numbers(units: Uint16Array, at: number, end: number): number {
  for (let n = 0; n < 3 && at < end && classAt(units, at, end) === NUMBER; n++) at += widthAt(units, at, end);
  return at;
}

/**
 * upper* lower+, where caseless letters and marks count as both. Greedy upper*
 * takes them, too; if no lower-case letter follows, it backtracks to the last of
 * them. -1 if there is no such word.
 *
 *     HELLOworld → HELLOworld     helloWorld → hello     ABC → none
 */
function mixedWord(units: Uint16Array, at: number, end: number): number {
  let i = at;
  let afterEither = -1;
  while (i < end) {
    let kind = classes[units[i]];
    if (kind === ASK) kind = classAt(units, i, end);
    if (kind === LOWER) return lowers(units, i, end);
    if (kind !== UPPER && kind !== CASELESS && kind !== MARK) break;
    i += widthAt(units, i, end);
    if (kind !== UPPER) afterEither = i;
  }
  return afterEither;
}

/** upper+ lower*, tried when mixedWord found none: so no lower letter can follow. */
function upperWord(units: Uint16Array, at: number, end: number): number {
  let i = at;
  while (i < end) {
    const kind = classAt(units, i, end);
    if (kind !== UPPER && kind !== CASELESS && kind !== MARK) break;
    i += widthAt(units, i, end);
  }
  return i > at ? i : -1;
}

function lowers(units: Uint16Array, at: number, end: number): number {
  while (at < end) {
    let kind = classes[units[at]];
    if (kind === ASK) kind = classAt(units, at, end);
    if (kind !== LOWER && kind !== CASELESS && kind !== MARK) break;
    at += widthAt(units, at, end);
  }
  return at;
}

/** An optional space, then what is neither space, letter nor number, then line breaks (and slashes). */
function symbols(units: Uint16Array, at: number, end: number, slashes: boolean): number {
  const first = units[at] === 32 ? at + 1 : at;
  let i = first;
  while (i < end) {
    let kind = classes[units[i]];
    if (kind === ASK) kind = classAt(units, i, end);
    if (kind !== OTHER && kind !== MARK) break;
    i += widthAt(units, i, end);
  }
  if (i === first) return at;
  while (i < end && (units[i] === 10 || units[i] === 13 || (slashes && units[i] === 47))) i++;
  return i;
}

/** White space up to its last line break; without one, all of it, less the last character if a word follows. */
function spaces(units: Uint16Array, at: number, end: number): number {
  let i = at;
  let afterBreak = -1;
  while (i < end) {
    let kind = classes[units[i]];
    if (kind === ASK) kind = classAt(units, i, end);
    if (kind === NEWLINE) afterBreak = i + 1;
    else if (kind !== SPACE) break;
    i++;
  }
  if (afterBreak >= 0) return afterBreak;
  return i >= end || i - at === 1 ? i : i - 1;
}

/** 's 't 'm 'd 're 've 'll in any case; ſ (U+017F) folds to s. Returns `at` if there is none. */
function contraction(units: Uint16Array, at: number, end: number): number {
  if (at + 1 >= end) return at;
  const a = lower(units[at + 1]);
  if (a === 115 || a === 116 || a === 109 || a === 100) return at + 2;
  if (at + 2 >= end) return at;
  const b = lower(units[at + 2]);
  const long = (a === 114 && b === 101) || (a === 118 && b === 101) || (a === 108 && b === 108);
  return long ? at + 3 : at;
}

const lower = (unit: number): number => (unit === 0x17f ? 115 : unit >= 65 && unit <= 90 ? unit | 32 : unit);
