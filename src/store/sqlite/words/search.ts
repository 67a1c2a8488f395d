/**
 * Full text, best first: BM25 (../../bm25.ts) over the segments.
 *
 *     1. every word's hits in every segment are found: how many chunks have it
 *     2. in a large index the words that tell chunks apart are chosen (bm25.ts)
 *     3. a sum for each chunk of a segment, and the best of them all
 *     4. the same sum for the documents that those are of, as if each were one chunk
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
  placesIn,
  type TermEntry,
} from './segment.js';

/** What there is, once for any number of questions. */
export interface Corpus {
  readonly parts: readonly SegmentReader[];
  readonly chunks: number;
  /** Of all chunks. */
  readonly words: number;
  /** By part, a sum for each chunk: zero before a question and after it. */
  readonly sums: readonly Float64Array[];
  /** Terms that were looked up last. */
  readonly known: Map<number, TermLookup>;
}

export function corpusOf(parts: readonly SegmentReader[]): Corpus {
  let [chunks, words] = [0, 0];
  for (const { segment, deleted } of parts)
    segment.lengths.forEach((length, place) => {
      if (deleted?.[place]) return;
      chunks++;
      words += length;
    });
  const sums = parts.map(({ segment }) => new Float64Array(segment.ids.length));
  return { parts, chunks, words, sums, known: new Map() };
}

/** A word that is looked for. */
export interface QueryTerm {
  readonly term: number;
  /** How many chunks have it. */
  readonly n: number;
  readonly idf: number;
  /** By part. */
  readonly hits: readonly (DecodedHits | undefined)[];
}

const NONE: DecodedHits = { places: new Uint32Array(), counts: new Uint32Array() };

/** `statistics`: of more than this corpus. Which terms are scored, and what each counts, is then decided by all of it. */
export function queryTerms(
  corpus: Corpus,
  words: readonly string[],
  statistics?: TextStatistics,
): readonly QueryTerm[] {
  const { chunks } = statistics ?? corpus;
  const there = termsOf(words)
    .map((term) => {
      const found = foundIn(corpus, term);
      const n = statistics ? (statistics.frequencies.get(term) ?? 0) : found.n;
      return { term, n, idf: idfOf(chunks, n), entries: found.entries };
    })
    .filter(({ n }) => n > 0);
  const chosen = chunks > MAX_SCORED_CHUNKS ? selectiveTerms(there) : there;
  return chosen.map(({ entries, ...term }) => ({ ...term, hits: entries.map((entry) => entry && decodeHits(entry)) }));
}

/** How many chunks have a term. */
export const termFrequency = (corpus: Corpus, term: number): number => foundIn(corpus, term).n;

/** How many chunks have a word. Of one that is read as several terms: how many have the rarest of them. */
export function documentFrequency(corpus: Corpus, word: string): number {
  const counts = termsOf([word]).map((term) => foundIn(corpus, term).n);
  return counts.length === 0 ? 0 : Math.min(...counts);
}

interface TopChunksOptions {
  readonly limit: number;
  /** Words of a chunk. */
  readonly average: number;
  readonly passes: ((id: number) => boolean) | undefined;
}

export function topChunks(
  { parts, sums }: Corpus,
  terms: readonly QueryTerm[],
  { limit, average, passes }: TopChunksOptions,
): readonly ScoredRow[] {
  const best = new TopK(limit);
  const added = termScorer(average);
  parts.forEach(({ segment: { ids, lengths }, deleted }, part) => {
    const scores = sums[part];
    for (const { idf, hits } of terms) {
      const { places, counts } = hits[part] ?? NONE;
      for (let i = 0; i < places.length; i++) scores[places[i]] += added(idf, counts[i], lengths[places[i]]);
    }
    // Who has several of the words is met several times, and has its sum at the first.
    for (const { hits } of terms) {
      const { places } = hits[part] ?? NONE;
      for (let i = 0; i < places.length; i++) {
        const [place, score] = [places[i], scores[places[i]]];
        scores[place] = 0;
        if (score > 0 && !deleted?.[place] && (passes?.(ids[place]) ?? true)) best.add(ids[place], score);
      }
    }
  });
  return best.sorted();
}

/** Documents, each given as the stretch of its chunks, by their place in the list: their words, and how often they have each term. */
export function countDocuments(
  { parts }: Corpus,
  terms: readonly QueryTerm[],
  documents: readonly IdRange[],
): { readonly terms: readonly DocumentTerm[]; readonly lengths: ReadonlyMap<number, number> } {
  const lengths = new Map<number, number>();
  const counts = terms.map(() => new Map<number, number>());
  const add = (to: Map<number, number>, document: number, more: number): unknown =>
    to.set(document, (to.get(document) ?? 0) + more);
  parts.forEach(({ segment }, part) => {
    documents.forEach((range, document) => {
      const places = placesIn(segment.ids, range);
      if (!places) return;
      for (let place = places.first; place <= places.last; place++) add(lengths, document, segment.lengths[place]);
      terms.forEach(({ hits }, word) => {
        const found = hits[part];
        if (!found) return;
        // Of its hits only those in the document are looked at.
        for (let i = lowerBound(found.places, places.first); found.places[i] <= places.last; i++)
          add(counts[word], document, found.counts[i]);
      });
    });
  });
  return { terms: terms.map(({ term, idf }, word) => ({ term, idf, counts: counts[word] })), lengths };
}

/** Where a term's hits are, by part, and how many chunks have it. */
interface TermLookup {
  readonly n: number;
  readonly entries: readonly (TermEntry | undefined)[];
}

/** The terms of a question are looked up twice, to search and to count. */
const MAX_LOOKUPS = 64;

function foundIn({ parts, known }: Corpus, term: number): TermLookup {
  const before = known.get(term);
  if (before) return before;
  const entries = parts.map((part) => find(part, term));
  const found = { n: entries.reduce((sum, entry, i) => sum + living(entry, parts[i].deleted), 0), entries };
  if (known.size >= MAX_LOOKUPS) known.clear();
  known.set(term, found);
  return found;
}

function find({ segment, block }: SegmentReader, term: number): TermEntry | undefined {
  const at = blockOf(segment, term);
  return at < 0 ? undefined : findEntry(block(at), segment.firsts[at], term);
}

/** How many of a word's chunks are alive. */
function living(entry: TermEntry | undefined, deleted: Uint8Array | undefined): number {
  if (!entry || !deleted) return entry?.n ?? 0;
  let n = 0;
  eachHit(entry, (place) => {
    if (!deleted[place]) n++;
  });
  return n;
}
