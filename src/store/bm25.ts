/**
 * How well a piece answers a word, as every store of ours reckons it:
 *
 *     score = Σ idf(word) · tf·(k1 + 1) / (tf + k1·(1 − b + b·length/average))
 *     idf   = ln((N − n + ½) / (n + ½)), or next to nothing where that is not positive
 *
 * tf is the count weighted by field (terms.ts).
 */
export const K1 = 1.2;
export const B = 0.75;
const LEAST_IDF = 1e-6;

/** What a word adds to a piece that is `length` words long; `average`: of all pieces. */
export function adding(average: number): (idf: number, count: number, length: number) => number {
  const [base, slope] = [K1 * (1 - B), (K1 * B) / Math.max(average, 1e-9)];
  return (idf, count, length) => (idf * (K1 + 1) * count) / (count + base + slope * length);
}

/** Of a word that `n` of all pieces have. */
export const idfOf = (pieces: number, n: number): number =>
  Math.max(Math.log((pieces - n + 0.5) / (n + 0.5)), LEAST_IDF);
