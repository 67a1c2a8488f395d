/** Where the lines of a text begin and end, as syntax nodes need it: asked often, in the order of the text. */

export class CodeLines {
  readonly text: string;
  /** The break found last, and from where it was looked for: the next question is mostly about the same line. */
  #from = 0;
  #break = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Start of the line, when nothing but blanks stands before `at`; else -1. */
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

  /** Past the line break that ends the last line before `at` that is not blank: some nodes take in blanks behind them. */
  end(at: number): number {
    let last = at;
    while (last > 0 && isBlank(this.text.charCodeAt(last - 1))) last--;
    return Math.min(this.text.length, this.#breakAfter(last) + 1);
  }

  /** Does a line end inside? */
  between(start: number, end: number): boolean {
    return this.#breakAfter(start) < end;
  }

  /** Where the line that `at` stands in is no longer blank. */
  firstVisible(lineStart: number): number {
    let i = lineStart;
    while (this.text.charCodeAt(i) === 32 || this.text.charCodeAt(i) === 9) i++;
    return i;
  }

  /** Breaks between the end of a line and the start of another: none when they touch. */
  blankLines(end: number, start: number): number {
    let breaks = 0;
    for (let i = end; i < start; i++) if (this.text.charCodeAt(i) === 10) breaks++;
    return breaks;
  }

  /** Looked for once a line, however many nodes the line has: a file can be one line. */
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
