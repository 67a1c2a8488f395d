/**
 * Token counts of pieces too long for the table of pieces. The parts of one
 * endless word are much alike: a million equals signs are cut every so many, and
 * then measured from each cut to each of the next sixteen.
 */
const MOST = 256;
const MOST_UNITS = 1 << 22;

export class LongCounts {
  readonly #counts = new Map<string, number>();
  #units = 0;

  /** `piece`: a string of its own. A slice would keep the whole text it is from. */
  of(piece: string, count: () => number): number {
    const known = this.#counts.get(piece);
    if (known !== undefined) return known;
    const tokens = count();
    if (this.#counts.size === MOST || this.#units + piece.length > MOST_UNITS) {
      this.#counts.clear();
      this.#units = 0;
    }
    this.#counts.set(piece, tokens);
    this.#units += piece.length;
    return tokens;
  }
}
