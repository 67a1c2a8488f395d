/** Where the lines of a text begin and end; queried often, in the order of the text. */

export class CodeLines {
  readonly text: string;
  /** The last break that was found, and where its search began: the next query is mostly about the same line. */
  #searchedFrom = 0;
  #nextBreak = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Start of the line, if only white space is before `at`; otherwise -1. */
  lineStartAt(at: number): number {
    let i = at;
    while (i > 0) {
      const unit = this.text.charCodeAt(i - 1);
      if (unit === 10 || unit === 13) return i;
      if (unit !== 32 && unit !== 9 && unit !== 0xfeff && unit !== 12) return -1;
      i--;
    }
    return 0;
  }

  /** Start of the line before the one that begins at `lineStart`. */
  previousLineStart(lineStart: number): number {
    return this.text.lastIndexOf('\n', lineStart - 2) + 1;
  }

  /** After the line break of the last line before `at` that is not blank: some nodes include the white space after them. */
  lineEnd(at: number): number {
    let visibleEnd = at;
    while (visibleEnd > 0 && isBlank(this.text.charCodeAt(visibleEnd - 1))) visibleEnd--;
    return Math.min(this.text.length, this.#breakAfter(visibleEnd) + 1);
  }

  /** Whether a line ends inside. */
  hasLineBreak(start: number, end: number): boolean {
    return this.#breakAfter(start) < end;
  }

  /** Whether the line around `at` is at most so long; longer ones are mostly generated. */
  isShort(at: number, maxChars: number): boolean {
    const end = this.#breakAfter(at);
    const earliest = Math.max(0, end - maxChars);
    let i = at;
    while (i > earliest && this.text.charCodeAt(i - 1) !== 10) i--;
    return end - i < maxChars || i === 0;
  }

  /** The first visible character of a line. */
  firstVisible(lineStart: number): number {
    let i = lineStart;
    while (this.text.charCodeAt(i) === 32 || this.text.charCodeAt(i) === 9) i++;
    return i;
  }

  /** Line breaks between the end of a line and the start of another: 0 if they touch. */
  blankLines(end: number, start: number): number {
    let newlines = 0;
    for (let i = end; i < start; i++) if (this.text.charCodeAt(i) === 10) newlines++;
    return newlines;
  }

  /** Searched once per line, however many nodes the line has: a file can be one line. */
  #breakAfter(at: number): number {
    if (at < this.#searchedFrom || at > this.#nextBreak) {
      const found = this.text.indexOf('\n', at);
      this.#searchedFrom = at;
      this.#nextBreak = found < 0 ? this.text.length : found;
    }
    return this.#nextBreak;
  }
}

const isBlank = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);
