/**
 * Where rows and cells end. A cell in quotes may hold delimiters and line breaks,
 * and a doubled quote stands for one:
 *
 *     id,note⏎
 *     1,"two⏎
 *     lines, ""quoted"""⏎      the row ends here
 *     2,5" pipe⏎               a quote inside a cell is just a quote
 *
 * A quote that never closes opens nothing, so one slip costs one row.
 */
import { isLineBreak, lineEnds } from '../scanning.js';

const QUOTE = 0x22;
/** Searches that may run to the end of the text in vain; after that a quote opens nothing any more. */
const MAX_FAILED_SEARCHES = 16;

export class CsvRows {
  readonly #text: string;
  readonly #delimiter: number;
  readonly #lineEnd: (at: number) => number;
  #searchesLeft = MAX_FAILED_SEARCHES;
  /** The first quote at or after the place last asked for. */
  #quote = -1;
  /** The row last read has line breaks inside. */
  spansLines = false;

  constructor(text: string, delimiter: number) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnds(text);
  }

  /** End of the row at `at`, its line break included. `cell` is told where each cell is, where that is asked. */
  end(at: number, cell?: (start: number, end: number) => void): number {
    const line = this.#lineEnd(at);
    this.spansLines = false;
    if (!cell && this.#nextQuote(at) >= line) return line;
    let start = at;
    let stop = line;
    for (;;) {
      let end = start;
      if (this.#text.charCodeAt(start) === QUOTE) {
        const after = this.#afterQuotes(start);
        if (after > stop) {
          stop = this.#lineEnd(after - 1);
          this.spansLines = true;
        }
        end = after;
      }
      while (end < stop && this.#text.charCodeAt(end) !== this.#delimiter && !isLineBreak(this.#text.charCodeAt(end)))
        end++;
      cell?.(start, end);
      if (end >= stop || this.#text.charCodeAt(end) !== this.#delimiter) return stop;
      start = end + 1;
    }
  }

  #nextQuote(at: number): number {
    if (this.#quote < at) {
      const found = this.#text.indexOf('"', at);
      this.#quote = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#quote;
  }

  /** After the closing quote of the cell at `start`; where there is none, `start` itself. */
  #afterQuotes(start: number): number {
    const text = this.#text;
    if (this.#searchesLeft === 0) return start;
    for (let at = this.#nextQuote(start + 1); at < text.length; at = this.#nextQuote(at + 1)) {
      if (text.charCodeAt(at + 1) === QUOTE) at++;
      else if (this.#endsCell(at + 1)) return at + 1;
    }
    this.#searchesLeft--;
    this.#quote = -1; // it ran ahead
    return start;
  }

  #endsCell(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    return unit === this.#delimiter || isLineBreak(unit) || at === this.#text.length;
  }
}

/** The cells of the row at `start` as text, their quotes taken off; `most` of them. */
export function cellsOf(text: string, delimiter: number, start: number, most: number): string[] {
  const cells: string[] = [];
  new CsvRows(text, delimiter).end(start, (from, to) => {
    if (cells.length < most) cells.push(unquoted(text.slice(from, to)));
  });
  return cells;
}

const unquoted = (cell: string): string =>
  (cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell
  ).trim();
