/**
 * Full text, best first: BM25 (../../bm25.ts) over the segments.
 *
 *     1. every word's hits in every segment are found: how many pieces have it
 *     2. in a large index the words that tell pieces apart are chosen (telling.ts)
 *     3. a sum for each piece of a segment, and the best of them all
 */

import { Best, type Scored } from '../../best.js';
import { adding, idfOf } from '../../bm25.js';
import { SCORED, telling } from '../../telling.js';
import { termsOf } from '../../terms.js';
import type { Part } from './merge.js';
import { blockOf, type Entry, eachHit, entryOf } from './segment.js';

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

interface Word {
  readonly n: number;
  /** By part. */
  readonly found: readonly (Entry | undefined)[];
}

export function searchWords(
  { parts, pieces, average }: Corpus,
  words: readonly string[],
  limit: number,
  passes: (id: number) => boolean,
): readonly Scored[] {
  const there = termsOf(words)
    .map((term): Word => {
      const found = parts.map((part) => find(part, term));
      return { n: found.reduce((sum, entry, i) => sum + living(entry, parts[i].dead), 0), found };
    })
    .filter(({ n }) => n > 0);
  const asked = pieces > SCORED ? telling(there) : there;
  const best = new Best(limit);
  const added = adding(average);
  parts.forEach(({ segment: { ids, lengths }, dead }, part) => {
    const scores = new Float64Array(ids.length);
    for (const { n, found } of asked) {
      const entry = found[part];
      const idf = idfOf(pieces, n);
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
