/** Arguments of commands: where they end, and their text without markup. */
import { isLineBreak, isSpaceOrTab } from '../scanning.js';

/** Limits the search for a closing brace. */
const MAX_ARGUMENT_CHARS = 1000;
const MAX_OPTIONS_CHARS = 400;
/** Names of environments and labels. */
export const MAX_NAME_CHARS = 80;

/** After blanks, and one line break at most. */
export function skipToArgument(text: string, at: number): number {
  let newlines = 0;
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (isLineBreak(unit)) {
      if (unit === 0x0d && text.charCodeAt(at + 1) === 0x0a) at++;
      if (++newlines > 1) return at;
    } else if (!isSpaceOrTab(unit)) return at;
  }
}

/** After the bracket that closes the one at `at`, with balanced braces; -1 if there is none. */
function closingEnd(text: string, at: number, maxChars: number): number {
  const open = text.charCodeAt(at);
  const close = open === 0x5b ? 0x5d : 0x7d;
  const limit = Math.min(text.length, at + maxChars);
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5c) i++;
    else if (unit === 0x25) while (i + 1 < limit && !isLineBreak(text.charCodeAt(i + 1))) i++;
    else if (unit === 0x7b && open === 0x7b) depth++;
    else if (unit === 0x7b) {
      const inner = closingEnd(text, i, limit - i);
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

/** `{…}` at `at`, after optional blanks. */
export function bracedArgument(text: string, at: number, maxChars = MAX_ARGUMENT_CHARS): LatexArgument | undefined {
  const openAt = skipToArgument(text, at);
  if (text.charCodeAt(openAt) !== 0x7b) return undefined;
  const end = closingEnd(text, openAt, maxChars);
  return end < 0 ? undefined : { text: text.slice(openAt + 1, end - 1), end };
}

/** `[…]` at `at`; empty if there is none. */
export function optionalArgument(text: string, at: number): LatexArgument {
  const openAt = skipToArgument(text, at);
  const end = text.charCodeAt(openAt) === 0x5b ? closingEnd(text, openAt, MAX_OPTIONS_CHARS) : -1;
  return end < 0 ? { text: '', end: at } : { text: text.slice(openAt + 1, end - 1), end };
}

/** The end of the line if only a comment follows, else `at` without blanks. */
export function afterLineEnd(text: string, at: number): number {
  let end = at;
  while (isSpaceOrTab(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 0x25) while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a) return end + 2;
  return isLineBreak(text.charCodeAt(end)) ? end + 1 : end;
}

/**
 * A title as plain text.
 *
 *     Wood \emph{and} iron\label{sec:wood}   → Wood and iron, with the anchor sec:wood
 *     \texorpdfstring{$\alpha$}{alpha}~beams → alpha beams
 */

const LABEL = /\\label\s{0,20}\{([^{}]{1,200})\}/g;
/** Commands whose argument is not part of the text. */
const DROPPED_COMMANDS =
  /\\(?:index|footnote|thanks|vspace|hspace|cite\w{0,10}|ref|pageref)\*?\s{0,20}(?:\[[^\][]{0,200}\])?\{[^{}]{0,400}\}/g;
const PDF_STRING =
  /\\texorpdfstring\s{0,20}\{[^{}]{0,400}(?:\{[^{}]{0,400}\}[^{}]{0,400}){0,8}\}\s{0,20}\{([^{}]{0,400})\}/g;
const ESCAPED = /\\([%&$#_{}])/g;
const COMMAND = /\\(?:[a-zA-Z]{1,60}\*?\s{0,20}|.)/g;

export function latexTitle(rawTitle: string): { name: string; anchors: string[] } {
  const anchors: string[] = [];
  const name = rawTitle
    .replace(/(^|[^\\])%[^\r\n]*/g, '$1')
    .replace(LABEL, (_, anchor: string) => {
      anchors.push(anchor);
      return '';
    })
    .replace(PDF_STRING, '$1')
    .replace(DROPPED_COMMANDS, '')
    .replace(/\\\\/g, ' ')
    .replace(ESCAPED, (_, char: string) => (char === '{' || char === '}' ? '' : char))
    .replace(COMMAND, '')
    .replace(/[{}]/g, '')
    .replace(/[~\s]+/g, ' ')
    .replace(/---?/g, (dashes) => (dashes.length === 3 ? '—' : '–'))
    .trim();
  return { name, anchors };
}
