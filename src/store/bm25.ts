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

/** Of a word that `n` of all pieces have. */
export const idfOf = (pieces: number, n: number): number =>
  Math.max(Math.log((pieces - n + 0.5) / (n + 0.5)), LEAST_IDF);
