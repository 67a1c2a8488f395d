/**
 * Where things close. Collected in one pass before the blocks are read, so that
 * an opener that never closes costs one look-up, not a search to the end of the
 * text: a file of nothing but openers stays linear.
 */
export class Closers {
  readonly #lines = new Map<string, number[]>();

  /** Lines are added in order. */
  add(key: string, line: number): void {
    const known = this.#lines.get(key);
    if (known) known.push(line);
    else this.#lines.set(key, [line]);
  }

  /** The first line of that kind at or after `line`, or -1. */
  next(key: string, line: number): number {
    const known = this.#lines.get(key);
    if (!known) return -1;
    let low = 0;
    let high = known.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (known[middle] < line) low = middle + 1;
      else high = middle;
    }
    return low < known.length ? known[low] : -1;
  }
}
