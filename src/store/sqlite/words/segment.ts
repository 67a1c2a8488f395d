/**
 * The words of some hundred or a hundred thousand chunks, never changed once
 * they are written. A chunk is known by its place in the segment:
 *
 *     head     ids      41 42 45          the chunks, ascending
 *              lengths   3  1  9          in words
 *              firsts   t1 … t900         the first term of each block
 *     block    t1  n  bytes  hits         hits: place, count; place, count; …
 *              t5  n  bytes  hits         terms ascending, as steps from the one before
 *
 * Places are steps, too, doubled, with the lowest bit set where the count is
 * one: of most hits a byte is left. A term is found by its block (some kilobytes;
 * a word that half of the chunks have is a block by itself) and a walk through it.
 */
import type { PackedChunks } from '../packedSource.js';
import { ByteReader, ByteWriter } from './varint.js';

/** What one block holds, about, in bytes. */
const BLOCK_BYTES = 4096;

/** The words of chunks whose ids follow each other. */
export interface AddedPostings {
  readonly first: number;
  readonly chunks: Pick<PackedChunks, 'length' | 'lengths' | 'terms' | 'counts' | 'termEnds'>;
}

export interface TextSegment {
  readonly ids: Float64Array;
  readonly lengths: Uint32Array;
  readonly firsts: Float64Array;
}

export interface EncodedSegment extends TextSegment {
  readonly head: Uint8Array;
  readonly blocks: readonly Uint8Array[];
}

/** A word's chunks: places ascending, each with its count. */
export interface TermHits {
  readonly term: number;
  readonly places: readonly number[];
  readonly counts: readonly number[];
}

/** `postings` ascending by id. */
export function segmentOf(postings: readonly AddedPostings[]): EncodedSegment {
  const size = postings.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const [ids, lengths] = [new Float64Array(size), new Uint32Array(size)];
  const found = new Map<number, { term: number; places: number[]; counts: number[] }>();
  let place = 0;
  for (const { first, chunks } of postings) {
    for (let i = 0, at = 0; i < chunks.length; i++, place++) {
      ids[place] = first + i;
      lengths[place] = chunks.lengths[i];
      for (; at < chunks.termEnds[i]; at++) {
        const term = chunks.terms[at];
        const hits = found.get(term);
        if (hits) {
          hits.places.push(place);
          hits.counts.push(chunks.counts[at]);
        } else found.set(term, { term, places: [place], counts: [chunks.counts[at]] });
      }
    }
  }
  return encodeSegment(
    ids,
    lengths,
    [...found.values()].sort((a, b) => a.term - b.term),
  );
}

/** `words` ascending by term, none of them without hits. */
export function encodeSegment(ids: Float64Array, lengths: Uint32Array, words: Iterable<TermHits>): EncodedSegment {
  const [block, hits] = [new ByteWriter(), new ByteWriter()];
  const blocks: Uint8Array[] = [];
  const firsts: number[] = [];
  let before = 0;
  for (const { term, places, counts } of words) {
    let last = 0;
    for (let i = 0; i < places.length; i++) {
      const step = (places[i] - last) * 2;
      last = places[i];
      if (counts[i] === 1) hits.number(step + 1);
      else {
        hits.number(step);
        hits.number(counts[i]);
      }
    }
    if (block.length > 0 && block.length + hits.length > BLOCK_BYTES) blocks.push(block.take());
    if (block.length === 0) before = firsts[blocks.length] = term;
    block.number(term - before);
    block.number(places.length);
    block.number(hits.length);
    block.bytes(hits.take());
    before = term;
  }
  if (block.length > 0) blocks.push(block.take());
  const segment = { ids, lengths, firsts: Float64Array.from(firsts) };
  return { ...segment, head: headOf(segment), blocks };
}

/** How many ids and how many firsts, then both, in eight bytes each; lengths in four. */
const NUMBER_BYTES = 8;

export function headOf({ ids, lengths, firsts }: TextSegment): Uint8Array {
  const numbers = Float64Array.of(ids.length, firsts.length);
  return Buffer.concat(
    [numbers, ids, firsts, lengths].map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    ),
  );
}

export function readHead(head: Uint8Array): TextSegment {
  const { buffer } = new Uint8Array(head); // a copy begins where numbers may begin
  const [chunks, blocks] = new Float64Array(buffer, 0, 2);
  const ids = new Float64Array(buffer, 2 * NUMBER_BYTES, chunks);
  const firsts = new Float64Array(buffer, (2 + chunks) * NUMBER_BYTES, blocks);
  return { ids, firsts, lengths: new Uint32Array(buffer, (2 + chunks + blocks) * NUMBER_BYTES, chunks) };
}

/** A stretch of ids, or of places; inclusive. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** The places of those whose ids are in a stretch; undefined when there are none. */
export function placesIn(ids: Float64Array, { first, last }: IdRange): IdRange | undefined {
  if (ids.length === 0 || last < ids[0] || first > ids[ids.length - 1]) return undefined;
  const places = { first: lowerBound(ids, first), last: lastAtMost(ids, last) };
  return places.first <= places.last ? places : undefined;
}

/** The first place of a number that is not below. */
export function lowerBound(ascending: ArrayLike<number>, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The block that a term would be in; −1 when it comes before them all. */
export const blockOf = ({ firsts }: TextSegment, term: number): number => lastAtMost(firsts, term);

/** The place of the last that is not above; −1 when all are. */
export function lastAtMost(ascending: ArrayLike<number>, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where a word's hits are. */
export interface TermEntry {
  readonly term: number;
  /** How many chunks have it. */
  readonly n: number;
  readonly block: Uint8Array;
  readonly at: number;
}

/** The words of a block, one after the other; `first` is its first term. */
export function* entriesOf(block: Uint8Array, first: number): Generator<TermEntry> {
  const bytes = new ByteReader(block);
  for (let term = first; !bytes.done; ) {
    term += bytes.number();
    const n = bytes.number();
    const length = bytes.number();
    yield { term, n, block, at: bytes.at };
    bytes.at += length;
  }
}

/** One of them, as `entriesOf` would give it: what is passed on the way becomes no object. */
export function findEntry(block: Uint8Array, first: number, wanted: number): TermEntry | undefined {
  const bytes = new ByteReader(block);
  for (let term = first; !bytes.done; ) {
    term += bytes.number();
    const n = bytes.number();
    const length = bytes.number();
    if (term >= wanted) return term === wanted ? { term, n, block, at: bytes.at } : undefined;
    bytes.at += length;
  }
  return undefined;
}

/** A word's hits, unpacked. */
export interface DecodedHits {
  readonly places: Uint32Array;
  readonly counts: Uint32Array;
}

export function decodeHits({ n, block, at }: TermEntry): DecodedHits {
  const bytes = new ByteReader(block, at);
  const [places, counts] = [new Uint32Array(n), new Uint32Array(n)];
  for (let i = 0, place = 0; i < n; i++) {
    const step = bytes.number();
    place += Math.floor(step / 2);
    places[i] = place;
    counts[i] = step % 2 === 1 ? 1 : bytes.number();
  }
  return { places, counts };
}

/** Every hit of a word in turn. */
export function eachHit(entry: TermEntry, hit: (place: number, count: number) => void): void {
  const { places, counts } = decodeHits(entry);
  for (let i = 0; i < places.length; i++) hit(places[i], counts[i]);
}
