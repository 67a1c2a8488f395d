/**
 * BM25, the same in every store:
 *
 *     score = Σ idf(word) · tf·(k1 + 1) / (tf + k1·(1 − b + b·length/average))
 *     idf   = ln((N − n + ½) / (n + ½)), or MIN_IDF where that is not positive
 *
 * tf is the count weighted by field (terms.ts).
 */
import type { DocumentTerms, TextStatistics } from './store.js';

export const K1 = 1.2;
export const B = 0.75;
const MIN_IDF = 1e-6;

/** The score that a term adds to a chunk of `length` words; `average`: the mean length of all chunks. */
export function termScorer(average: number): (idf: number, count: number, length: number) => number {
  const [base, slope] = [K1 * (1 - B), (K1 * B) / Math.max(average, 1e-9)];
  return (idf, count, length) => (idf * (K1 + 1) * count) / (count + base + slope * length);
}

/** A query term, and its count in each document, over all of the document's chunks. */
export interface DocumentTerm {
  readonly term: number;
  readonly idf: number;
  readonly counts: ReadonlyMap<number, number>;
}

/**
 * Scores of whole documents: the same sum, as if each were one chunk. The mean
 * length is that of these documents alone.
 */
export function documentScores(
  terms: readonly DocumentTerm[],
  lengths: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  let totalWords = 0;
  for (const length of lengths.values()) totalWords += length;
  const termScore = termScorer(totalWords / Math.max(1, lengths.size));
  const scores = new Map<number, number>();
  for (const { idf, counts } of terms)
    for (const [document, count] of counts)
      scores.set(document, (scores.get(document) ?? 0) + termScore(idf, count, lengths.get(document) ?? 0));
  return scores;
}

/** Words of a chunk, on average. */
export const averageLength = ({ chunks, words }: Pick<TextStatistics, 'chunks' | 'words'>): number =>
  words / Math.max(1, chunks);

/** One of the documents by itself, to be scored among those of other stores. */
export const documentTermsOf = (
  terms: readonly DocumentTerm[],
  lengths: ReadonlyMap<number, number>,
  document: number,
): DocumentTerms => ({
  length: lengths.get(document) ?? 0,
  counts: new Map(terms.map(({ term, counts }) => [term, counts.get(document) ?? 0])),
});

/** Inverse document frequency of a term that `n` of all chunks have. */
export const idfOf = (chunks: number, n: number): number => Math.max(Math.log((chunks - n + 0.5) / (n + 0.5)), MIN_IDF);

/** About how many chunks are scored for one query. A smaller index scores every term. */
export const MAX_SCORED_CHUNKS = 25_000;

/**
 * The query terms that are scored in a large index. Scoring a chunk costs more than
 * finding it, and a term that half of the chunks have says little: so the rarest
 * terms are taken until they have MAX_SCORED_CHUNKS chunks.
 *
 *     absolute 476, site 1,637, current 2,431, url 4,018 │ return 56,565
 *     ───────────────── scored ───────────────────────── │ left out
 *
 * `n`: the document frequency. Terms that no chunk has are dropped; at least one stays; rarest first. Every store
 * uses this, so that all rank alike.
 */
export function selectiveTerms<W extends { readonly n: number }>(words: readonly W[]): readonly W[] {
  const [rarest, ...rest] = words.filter(({ n }) => n > 0).sort((a, b) => a.n - b.n);
  if (!rarest) return [];
  let scored = rarest.n;
  const others = rest.filter(({ n }) => {
    scored += n;
    return scored <= MAX_SCORED_CHUNKS;
  });
  return [rarest, ...others];
}
