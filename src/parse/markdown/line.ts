/**
 * The line that is being read, and how far into it containers have come. Columns
 * count tabs to the next multiple of four; a tab may be half inside a container:
 *
 *     >\tfoo     the quote takes `>` and one column of the tab; two are left before foo
 */
import { isSpaceOrTab, TAB } from './starts.js';

export class MarkdownLine {
  readonly text: string;
  /** Where it starts, where its text stops, and where the next one starts. */
  at = 0;
  stop = 0;
  next: number;
  /** The first visible character from here on, and how many columns stand before it. */
  first = 0;
  indent = 0;
  #position = 0;
  #column = 0;
  /** The next of each; past the end when there is none. A text of nothing but the one is not searched for the other twice. */
  #feed = -1;
  #carriage = -1;

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
    if (this.#feed < at) this.#feed = indexOrInfinity(text, '\n', at);
    if (this.#carriage < at) this.#carriage = indexOrInfinity(text, '\r', at);
    const stop = Math.min(this.#feed, this.#carriage, text.length);
    this.stop = stop;
    this.next = stop === this.#carriage && this.#feed === stop + 1 ? stop + 2 : Math.min(stop + 1, text.length);
    return true;
  }

  get isBlank(): boolean {
    return this.first >= this.stop;
  }

  /** Finds `first` and `indent` from where reading stands. */
  look(): void {
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

  /** Reads over this many columns of blanks. */
  skip(columns: number): void {
    const { text, stop } = this;
    const goal = this.#column + columns;
    while (this.#column < goal && this.#position < stop && isSpaceOrTab(text.charCodeAt(this.#position))) {
      const width = text.charCodeAt(this.#position) === TAB ? 4 - (this.#column & 3) : 1;
      if (this.#column + width > goal) {
        this.#column = goal; // half a tab
        return;
      }
      this.#column += width;
      this.#position++;
    }
  }

  /** Reads over the `>` at `first` and a blank after it. */
  passQuoteMark(): void {
    this.#pass(this.first + 1);
    this.skip(1);
  }

  /**
   * Reads over an item's marker, [first, end), and the blanks after it; the
   * columns it took. Blanks that would make what follows code, or before
   * nothing, count as one.
   */
  passItemMark(end: number, code: number): number {
    const width = end - this.first;
    this.#pass(end);
    this.look();
    const blanks = this.isBlank || this.indent > code ? 1 : this.indent;
    this.skip(blanks);
    return width + blanks;
  }

  #pass(end: number): void {
    this.#column += this.indent + end - this.first;
    this.#position = end;
  }
}

function indexOrInfinity(text: string, char: string, from: number): number {
  const at = text.indexOf(char, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}
