/**
 * The current line, and how much of it its containers have consumed. A tab
 * advances to the next multiple of four, and may be half inside a container:
 *
 *     >\tfoo     the quote takes `>` and one column of the tab; two are left before foo
 */
import { isSpaceOrTab } from '../scanning.js';
export class MarkdownLine {
  readonly text: string;
  /** The start of the line, the end of its text, and the start of the next line. */
  at = 0;
  stop = 0;
  next: number;
  /** The first visible character from the position on, and the columns before it. */
  first = 0;
  indent = 0;
  #position = 0;
  #column = 0;
  /** The next LF and CR; past the end if there is none, so that neither is searched for twice. */
  #nextLf = -1;
  #nextCr = -1;

  constructor(text: string, from: number) {
    this.text = text;
    this.next = from;
  }

  /** Moves to the next line; false at the end of the text. */
  read(): boolean {
    const { text } = this;
    const at = this.next;
    if (at >= text.length) return false;
    this.at = at;
    this.#position = at;
    this.#column = 0;
    if (this.#nextLf < at) this.#nextLf = indexOrInfinity(text, '\n', at);
    if (this.#nextCr < at) this.#nextCr = indexOrInfinity(text, '\r', at);
    const stop = Math.min(this.#nextLf, this.#nextCr, text.length);
    this.stop = stop;
    this.next = stop === this.#nextCr && this.#nextLf === stop + 1 ? stop + 2 : Math.min(stop + 1, text.length);
    return true;
  }

  get isBlank(): boolean {
    return this.first >= this.stop;
  }

  /** Sets `first` and `indent` from the current position. */
  measureIndent(): void {
    const { text, stop } = this;
    let at = this.#position;
    let column = this.#column;
    for (; at < stop; at++) {
      const unit = text.charCodeAt(at);
      if (!isSpaceOrTab(unit)) break;
      column += unit === TAB ? 4 - (column & 3) : 1;
    }
    this.first = at;
    this.indent = column - this.#column;
  }

  /** Skips this many columns of blanks. */
  skipColumns(columns: number): void {
    const { text, stop } = this;
    const targetColumn = this.#column + columns;
    while (this.#column < targetColumn && this.#position < stop && isSpaceOrTab(text.charCodeAt(this.#position))) {
      const width = text.charCodeAt(this.#position) === TAB ? 4 - (this.#column & 3) : 1;
      if (this.#column + width > targetColumn) {
        this.#column = targetColumn; // half a tab
        return;
      }
      this.#column += width;
      this.#position++;
    }
  }

  /** Skips the `>` at `first` and a blank after it. */
  skipQuoteMark(): void {
    this.#advanceTo(this.first + 1);
    this.skipColumns(1);
  }

  /**
   * Skips an item's marker, [first, end), and the blanks after it; returns the
   * columns. Blanks at the end of the line, or enough of them to begin code,
   * count as one.
   */
  skipItemMark(end: number, codeIndent: number): number {
    const width = end - this.first;
    this.#advanceTo(end);
    this.measureIndent();
    const blanks = this.isBlank || this.indent > codeIndent ? 1 : this.indent;
    this.skipColumns(blanks);
    return width + blanks;
  }

  #advanceTo(end: number): void {
    this.#column += this.indent + end - this.first;
    this.#position = end;
  }
}

function indexOrInfinity(text: string, char: string, from: number): number {
  const at = text.indexOf(char, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/**
 * Tests for what a line begins. Each function checks [at, stop), the visible text
 * of one line without its break, and returns -1 or 0 if it does not match.
 */

const TAB = 0x09;

export const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Nothing but spaces and tabs from here on. */
export function isBlankFrom(text: string, at: number, stop: number): boolean {
  while (at < stop && isSpaceOrTab(text.charCodeAt(at))) at++;
  return at >= stop;
}

/** After a run of one character. */
function runEnd(text: string, at: number, stop: number): number {
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

/** A line of `=` makes the paragraph above it a heading of level 1; one of `-`, level 2. */
export const isUnderline = (text: string, at: number, stop: number): boolean =>
  isBlankFrom(text, runEnd(text, at, stop), stop);

/** Length of the opening fence; the info string of a backtick fence has no backticks. */
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
