/** Where blocks begin and end on their lines. */
import { isWhitespace } from '../document/lines.js';

/** The first place at or after `at` that is not white space. */
export function skipWhitespace(text: string, at: number): number {
  while (at < text.length && isWhitespace(text.charCodeAt(at))) at++;
  return at;
}

export const isBlankText = (text: string): boolean => skipWhitespace(text, 0) === text.length;

/** The start of the line of `at`, when nothing but blanks stands before it; never before `least`. */
export function startOfLine(text: string, at: number, least: number): number {
  let head = at;
  while (head > least && isIndent(text.charCodeAt(head - 1))) head--;
  return head === least || isNewline(text.charCodeAt(head - 1)) ? head : at;
}

/** After the line break, when nothing but blanks stands before it; else `at` itself. */
export function endOfLine(text: string, at: number): number {
  let tail = at;
  while (isIndent(text.charCodeAt(tail))) tail++;
  if (text.charCodeAt(tail) === 0x0d && text.charCodeAt(tail + 1) === 0x0a) return tail + 2;
  return isNewline(text.charCodeAt(tail)) ? tail + 1 : at;
}

const isIndent = (unit: number): boolean => unit === 0x20 || unit === 0x09;
const isNewline = (unit: number): boolean => unit === 0x0a || unit === 0x0d;
