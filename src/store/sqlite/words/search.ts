/**
 * Full text, best first: BM25 (../../bm25.ts) over the segments.
 *
 *     1. every word's hits in every segment are found: how many pieces have it
 *     2. in a large index the words that tell pieces apart are chosen (telling.ts)
 *     3. a sum for each piece of a segment, and the best of them all
 *     4. the same sum for the documents that those are of, as if each were one piece
 */

import { Best, type Scored } from '../../best.js';
import { adding, documentScores, idfOf } from '../../bm25.js';
import { SCORED, telling } from '../../telling.js';
import { termsOf } from '../../terms.js';
import type { Part } from './merge.js';
import { blockOf, type Entry, eachHit, eachPlace, entryOf, type Range } from './segment.js';

/** What there is, once for any number of questions. */
export interface Corpus {
  readonly parts: readonly Part[];
  readonly pieces: number;
  /** Words of a piece, on average. */
  readonly average: number;
}

export function corpusOf(parts: readonly Part[]): Corpus {
  let [pieces, words] = [0, 0];
  for (const { segment, dead } of parts)
    segment.lengths.forEach((length, place) => {
      if (dead?.[place]) return;
      pieces++;
      words += length;
    });
  return { parts, pieces, average: words / Math.max(1, pieces) };
}

/** A word that is looked for. */
export interface Word {
  /** How many pieces have it. */
  readonly n: number;
  readonly idf: number;
  /** By part. */
  readonly found: readonly (Entry | undefined)[];
}

export function wordsAsked({ parts, pieces }: Corpus, words: readonly string[]): readonly Word[] {
  const there = termsOf(words)
    .map((term): Word => {
      const found = parts.map((part) => find(part, term));
      const n = found.reduce((sum, entry, i) => sum + living(entry, parts[i].dead), 0);
      return { n, idf: idfOf(pieces, n), found };
    })
    .filter(({ n }) => n > 0);
  return pieces > SCORED ? telling(there) : there;
}

export function bestPieces(
  { parts, average }: Corpus,
  asked: readonly Word[],
  limit: number,
  passes: (id: number) => boolean,
): readonly Scored[] {
  const best = new Best(limit);
  const added = adding(average);
  parts.forEach(({ segment: { ids, lengths }, dead }, part) => {
    const scores = new Float64Array(ids.length);
    for (const { idf, found } of asked) {
      const entry = found[part];
      if (entry)
        eachHit(entry, (place, count) => {
          scores[place] += added(idf, count, lengths[place]);
        });
    }
    for (let place = 0; place < scores.length; place++)
      if (scores[place] > 0 && !dead?.[place] && passes(ids[place])) best.offer(ids[place], scores[place]);
  });
  return best.taken();
}

/** By document, each given as the stretch of its pieces. */
export function scoresOf(
  { parts }: Corpus,
  asked: readonly Word[],
  documents: readonly Range[],
): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  const ownersIn = parts.map(({ segment: { ids, lengths: words } }) => {
    const owners = new Int32Array(ids.length).fill(-1);
    documents.forEach((range, document) => {
      eachPlace(ids, range, (place) => {
        owners[place] = document;
        lengths.set(document, (lengths.get(document) ?? 0) + words[place]);
      });
    });
    return owners;
  });
  const countsOf = ({ found }: Word): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>();
    found.forEach((entry, part) => {
      const owners = ownersIn[part];
      if (entry)
        eachHit(entry, (place, count) => {
          const document = owners[place];
          if (document >= 0) counts.set(document, (counts.get(document) ?? 0) + count);
        });
    });
    return counts;
  };
  return documentScores(
    asked.map((word) => ({ idf: word.idf, counts: countsOf(word) })),
    lengths,
  );
}

function find({ segment, block }: Part, term: number): Entry | undefined {
  const at = blockOf(segment, term);
  return at < 0 ? undefined : entryOf(block(at), segment.firsts[at], term);
}

/** How many of a word's pieces are alive. */
function living(entry: Entry | undefined, dead: Uint8Array | undefined): number {
  if (!entry || !dead) return entry?.n ?? 0;
  let n = 0;
  eachHit(entry, (place) => {
    if (!dead[place]) n++;
  });
  return n;
}
