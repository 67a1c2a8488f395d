/** The lines of a text that an expression matches, numbered as in records and addresses. */

export interface MatchedLine {
  /** 1-based. */
  readonly line: number;
  /** Without its line end. */
  readonly text: string;
  /** The matches, as [from, to) in the line. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  /** Lines around it, if requested. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

export interface GrepTextOptions {
  /** Lines of context around each match. */
  readonly context?: number;
  readonly limit?: number;
  /** Only these lines, inclusive. */
  readonly within?: readonly (readonly [from: number, to: number])[] | undefined;
}

/**
 * The expression runs over the whole text, and after a match continues at the next
 * line: most texts have no match, and testing line by line takes four times as long.
 */
export function grepText(original: string, expression: RegExp, options: GrepTextOptions = {}): MatchedLine[] {
  // A carriage return alone ends a line, too.
  const text = original.includes('\r') ? original.replace(/\r(?!\n)/g, '\n') : original;
  const { context = 0, limit = Number.POSITIVE_INFINITY, within } = options;
  const matches: MatchedLine[] = [];
  const cursor = new LineCursor(text);
  while (matches.length < limit && cursor.start < text.length) {
    expression.lastIndex = cursor.start;
    const match = expression.exec(text);
    if (!match || match.index >= cursor.last) break;
    cursor.goTo(match.index);
    const line = text.slice(cursor.start, cursor.end);
    const isWithin = !within || within.some(([from, to]) => cursor.number >= from && cursor.number <= to);
    const ranges = isWithin ? rangesIn(line, expression) : [];
    if (ranges.length > 0)
      matches.push({
        line: cursor.number,
        text: line,
        ranges,
        ...(context > 0
          ? { before: linesBefore(text, cursor.start, context), after: linesAfter(text, cursor.end, context) }
          : {}),
      });
    cursor.next();
  }
  return matches;
}

/** Line numbers of offsets. */
class LineCursor {
  number = 1;
  start = 0;
  end: number;
  /** An empty rest after the last line break is not a line. */
  readonly last: number;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.end = this.#endOf(0);
    this.last = text.endsWith('\n') ? text.length : text.length + 1;
  }

  goTo(offset: number): void {
    while (this.end < offset) this.next();
  }

  next(): void {
    this.number++;
    this.start = this.end + 1;
    this.end = this.#endOf(this.start);
  }

  #endOf(start: number): number {
    const end = this.#text.indexOf('\n', start);
    return end < 0 ? this.#text.length : end;
  }
}

function rangesIn(line: string, expression: RegExp): (readonly [number, number])[] {
  expression.lastIndex = 0; // matchAll starts there
  return Array.from(line.matchAll(expression), ({ index, 0: match }) => [index, index + match.length] as const);
}

function linesBefore(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let end = start - 1; end >= 0 && lines.length < count; ) {
    const from = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    lines.unshift(text.slice(from, end));
    end = from - 1;
  }
  return lines;
}

function linesAfter(text: string, end: number, count: number): string[] {
  const lines: string[] = [];
  for (let from = end + 1; from < text.length && lines.length < count; ) {
    const to = text.indexOf('\n', from);
    lines.push(text.slice(from, to < 0 ? text.length : to));
    from = to < 0 ? text.length : to + 1;
  }
  return lines;
}
