/**
 * How well a chunk answers a word, as every store of ours reckons it:
 *
 *     score = Σ idf(word) · tf·(k1 + 1) / (tf + k1·(1 − b + b·length/average))
 *     idf   = ln((N − n + ½) / (n + ½)), or next to nothing where that is not positive
 *
 * tf is the count weighted by field (terms.ts).
 */
export const K1 = 1.2;
export const B = 0.75;
const MIN_IDF = 1e-6;

/** What a word adds to a chunk that is `length` words long; `average`: of all chunks. */
export function termScorer(average: number): (idf: number, count: number, length: number) => number {
  const [base, slope] = [K1 * (1 - B), (K1 * B) / Math.max(average, 1e-9)];
  return (idf, count, length) => (idf * (K1 + 1) * count) / (count + base + slope * length);
}

/** A word that was asked for, and how often each document has it, in all its chunks together. */
export interface DocumentTerm {
  readonly idf: number;
  readonly counts: ReadonlyMap<number, number>;
}

/**
 * How well documents answer as a whole: the same sum, as if each were one chunk.
 * What is an average length is told by these documents alone.
 */
export function documentScores(
  asked: readonly DocumentTerm[],
  lengths: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  let words = 0;
  for (const length of lengths.values()) words += length;
  const added = termScorer(words / Math.max(1, lengths.size));
  const scores = new Map<number, number>();
  for (const { idf, counts } of asked)
    for (const [document, count] of counts)
      scores.set(document, (scores.get(document) ?? 0) + added(idf, count, lengths.get(document) ?? 0));
  return scores;
}

/** Of a word that `n` of all chunks have. */
export const idfOf = (chunks: number, n: number): number => Math.max(Math.log((chunks - n + 0.5) / (n + 0.5)), MIN_IDF);
