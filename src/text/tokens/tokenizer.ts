/**
 * A tokenizer. One of the caller's own needs `name` and `count`; ours also have a
 * ruler, which measures a text once and then knows the exact count of any part
 * of it.
 *
 * Implementations are in this folder and collected in `index.ts`.
 */
export interface Tokenizer {
  readonly name: string;
  /**
   * Tokens of a text, special tokens read as ordinary text. May stop early once
   * the count exceeds `limit`, and then returns any number above it.
   */
  count(text: string, limit?: number): number;
  ruler?(text: string): Ruler;
  /** End of each token in UTF-16 code units. The token window needs it. */
  tokenEnds?(text: string): readonly number[];
}

/** A measured text. Offsets never fall between the halves of a surrogate pair. */
export interface Ruler {
  /** Exact tokens of `text.slice(start, end)` on its own; above `limit`, any number above it. */
  tokens(start: number, end: number, limit?: number): number;
  /** Exact tokens of `before + text.slice(start, end)`, if the ruler can do this faster than counting. */
  tokensAfter?(before: string, start: number, end: number): number;
  /** Whether `tokens(start, end)` is at most `limit`. */
  fits(start: number, end: number, limit: number): boolean;
  /** Tokens before `at`, give or take the few that a cut there would change. */
  roughly(at: number): number;
  /** What a cut at `at` contributes to the counts of the parts that begin and end there. */
  edge(at: number): TokenEdge;
}

/**
 * Counts add up: from `a` to `b` there are `b.closes - a.opens` tokens. This is
 * exact for our own tokenizers as long as `a.settled <= b.anchored`; between
 * closer cuts, and for other tokenizers, call `tokens()`.
 */
export interface TokenEdge {
  readonly opens: number;
  readonly closes: number;
  readonly settled: number;
  readonly anchored: number;
}
