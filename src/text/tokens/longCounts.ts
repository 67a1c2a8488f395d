/**
 * Token counts of pretokens too long for the table of pretokens. The parts of one
 * endless word are much alike: a million equals signs are cut every so many, and
 * then measured from each cut to each of the next sixteen.
 */
const MOST = 256;
const MOST_UNITS = 1 << 22;

export class LongCounts {
  readonly #counts = new Map<string, number>();
  #units = 0;

  /** `pretoken`: a string of its own. A slice would keep the whole text it is from. */
  of(pretoken: string, count: () => number): number {
    const known = this.#counts.get(pretoken);
    if (known !== undefined) return known;
    const tokens = count();
    if (this.#counts.size === MOST || this.#units + pretoken.length > MOST_UNITS) {
      this.#counts.clear();
      this.#units = 0;
    }
    this.#counts.set(pretoken, tokens);
    this.#units += pretoken.length;
    return tokens;
  }
}
