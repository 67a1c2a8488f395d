/** Where the arguments of a command begin and end. */
import { isBlank, isBreak } from '../config/lines.js';

/** No argument that we read is longer; a brace that never closes is looked for no further. */
const LONGEST = 1000;
const LONGEST_OPTIONS = 400;
/** Names of environments and labels. */
export const LONGEST_NAME = 80;

/** After blanks, and one line break at most. */
export function skipSpace(text: string, at: number): number {
  let breaks = 0;
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (isBreak(unit)) {
      if (unit === 0x0d && text.charCodeAt(at + 1) === 0x0a) at++;
      if (++breaks > 1) return at;
    } else if (!isBlank(unit)) return at;
  }
}

/** After the bracket that closes the one at `at`, braces balanced; -1 where there is none. */
function closingOf(text: string, at: number, longest: number): number {
  const open = text.charCodeAt(at);
  const close = open === 0x5b ? 0x5d : 0x7d;
  const limit = Math.min(text.length, at + longest);
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5c) i++;
    else if (unit === 0x25) while (i + 1 < limit && !isBreak(text.charCodeAt(i + 1))) i++;
    else if (unit === 0x7b && open === 0x7b) depth++;
    else if (unit === 0x7b) {
      const inner = closingOf(text, i, limit - i);
      if (inner < 0) return -1;
      i = inner - 1;
    } else if (unit === open) depth++;
    else if (unit === close && --depth === 0) return i + 1;
  }
  return -1;
}

export interface Argument {
  readonly text: string;
  /** After its bracket. */
  readonly end: number;
}

/** `{…}` at `at`, blanks before it skipped. */
export function braced(text: string, at: number, longest = LONGEST): Argument | undefined {
  const open = skipSpace(text, at);
  if (text.charCodeAt(open) !== 0x7b) return undefined;
  const end = closingOf(text, open, longest);
  return end < 0 ? undefined : { text: text.slice(open + 1, end - 1), end };
}

/** `[…]` at `at`; where there is none, nothing is skipped. */
export function optional(text: string, at: number): Argument {
  const open = skipSpace(text, at);
  const end = text.charCodeAt(open) === 0x5b ? closingOf(text, open, LONGEST_OPTIONS) : -1;
  return end < 0 ? { text: '', end: at } : { text: text.slice(open + 1, end - 1), end };
}

/** The end of the line at `at`, when nothing but a comment follows; else `at`, blanks skipped. */
export function lineTail(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 0x25) while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a) return end + 2;
  return isBreak(text.charCodeAt(end)) ? end + 1 : end;
}
