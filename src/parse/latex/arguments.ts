/** Where the arguments of a command begin and end. */
import { isLineBreak, isSpaceOrTab } from '../scanning.js';

/** No argument that we read is longer; a brace that never closes is looked for no further. */
const MAX_ARGUMENT_LENGTH = 1000;
const MAX_OPTIONS_LENGTH = 400;
/** Names of environments and labels. */
export const MAX_NAME_LENGTH = 80;

/** After blanks, and one line break at most. */
export function skipToArgument(text: string, at: number): number {
  let breaks = 0;
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (isLineBreak(unit)) {
      if (unit === 0x0d && text.charCodeAt(at + 1) === 0x0a) at++;
      if (++breaks > 1) return at;
    } else if (!isSpaceOrTab(unit)) return at;
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
    else if (unit === 0x25) while (i + 1 < limit && !isLineBreak(text.charCodeAt(i + 1))) i++;
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

export interface LatexArgument {
  readonly text: string;
  /** After its bracket. */
  readonly end: number;
}

/** `{…}` at `at`, blanks before it skipped. */
export function bracedArgument(text: string, at: number, longest = MAX_ARGUMENT_LENGTH): LatexArgument | undefined {
  const open = skipToArgument(text, at);
  if (text.charCodeAt(open) !== 0x7b) return undefined;
  const end = closingOf(text, open, longest);
  return end < 0 ? undefined : { text: text.slice(open + 1, end - 1), end };
}

/** `[…]` at `at`; where there is none, nothing is skipped. */
export function optionalArgument(text: string, at: number): LatexArgument {
  const open = skipToArgument(text, at);
  const end = text.charCodeAt(open) === 0x5b ? closingOf(text, open, MAX_OPTIONS_LENGTH) : -1;
  return end < 0 ? { text: '', end: at } : { text: text.slice(open + 1, end - 1), end };
}

/** The end of the line at `at`, when nothing but a comment follows; else `at`, blanks skipped. */
export function afterLineEnd(text: string, at: number): number {
  let end = at;
  while (isSpaceOrTab(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 0x25) while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a) return end + 2;
  return isLineBreak(text.charCodeAt(end)) ? end + 1 : end;
}
