/**
 * Full-text search, best first: BM25 (../../bm25.ts) over the segments.
 *
 *     1. the hits of every word in every segment, and its document frequency
 *     2. in a large index the words that are scored (bm25.ts)
 *     3. a sum for each chunk of a segment, and the best of all
 *     4. the same sum for the documents of those, as if each were one chunk
 */

import { type DocumentTerm, idfOf, MAX_SCORED_CHUNKS, selectiveTerms, termScorer } from '../../bm25.js';
import type { TextStatistics } from '../../store.js';
import { termsOf } from '../../terms.js';
import { type ScoredRow, TopK } from '../../topK.js';
import type { SegmentReader } from './merge.js';
import {
  blockOf,
  type DecodedHits,
  decodeHits,
  eachHit,
  findEntry,
  type IdRange,
  lowerBound,
  positionsIn,
  type TermEntry,
} from './segment.js';

/** The segments of an index, prepared for any number of queries. */
export interface Corpus {
  readonly parts: readonly SegmentReader[];
  readonly chunks: number;
  /** In all chunks. */
  readonly words: number;
  /** By segment, a sum for each chunk: zero before and after a query. */
  readonly sums: readonly Float64Array[];
  /** The last terms that were looked up. */
  readonly lookups: Map<number, TermLookup>;
}

export function corpusOf(parts: readonly SegmentReader[]): Corpus {
  let [chunks, words] = [0, 0];
  for (const { segment, deleted } of parts)
    segment.lengths.forEach((length, position) => {
      if (deleted?.[position]) return;
      chunks++;
      words += length;
    });
  const sums = parts.map(({ segment }) => new Float64Array(segment.ids.length));
  return { parts, chunks, words, sums, lookups: new Map() };
}

/** A term that is searched. */
export interface QueryTerm {
  readonly term: number;
  /** The number of chunks that have it. */
  readonly n: number;
  readonly idf: number;
  /** By segment. */
  readonly hits: readonly (DecodedHits | undefined)[];
}

const NO_HITS: DecodedHits = { positions: new Uint32Array(), counts: new Uint32Array() };

/** `statistics`: of a whole workspace. They then decide which terms are scored, and their IDF. */
export function queryTerms(
  corpus: Corpus,
  words: readonly string[],
  statistics?: TextStatistics,
): readonly QueryTerm[] {
  const { chunks } = statistics ?? corpus;
  const occurring = termsOf(words)
    .map((term) => {
      const lookup = lookUpTerm(corpus, term);
      const n = statistics ? (statistics.frequencies.get(term) ?? 0) : lookup.n;
      return { term, n, idf: idfOf(chunks, n), entries: lookup.entries };
    })
    .filter(({ n }) => n > 0);
  const chosen = chunks > MAX_SCORED_CHUNKS ? selectiveTerms(occurring) : occurring;
  return chosen.map(({ entries, ...term }) => ({ ...term, hits: entries.map((entry) => entry && decodeHits(entry)) }));
}

/** The number of chunks that have a term. */
export const termFrequency = (corpus: Corpus, term: number): number => lookUpTerm(corpus, term).n;

/** The number of chunks that have a word. For a word that is several terms, that of the rarest. */
export function documentFrequency(corpus: Corpus, word: string): number {
  const counts = termsOf([word]).map((term) => lookUpTerm(corpus, term).n);
  return counts.length === 0 ? 0 : Math.min(...counts);
}

interface TopChunksOptions {
  readonly limit: number;
  /** Mean length of a chunk in words. */
  readonly average: number;
  readonly passes: ((id: number) => boolean) | undefined;
}

export function topChunks(
  { parts, sums }: Corpus,
  terms: readonly QueryTerm[],
  { limit, average, passes }: TopChunksOptions,
): readonly ScoredRow[] {
  const best = new TopK(limit);
  const termScore = termScorer(average);
  parts.forEach(({ segment: { ids, lengths }, deleted }, part) => {
    const scores = sums[part];
    for (const { idf, hits } of terms) {
      const { positions, counts } = hits[part] ?? NO_HITS;
      for (let i = 0; i < positions.length; i++)
        scores[positions[i]] += termScore(idf, counts[i], lengths[positions[i]]);
    }
    // A chunk with several of the words is visited several times; its sum is taken at the first.
    for (const { hits } of terms) {
      const { positions } = hits[part] ?? NO_HITS;
      for (let i = 0; i < positions.length; i++) {
        const [position, score] = [positions[i], scores[positions[i]]];
        scores[position] = 0;
        if (score > 0 && !deleted?.[position] && (passes?.(ids[position]) ?? true)) best.add(ids[position], score);
      }
    }
  });
  return best.sorted();
}

/** Documents, each given as the range of its chunks: their lengths in words, and how often they have each term. */
export function countDocuments(
  { parts }: Corpus,
  terms: readonly QueryTerm[],
  documents: readonly IdRange[],
): { readonly terms: readonly DocumentTerm[]; readonly lengths: ReadonlyMap<number, number> } {
  const lengths = new Map<number, number>();
  const counts = terms.map(() => new Map<number, number>());
  const add = (to: Map<number, number>, document: number, n: number): unknown =>
    to.set(document, (to.get(document) ?? 0) + n);
  parts.forEach(({ segment }, part) => {
    documents.forEach((range, document) => {
      const positions = positionsIn(segment.ids, range);
      if (!positions) return;
      for (let position = positions.first; position <= positions.last; position++)
        add(lengths, document, segment.lengths[position]);
      terms.forEach(({ hits }, word) => {
        const termHits = hits[part];
        if (!termHits) return;
        // Only hits inside the document are visited.
        for (let i = lowerBound(termHits.positions, positions.first); termHits.positions[i] <= positions.last; i++)
          add(counts[word], document, termHits.counts[i]);
      });
    });
  });
  return { terms: terms.map(({ term, idf }, word) => ({ term, idf, counts: counts[word] })), lengths };
}

/** The hits of a term, by segment, and the number of chunks that have it. */
interface TermLookup {
  readonly n: number;
  readonly entries: readonly (TermEntry | undefined)[];
}

/** The terms of a query are looked up twice: to search and to count. */
const MAX_LOOKUPS = 64;

function lookUpTerm({ parts, lookups }: Corpus, term: number): TermLookup {
  const cached = lookups.get(term);
  if (cached) return cached;
  const entries = parts.map((part) => find(part, term));
  const lookup = { n: entries.reduce((sum, entry, i) => sum + countLive(entry, parts[i].deleted), 0), entries };
  if (lookups.size >= MAX_LOOKUPS) lookups.clear();
  lookups.set(term, lookup);
  return lookup;
}

function find({ segment, block }: SegmentReader, term: number): TermEntry | undefined {
  const at = blockOf(segment, term);
  return at < 0 ? undefined : findEntry(block(at), segment.firsts[at], term);
}

/** The number of a term's chunks that are not deleted. */
function countLive(entry: TermEntry | undefined, deleted: Uint8Array | undefined): number {
  if (!entry || !deleted) return entry?.n ?? 0;
  let n = 0;
  eachHit(entry, (position) => {
    if (!deleted[position]) n++;
  });
  return n;
}
