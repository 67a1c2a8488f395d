/** Where the lines of a text begin and end; queried often, in the order of the text. */

export class CodeLines {
  readonly text: string;
  /** The last break that was found, and where its search began: the next query is mostly about the same line. */
  #from = 0;
  #break = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Start of the line, if only white space is before `at`; otherwise -1. */
  head(at: number): number {
    let i = at;
    while (i > 0) {
      const unit = this.text.charCodeAt(i - 1);
      if (unit === 10 || unit === 13) return i;
      if (unit !== 32 && unit !== 9 && unit !== 0xfeff && unit !== 12) return -1;
      i--;
    }
    return 0;
  }

  /** Start of the line before the one that begins at `head`. */
  before(head: number): number {
    return this.text.lastIndexOf('\n', head - 2) + 1;
  }

  /** After the line break of the last line before `at` that is not blank: some nodes include the white space after them. */
  end(at: number): number {
    let last = at;
    while (last > 0 && isBlank(this.text.charCodeAt(last - 1))) last--;
    return Math.min(this.text.length, this.#breakAfter(last) + 1);
  }

  /** Whether a line ends inside. */
  between(start: number, end: number): boolean {
    return this.#breakAfter(start) < end;
  }

  /** The first visible character of a line. */
  firstVisible(lineStart: number): number {
    let i = lineStart;
    while (this.text.charCodeAt(i) === 32 || this.text.charCodeAt(i) === 9) i++;
    return i;
  }

  /** Line breaks between the end of a line and the start of another: 0 if they touch. */
  blankLines(end: number, start: number): number {
    let breaks = 0;
    for (let i = end; i < start; i++) if (this.text.charCodeAt(i) === 10) breaks++;
    return breaks;
  }

  /** Searched once per line, however many nodes the line has: a file can be one line. */
  #breakAfter(at: number): number {
    if (at < this.#from || at > this.#break) {
      const found = this.text.indexOf('\n', at);
      this.#from = at;
      this.#break = found < 0 ? this.text.length : found;
    }
    return this.#break;
  }
}

const isBlank = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);
