/**
 * A text as lines, numbered from 0. For each line, the start, the first visible
 * character and the end of the last one are computed once.
 *
 *     ··Title··⏎next
 *     ^ start    ^ end(0), start(1)
 *       ^ first
 *            ^ stop
 */
import type { Source } from '../../types.js';

const TAB_WIDTH = 8;

export class DocumentLines {
  readonly text: string;
  readonly count: number;
  /** One entry more than lines: the last one is the length of the text. */
  readonly #starts: Uint32Array;
  readonly #firsts: Uint32Array;
  readonly #stops: Uint32Array;

  constructor({ text, offsets }: Source) {
    this.text = text;
    this.count = text === '' ? 0 : offsets.lineCount;
    this.#starts = new Uint32Array(this.count + 1);
    this.#firsts = new Uint32Array(this.count);
    this.#stops = new Uint32Array(this.count);
    for (let line = 0; line <= this.count; line++) this.#starts[line] = offsets.lineStart(line + 1);
    // A byte order mark is not part of the first line.
    if (this.count > 0 && text.charCodeAt(0) === 0xfeff) this.#starts[0] = 1;
    for (let line = 0; line < this.count; line++) {
      let first = this.#starts[line];
      let stop = this.#starts[line + 1];
      while (first < stop && isWhitespace(text.charCodeAt(first))) first++;
      while (stop > first && isWhitespace(text.charCodeAt(stop - 1))) stop--;
      this.#firsts[line] = first;
      this.#stops[line] = stop;
    }
  }

  start(line: number): number {
    return this.#starts[line];
  }

  /** After the line break: the start of the next line. */
  end(line: number): number {
    return this.#starts[line + 1];
  }

  /** The first visible character, or stop(line) if there is none. */
  first(line: number): number {
    return this.#firsts[line];
  }

  /** After the last visible character. */
  stop(line: number): number {
    return this.#stops[line];
  }

  /** Also true past the end. */
  isBlank(line: number): boolean {
    return line >= this.count || this.#firsts[line] === this.#stops[line];
  }

  /** The text of the line without surrounding white space. */
  trimmed(line: number): string {
    return this.text.slice(this.#firsts[line], this.#stops[line]);
  }

  /** First code unit after the indentation; NaN on a blank line. */
  unit(line: number): number {
    return this.isBlank(line) ? Number.NaN : this.text.charCodeAt(this.#firsts[line]);
  }

  /** Columns before the first visible character; a tab advances to the next multiple of eight. */
  indent(line: number): number {
    let column = 0;
    for (let at = this.#starts[line]; at < this.#firsts[line]; at++)
      column += this.text.charCodeAt(at) === 0x09 ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
    return column;
  }

  /** The line after the blank ones at `line`, or `to`. */
  skipBlank(line: number, to: number): number {
    while (line < to && this.isBlank(line)) line++;
    return line;
  }

  /** The end of [from, to) without trailing blank lines. */
  trimEnd(from: number, to: number): number {
    while (to > from && this.isBlank(to - 1)) to--;
    return to;
  }

  /** Is the line a run of `unit`, at least `minLength` long? */
  isRun(line: number, unit: number, minLength: number): boolean {
    const first = this.#firsts[line];
    const stop = this.#stops[line];
    if (stop - first < minLength) return false;
    for (let at = first; at < stop; at++) if (this.text.charCodeAt(at) !== unit) return false;
    return true;
  }
}

/** White space; chunk/ trims the same characters. */
export const isWhitespace = (unit: number): boolean =>
  unit === 0x20 ||
  (unit >= 0x09 && unit <= 0x0d) ||
  (unit >= 0x85 &&
    (unit === 0x85 || unit === 0xa0 || unit === 0xfeff || unit === 0x3000 || unit === 0x2028 || unit === 0x2029));

/**
 * The lines that close blocks, collected in one pass before the blocks are read.
 * So an unclosed block costs one lookup, not a search to the end of the text, and
 * a file of nothing but openers takes linear time.
 */
export class Closers {
  readonly #lines = new Map<string, number[]>();

  /** Lines are added in order. */
  add(key: string, line: number): void {
    const keyLines = this.#lines.get(key);
    if (keyLines) keyLines.push(line);
    else this.#lines.set(key, [line]);
  }

  /** The first line of that kind at or after `line`, or -1. */
  next(key: string, line: number): number {
    const keyLines = this.#lines.get(key);
    if (!keyLines) return -1;
    let low = 0;
    let high = keyLines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keyLines[middle] < line) low = middle + 1;
      else high = middle;
    }
    return low < keyLines.length ? keyLines[low] : -1;
  }
}

/**
 * The end of the lines that continue the block at `line`: lines indented deeper
 * than `column`, and blank lines between them.
 *
 *     - an item         column 0
 *       goes on         deeper
 *
 *       still           deeper, after a blank line
 *     text              ends the block
 */
export function indentedEnd(lines: DocumentLines, line: number, to: number, column: number): number {
  let end = line + 1;
  for (let at = line + 1; at < to; at++) {
    if (lines.isBlank(at)) continue;
    if (lines.indent(at) <= column) break;
    end = at + 1;
  }
  return end;
}

/** The next blank line, or `to`. */
export function blankEnd(lines: DocumentLines, line: number, to: number): number {
  let end = line + 1;
  while (end < to && !lines.isBlank(end)) end++;
  return end;
}
