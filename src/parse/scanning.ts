/** Scanning helpers. Lines end at LF, CRLF or CR. */
import { nextLine } from '../text/offsets.js';

/** Start of the text, after a byte order mark. */
export const textStart = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0);

export const isLineBreak = (unit: number): boolean => unit === 0x0a || unit === 0x0d;
export const isSpaceOrTab = (unit: number): boolean => unit === 0x20 || unit === 0x09;

/** True at a line break and at the end of the text, where charCodeAt gives NaN. */
export const isLineEnd = (unit: number): boolean => unit === 0x0a || unit === 0x0d || Number.isNaN(unit);

/** Start of the line after the break at `at`. */
export const afterBreak = (text: string, at: number): number =>
  text.charCodeAt(at) === 0x0d && text.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;

/** A function that finds the end of a line, including its break. Uses indexOf() if the text has no CR. */
export function lineEnds(text: string): (at: number) => number {
  const onlyLf = text.indexOf('\r') < 0;
  return (at) => {
    const next = nextLine(text, at, onlyLf);
    return next < 0 ? text.length : next;
  };
}

export function skipSpaces(text: string, at: number): number {
  while (isSpaceOrTab(text.charCodeAt(at))) at++;
  return at;
}

export function trimEndOf(text: string, start: number, end: number): number {
  while (end > start && (isSpaceOrTab(text.charCodeAt(end - 1)) || isLineBreak(text.charCodeAt(end - 1)))) end--;
  return end;
}
