/**
 * What a line can begin. Each function looks at [at, stop), the visible text of
 * one line without its break, and answers with -1 or 0 when it is something else.
 */

const SPACE = 0x20;
export const TAB = 0x09;

export const isSpaceOrTab = (unit: number): boolean => unit === SPACE || unit === TAB;
export const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Nothing but spaces and tabs from here on. */
export function isBlankFrom(text: string, at: number, stop: number): boolean {
  while (at < stop && isSpaceOrTab(text.charCodeAt(at))) at++;
  return at >= stop;
}

/** After a run of one character. */
export function runEnd(text: string, at: number, stop: number): number {
  const unit = text.charCodeAt(at);
  while (at < stop && text.charCodeAt(at) === unit) at++;
  return at;
}

/** `## Title` → 2 */
export function atxLevel(text: string, at: number, stop: number): number {
  const end = runEnd(text, at, Math.min(stop, at + 7));
  return end - at <= 6 && (end >= stop || isSpaceOrTab(text.charCodeAt(end))) ? end - at : 0;
}

/** Three of a kind or more, with blanks between: `* * *` */
export function isThematicBreak(text: string, at: number, stop: number): boolean {
  const unit = text.charCodeAt(at);
  let count = 0;
  for (; at < stop; at++) {
    const other = text.charCodeAt(at);
    if (other === unit) count++;
    else if (!isSpaceOrTab(other)) return false;
  }
  return count >= 3;
}

/** A line of `=` makes what stands above it a heading of level 1; one of `-`, 2. */
export const isUnderline = (text: string, at: number, stop: number): boolean =>
  isBlankFrom(text, runEnd(text, at, stop), stop);

/** How long the fence is that opens here; a fence of backticks has none in its info. */
export function fenceLength(text: string, at: number, stop: number): number {
  const end = runEnd(text, at, stop);
  if (end - at < 3) return 0;
  if (text.charCodeAt(at) === 0x60) for (let i = end; i < stop; i++) if (text.charCodeAt(i) === 0x60) return 0;
  return end - at;
}

/** The fence that was opened with `unit`, `length` times, closes here. */
export function closesFence(text: string, at: number, stop: number, unit: number, length: number): boolean {
  if (text.charCodeAt(at) !== unit) return false;
  const end = runEnd(text, at, stop);
  return end - at >= length && isBlankFrom(text, end, stop);
}

/** After the marker of a list item, `-` or `12.`; a blank or the end of the line must follow. */
export function markerEnd(text: string, at: number, stop: number): number {
  let end = at;
  if (isDigit(text.charCodeAt(at))) {
    while (end < stop && isDigit(text.charCodeAt(end))) if (++end - at > 9) return -1;
    const unit = text.charCodeAt(end);
    if (end >= stop || (unit !== 0x2e && unit !== 0x29)) return -1; // . )
  }
  end++;
  return end >= stop || isSpaceOrTab(text.charCodeAt(end)) ? end : -1;
}
