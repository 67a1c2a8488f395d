/**
 * The words of a source as rows: for every word, the chunks that have it.
 *
 *     chunk 0  client counts 5, send 1; it is 3 words long
 *     chunk 1  send 1; it is 1 word long
 *
 *     client → [(0, 5, 3)]      send → [(0, 1, 3), (1, 1, 1)]
 *
 * A hit is one number: position, weighted count and length of the chunk, so
 * that a search reads nothing else until it knows the best.
 */
import type { IndexedChunk } from '../store.js';
import { bagOfWords } from '../terms.js';

/** Reserved term numbers: the number of chunks, and the number of words in all of them. */
export const CHUNKS = 0;
export const WORDS = 1;

/** Of a hit's 53 bits the lowest 20 are the length, the next 13 the count. */
const MAX_WORDS = 2 ** 20 - 1;
const MAX_COUNT = 2 ** 13 - 1;
const hit = (position: number, count: number, length: number): number =>
  position * 2 ** 33 + Math.min(count, MAX_COUNT) * 2 ** 20 + Math.min(length, MAX_WORDS);

export interface SourcePostings {
  readonly hits: ReadonlyMap<number, readonly number[]>;
  /** By term, including CHUNKS and WORDS: what this source adds to the counts. */
  readonly counts: ReadonlyMap<number, number>;
}

export function postingsOf(chunks: readonly IndexedChunk[]): SourcePostings {
  const hits = new Map<number, number[]>();
  const counts = new Map<number, number>();
  const add = (term: number, n: number): unknown => counts.set(term, (counts.get(term) ?? 0) + n);
  for (const { chunk, words } of chunks) {
    const bag = bagOfWords(words);
    add(CHUNKS, 1);
    add(WORDS, bag.length);
    for (const [term, count] of bag.counts) {
      add(term, 1);
      // A chunk of weight 0 is never found: its hits have count 0.
      const one = hit(chunk.position, chunk.metadata.weight === 0 ? 0 : count, bag.length);
      const known = hits.get(term);
      if (known) known.push(one);
      else hits.set(term, [one]);
    }
  }
  return { hits, counts };
}

/**
 * All postings of a word as one value, for `eachPosted`; row by row it would take several times as long.
 *
 *     space 4 │ source 8 │ dimensions 4, nulls 4, type 4 │ how many 4, first 4 │ 8, hit 8 │ 8, hit 8 │ …      bytes
 *                        └── hits, as PostgreSQL sends an array; one without any has no dimensions ──┘
 */
export const POSTINGS_SQL = "string_agg(int4send(p.space) || int8send(p.source) || array_send(p.hits), '')";
const DIMENSIONS_OFFSET = 12;
const LENGTH_OFFSET = 24;
const HITS_OFFSET = 32;
const ELEMENT = 12;

export interface PostingSource {
  readonly space: number;
  readonly source: number;
}

export function eachPosting(
  posted: Uint8Array,
  each: (of: PostingSource, position: number, count: number, length: number) => void,
): void {
  const bytes = new DataView(posted.buffer, posted.byteOffset, posted.byteLength);
  for (let at = 0; at < bytes.byteLength; ) {
    const of = { space: bytes.getUint32(at), source: bytes.getUint32(at + 4) * 2 ** 32 + bytes.getUint32(at + 8) };
    if (bytes.getUint32(at + DIMENSIONS_OFFSET) === 0) {
      at += LENGTH_OFFSET;
      continue;
    }
    const end = at + HITS_OFFSET + bytes.getUint32(at + LENGTH_OFFSET) * ELEMENT;
    for (at += HITS_OFFSET; at < end; at += ELEMENT) {
      const [above, below] = [bytes.getUint32(at + 4), bytes.getUint32(at + 8)];
      each(of, above >>> 1, ((above & 1) << 12) | (below >>> 20), below & MAX_WORDS);
    }
  }
}
