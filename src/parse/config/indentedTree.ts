/**
 * The tree of an indented text: a deeper line belongs to the nearest line above
 * with less indentation.
 *
 *     jobs:              column 0
 *       # compiles       ┐ goes with the key below: same column, no blank line between
 *       build:           ┘ column 2
 *       - run: make      an item in the same column as its key is a child of the key
 *       # - run: test
 *                        the comment above is deeper than `other`, so it belongs to `jobs`
 *     other: 1
 */
import type { Outline } from './outline.js';

export class IndentedTree {
  readonly #outline: Outline;
  readonly #columns: number[] = [];
  readonly #items: boolean[] = [];
  /** End of the last line that was not a comment. */
  #lastLineEnd = 0;
  /** The innermost open node is an item without children yet. */
  #isEmptyItem = false;
  /** Comment lines since then, not yet assigned to a node. */
  readonly #commentColumns: number[] = [];
  readonly #commentStarts: number[] = [];
  readonly #commentEnds: number[] = [];
  /** How many of them are followed by a blank line. */
  #commentsBeforeBlank = 0;
  /** How many of them were assigned to closed nodes. */
  #assignedComments = 0;

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  /** Column of the innermost open node; -1 in the document itself. */
  get column(): number {
    return this.#columns.at(-1) ?? -1;
  }

  blankLine(): void {
    this.#commentsBeforeBlank = this.#commentColumns.length;
  }

  comment(column: number, start: number, end: number): void {
    this.#commentColumns.push(column);
    this.#commentStarts.push(start);
    this.#commentEnds.push(end);
  }

  /** Opens a key. Returns true if it is the first in an item. */
  key(column: number, start: number, nameStart: number, nameEnd: number): boolean {
    this.closeFrom(column);
    const isFirst = this.#isEmptyItem;
    this.#outline.open('key', this.#withComments(column, start), nameStart, nameEnd);
    this.#push(column, false);
    return isFirst;
  }

  item(column: number, start: number): void {
    this.closeFrom(column, true);
    this.#outline.open('item', this.#withComments(column, start));
    this.#push(column, true);
  }

  /** A line of the open node ended. */
  line(end: number): void {
    this.#lastLineEnd = end;
    this.#clearComments();
  }

  /** Closes the nodes that cannot contain a line at this column. */
  closeFrom(column: number, keepKey = false): void {
    while (this.column > column || (this.column === column && column >= 0 && !(keepKey && !this.#items.at(-1)))) {
      this.#outline.close(this.#endOf(this.column));
      this.#columns.pop();
      this.#items.pop();
      this.#isEmptyItem = false;
    }
  }

  #push(column: number, item: boolean): void {
    this.#columns.push(column);
    this.#items.push(item);
    this.#isEmptyItem = item;
    this.#clearComments();
  }

  /** A node includes the comments after it that are deeper than itself. */
  #endOf(column: number): number {
    while (
      this.#assignedComments < this.#commentColumns.length &&
      this.#commentColumns[this.#assignedComments] > column
    )
      this.#assignedComments++;
    return this.#assignedComments === 0 ? this.#lastLineEnd : this.#commentEnds[this.#assignedComments - 1];
  }

  #withComments(column: number, start: number): number {
    let first = this.#commentColumns.length;
    const min = Math.max(this.#commentsBeforeBlank, this.#assignedComments);
    while (first > min && this.#commentColumns[first - 1] <= column) first--;
    return this.#commentStarts[first] ?? start;
  }

  #clearComments(): void {
    this.#commentsBeforeBlank = 0;
    this.#assignedComments = 0;
    if (this.#commentColumns.length === 0) return;
    this.#commentColumns.length = 0;
    this.#commentStarts.length = 0;
    this.#commentEnds.length = 0;
  }
}
