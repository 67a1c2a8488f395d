/**
 * YAML values that close themselves and may span lines: "quoted" and {flow: [..]}.
 * Lines that go on with one stand deeper than the node at `column` that holds it;
 * a line that does not ends the search, so an unclosed quote or bracket cannot
 * swallow the keys after it.
 *
 * Both give the position after the value, or ~position where they gave up.
 */
import { afterBreak, isLineBreak, isLineEnd, isSpaceOrTab, skipSpaces } from '../scanning.js';

export function quotedEnd(text: string, at: number, column: number): number {
  const quote = text.charCodeAt(at);
  for (at++; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      if (quote === 0x22 || text.charCodeAt(at + 1) !== quote) return at + 1;
      at++; // 'it''s'
    } else if (unit === 0x5c && quote === 0x22 && !isLineBreak(text.charCodeAt(at + 1))) at++;
    else if (isLineBreak(unit)) {
      const line = afterBreak(text, at);
      if (!isDeeper(text, line, column)) return ~line;
      at = line - 1;
    }
  }
  return ~text.length;
}

export function flowEnd(text: string, at: number, column: number): number {
  let depth = 0;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5b || unit === 0x7b) depth++;
    else if (unit === 0x5d || unit === 0x7d) {
      if (--depth === 0) return at + 1;
    } else if ((unit === 0x22 || unit === 0x27) && beginsToken(text.charCodeAt(at - 1))) {
      const end = quotedEnd(text, at, column);
      if (end < 0) return end;
      at = end - 1;
    } else if (unit === 0x23 && isBlankOrBreak(text.charCodeAt(at - 1))) {
      while (!isLineEnd(text.charCodeAt(at + 1))) at++;
    } else if (isLineBreak(unit)) {
      const line = afterBreak(text, at);
      // Closing brackets are commonly put under the key, though the standard wants them deeper.
      const first = text.charCodeAt(skipSpaces(text, line));
      if (first !== 0x5d && first !== 0x7d && !isDeeper(text, line, column)) return ~line;
      at = line - 1;
    }
  }
  return ~text.length;
}

const isBlankOrBreak = (unit: number): boolean => isSpaceOrTab(unit) || isLineBreak(unit);

/** Elsewhere a quote is an apostrophe: [don't]. */
const beginsToken = (before: number): boolean =>
  isBlankOrBreak(before) || before === 0x5b || before === 0x7b || before === 0x2c || before === 0x3a;

function isDeeper(text: string, line: number, column: number): boolean {
  const first = skipSpaces(text, line);
  return first - line > column ? !isMarker(text, line) : isLineEnd(text.charCodeAt(first));
}

/** `---` begins a document and `...` ends one, at the left margin only. */
export function isMarker(text: string, line: number): boolean {
  const unit = text.charCodeAt(line);
  if (unit !== 0x2d && unit !== 0x2e) return false;
  if (text.charCodeAt(line + 1) !== unit || text.charCodeAt(line + 2) !== unit) return false;
  const after = text.charCodeAt(line + 3);
  return isSpaceOrTab(after) || isLineEnd(after);
}
