/**
 * Where strings, comments, regular expressions and here-documents end. Each function
 * gets the offset after the opening mark and returns the offset after the closing
 * one, or NONE.
 */
import { inWord } from './characters.js';
import type { Token } from './token.js';

export const NONE = -1;

const LF = 10;
const CR = 13;
const BACKSLASH = 92;

/**
 * End of a string. If code starts inside it first, the result is the complement
 * (`~`) of the offset after the interpolation's opener:
 *
 *     "plain" + x      →   7
 *     "a ${b} c"       →  ~5
 */
export function stringEnd(text: string, from: number, token: Token): number {
  if (token.short) return characterEnd(text, from, token);
  const { text: open, close, escape: escapeUnit, doubled, multiline, interpolation } = token;
  if (multiline && escapeUnit < 0 && !doubled && interpolation === '') {
    const found = text.indexOf(close, from);
    return found < 0 ? NONE : found + close.length;
  }
  const closeUnit = close.charCodeAt(0);
  // A one-line string may continue after an escaped line break, but only where each quote on the way would have closed
  // it: a search that fails is then the last of its kind, and many openers cannot search the same lines again and again.
  const maySpanLines = multiline || open.endsWith(close);
  const interpolationUnit = interpolation === '' ? NONE : interpolation.charCodeAt(0);
  // Most characters are letters, which are skipped with one comparison.
  const maxSpecialUnit = Math.max(closeUnit, interpolationUnit, escapeUnit, CR);
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > maxSpecialUnit) continue;
    if (unit === closeUnit && text.startsWith(close, at)) {
      if (!doubled || !text.startsWith(close, at + close.length)) return at + close.length;
      at += 2 * close.length - 1;
      continue;
    }
    if (unit === interpolationUnit && text.startsWith(interpolation, at)) return ~(at + interpolation.length);
    if (unit === escapeUnit && (maySpanLines || !isBreak(text.charCodeAt(at + 1)))) at += escapedLength(text, at + 1);
    else if (!multiline && isBreak(unit)) return NONE;
  }
  return NONE;
}

const isBreak = (unit: number): boolean => unit === LF || unit === CR;
const escapedLength = (text: string, at: number): number => (text.startsWith('\r\n', at) ? 2 : 1);

/** Longest escape in a character literal: `'\u{10FFFF}'`. */
const MAX_ESCAPE_CHARS = 12;

function characterEnd(text: string, from: number, { close, escape: escapeUnit }: Token): number {
  if (text.charCodeAt(from) === escapeUnit) {
    for (let at = from + 2; at < from + MAX_ESCAPE_CHARS && at < text.length; at++) {
      if (text.startsWith(close, at)) return at + close.length;
    }
    return NONE;
  }
  if (text.startsWith(close, from)) return NONE;
  const isSurrogatePair = (text.charCodeAt(from) & 0xfc00) === 0xd800;
  const after = from + (isSurrogatePair ? 2 : 1);
  return text.startsWith(close, after) ? after + close.length : NONE;
}

/** Searches both marks only forwards, so it is linear however they are mixed. */
export function commentEnd(text: string, from: number, { text: open, close, nested }: Token): number {
  let closeAt = text.indexOf(close, from);
  if (!nested) return closeAt < 0 ? NONE : closeAt + close.length;
  let openAt = text.indexOf(open, from);
  for (let depth = 1; closeAt >= 0; ) {
    if (openAt >= 0 && openAt < closeAt) {
      depth++;
      openAt = text.indexOf(open, openAt + open.length);
      continue;
    }
    const after = closeAt + close.length;
    if (--depth === 0) return after;
    closeAt = text.indexOf(close, after);
    if (openAt >= 0 && openAt < after) openAt = text.indexOf(open, after);
  }
  return NONE;
}

export function regexEnd(text: string, from: number, stop: number): number {
  let inSet = false;
  for (let at = from; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === 91 /* [ */) inSet = true;
    else if (unit === 93 /* ] */) inSet = false;
    else if (unit === 47 /* / */ && !inSet) return at + 1;
  }
  return NONE;
}

/** The tag of a here-document: `EOF` in `<<-'EOF'`. */
export function heredocTag(text: string, from: number, spaced: boolean, wordUnits: Uint8Array): string | undefined {
  let at = from;
  if (text[at] === '-' || text[at] === '~') at++;
  while (spaced && (text[at] === ' ' || text[at] === '\t')) at++;
  if (text[at] === '"' || text[at] === "'" || text[at] === '\\') at++;
  const start = at;
  while (at < text.length && at < start + 64 && inWord(wordUnits, text.charCodeAt(at))) at++;
  const tag = text.slice(start, at);
  return /^[A-Za-z_]/.test(tag) ? tag : undefined;
}
