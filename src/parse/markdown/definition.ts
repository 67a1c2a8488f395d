/**
 * Link reference definitions are at the start of a paragraph, and are found only
 * when it ends:
 *
 *     [foo]: /url "title"     a definition
 *     [bar]:                  a definition of three lines
 *       /url
 *       'title'
 *     and then text           paragraph
 */
import { isSpaceOrTab } from '../scanning.js';

const LF = 0x0a;
const BACKSLASH = 0x5c;
const MAX_LABEL_CHARS = 999;
const MAX_PARENTHESES_DEPTH = 32;

/** The end of the definition at the start of `text`, after its line break, or -1. Lines end in LF and have no indentation. */
export function definitionEnd(text: string, at: number): number {
  const afterLabel = labelEnd(text, at);
  if (afterLabel < 0 || text.charCodeAt(afterLabel) !== 0x3a) return -1; // :
  const targetStart = skipBlank(text, afterLabel + 1);
  const targetEnd = destinationEnd(text, targetStart);
  if (targetEnd < 0) return -1;
  const endWithoutTitle = lineEndAt(text, targetEnd);
  const titleStart = skipBlank(text, targetEnd);
  if (titleStart > targetEnd) {
    const titleClose = titleEnd(text, titleStart);
    const end = titleClose < 0 ? -1 : lineEndAt(text, titleClose);
    if (end >= 0) return end;
  }
  return endWithoutTitle;
}

/** After `[label]`; a label is not blank and contains no bracket. */
function labelEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5b) return -1; // [
  let hasVisible = false;
  const searchEnd = Math.min(text.length, at + MAX_LABEL_CHARS + 2);
  for (let i = at + 1; i < searchEnd; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5d) return hasVisible ? i + 1 : -1; // ]
    if (unit === 0x5b) return -1;
    if (!isSpaceOrTab(unit) && unit !== LF) hasVisible = true;
    if (unit === BACKSLASH && isEscapable(text.charCodeAt(i + 1))) i++;
  }
  return -1;
}

const isEscapable = (unit: number): boolean => unit === BACKSLASH || unit === 0x5b || unit === 0x5d;

/** After `<a b>`, or after a word with balanced parentheses. */
function destinationEnd(text: string, at: number): number {
  if (text.charCodeAt(at) === 0x3c) return angledEnd(text, at + 1);
  let depth = 0;
  let i = at;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= SPACE_AND_CONTROL || unit === 0x7f) {
      if (!isSpaceOrTab(unit) && unit !== LF) return -1;
      break;
    }
    if (unit === BACKSLASH && (isParenthesis(text.charCodeAt(i + 1)) || text.charCodeAt(i + 1) === BACKSLASH)) i++;
    else if (unit === 0x28 && ++depth > MAX_PARENTHESES_DEPTH) return -1;
    else if (unit === 0x29 && depth-- === 0) return -1;
  }
  return i > at && depth === 0 ? i : -1;
}

const SPACE_AND_CONTROL = 0x20;
const isParenthesis = (unit: number): boolean => unit === 0x28 || unit === 0x29;

function angledEnd(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3e) return i + 1; // >
    if (unit === LF || unit === 0x3c) return -1;
    if (unit === BACKSLASH && isAngle(text.charCodeAt(i + 1))) i++;
  }
  return -1;
}

const isAngle = (unit: number): boolean => unit === BACKSLASH || unit === 0x3c || unit === 0x3e;

/** After a title in "", '' or (). */
function titleEnd(text: string, at: number): number {
  const open = text.charCodeAt(at);
  if (open !== 0x22 && open !== 0x27 && open !== 0x28) return -1;
  const close = open === 0x28 ? 0x29 : open;
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === close) return i + 1;
    if (unit === open) return -1;
    if (unit === BACKSLASH && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next === close || next === BACKSLASH) i++;
    }
  }
  return -1;
}

/** Skips blanks with at most one line break: a paragraph has no blank line. */
function skipBlank(text: string, at: number): number {
  while (isSpaceOrTab(text.charCodeAt(at)) || text.charCodeAt(at) === LF) at++;
  return at;
}

/** Start of the next line if only blanks are left on this one, else -1. */
function lineEndAt(text: string, at: number): number {
  while (isSpaceOrTab(text.charCodeAt(at))) at++;
  if (at >= text.length) return text.length;
  return text.charCodeAt(at) === LF ? at + 1 : -1;
}
