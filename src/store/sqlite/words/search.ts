/**
 * Full text, best first: BM25 (../../bm25.ts) over the segments.
 *
 *     1. every word's hits in every segment are found: how many chunks have it
 *     2. in a large index the words that tell chunks apart are chosen (telling.ts)
 *     3. a sum for each chunk of a segment, and the best of them all
 *     4. the same sum for the documents that those are of, as if each were one chunk
 */

import { Best, type Scored } from '../../best.js';
import { adding, documentScores, idfOf } from '../../bm25.js';
import { SCORED, telling } from '../../telling.js';
import { termsOf } from '../../terms.js';
import type { Part } from './merge.js';
import {
  blockOf,
  type Entry,
  eachHit,
  entryOf,
  lowest,
  placesIn,
  type Range,
  type Unpacked,
  unpacked,
} from './segment.js';

/** What there is, once for any number of questions. */
export interface Corpus {
  readonly parts: readonly Part[];
  readonly chunks: number;
  /** Words of a chunk, on average. */
  readonly average: number;
  /** By part, a sum for each chunk: zero before a question and after it. */
  readonly sums: readonly Float64Array[];
  /** Terms that were looked up last. */
  readonly known: Map<number, Found>;
}

export function corpusOf(parts: readonly Part[]): Corpus {
  let [chunks, words] = [0, 0];
  for (const { segment, dead } of parts)
    segment.lengths.forEach((length, place) => {
      if (dead?.[place]) return;
      chunks++;
      words += length;
    });
  const sums = parts.map(({ segment }) => new Float64Array(segment.ids.length));
  return { parts, chunks, average: words / Math.max(1, chunks), sums, known: new Map() };
}

/** A word that is looked for. */
export interface Word {
  /** How many chunks have it. */
  readonly n: number;
  readonly idf: number;
  /** By part. */
  readonly hits: readonly (Unpacked | undefined)[];
}

const NONE: Unpacked = { places: new Uint32Array(), counts: new Uint32Array() };

export function wordsAsked(corpus: Corpus, words: readonly string[]): readonly Word[] {
  const { chunks } = corpus;
  const there = termsOf(words)
    .map((term) => {
      const { n, entries } = foundIn(corpus, term);
      return { n, idf: idfOf(chunks, n), entries };
    })
    .filter(({ n }) => n > 0);
  const chosen = chunks > SCORED ? telling(there) : there;
  return chosen.map(({ n, idf, entries }) => ({ n, idf, hits: entries.map((entry) => entry && unpacked(entry)) }));
}

/** How many chunks have a word. Of one that is read as several terms: how many have the rarest of them. */
export function frequencyOf(corpus: Corpus, word: string): number {
  const counts = termsOf([word]).map((term) => foundIn(corpus, term).n);
  return counts.length === 0 ? 0 : Math.min(...counts);
}

export function bestChunks(
  { parts, average, sums }: Corpus,
  asked: readonly Word[],
  limit: number,
  passes: ((id: number) => boolean) | undefined,
): readonly Scored[] {
  const best = new Best(limit);
  const added = adding(average);
  parts.forEach(({ segment: { ids, lengths }, dead }, part) => {
    const scores = sums[part];
    for (const { idf, hits } of asked) {
      const { places, counts } = hits[part] ?? NONE;
      for (let i = 0; i < places.length; i++) scores[places[i]] += added(idf, counts[i], lengths[places[i]]);
    }
    // Who has several of the words is met several times, and has its sum at the first.
    for (const { hits } of asked) {
      const { places } = hits[part] ?? NONE;
      for (let i = 0; i < places.length; i++) {
        const [place, score] = [places[i], scores[places[i]]];
        scores[place] = 0;
        if (score > 0 && !dead?.[place] && (passes?.(ids[place]) ?? true)) best.offer(ids[place], score);
      }
    }
  });
  return best.taken();
}

/** By document, each given as the stretch of its chunks. */
export function scoresOf(
  { parts }: Corpus,
  asked: readonly Word[],
  documents: readonly Range[],
): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  const counts = asked.map(() => new Map<number, number>());
  const add = (to: Map<number, number>, document: number, more: number): unknown =>
    to.set(document, (to.get(document) ?? 0) + more);
  parts.forEach(({ segment }, part) => {
    documents.forEach((range, document) => {
      const places = placesIn(segment.ids, range);
      if (!places) return;
      for (let place = places.first; place <= places.last; place++) add(lengths, document, segment.lengths[place]);
      asked.forEach(({ hits }, word) => {
        const found = hits[part];
        if (!found) return;
        // Of its hits only those in the document are looked at.
        for (let i = lowest(found.places, places.first); found.places[i] <= places.last; i++)
          add(counts[word], document, found.counts[i]);
      });
    });
  });
  return documentScores(
    asked.map(({ idf }, word) => ({ idf, counts: counts[word] })),
    lengths,
  );
}

/** Where a term's hits are, by part, and how many chunks have it. */
interface Found {
  readonly n: number;
  readonly entries: readonly (Entry | undefined)[];
}

/** The terms of a question are looked up twice, to search and to count. */
const MOST_KNOWN = 64;

function foundIn({ parts, known }: Corpus, term: number): Found {
  const before = known.get(term);
  if (before) return before;
  const entries = parts.map((part) => find(part, term));
  const found = { n: entries.reduce((sum, entry, i) => sum + living(entry, parts[i].dead), 0), entries };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(term, found);
  return found;
}

function find({ segment, block }: Part, term: number): Entry | undefined {
  const at = blockOf(segment, term);
  return at < 0 ? undefined : entryOf(block(at), segment.firsts[at], term);
}

/** How many of a word's chunks are alive. */
function living(entry: Entry | undefined, dead: Uint8Array | undefined): number {
  if (!entry || !dead) return entry?.n ?? 0;
  let n = 0;
  eachHit(entry, (place) => {
    if (!dead[place]) n++;
  });
  return n;
}
