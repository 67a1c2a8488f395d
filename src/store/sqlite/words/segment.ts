/**
 * The words of a few hundred to a hundred thousand chunks; immutable. A chunk is known
 * by its position in the segment:
 *
 *     head     ids      41 42 45          the chunks, ascending
 *              lengths   3  1  9          in words
 *              firsts   t1 … t900         the first term of each block
 *     block    t1  n  bytes  hits         hits: position, count; position, count; …
 *              t5  n  bytes  hits         terms ascending, as differences
 *
 * Positions are differences as well, doubled, with the lowest bit set if the count is
 * one: most hits take one byte. A term is found by its block (a few kilobytes; a word in
 * half of the chunks is a block of its own) and a scan of that block.
 */
import type { PackedChunks } from '../packedSource.js';
import { ByteReader, ByteWriter } from './varint.js';

/** Approximate size of a block, in bytes. */
const BLOCK_BYTES = 4096;

/** The words of chunks with consecutive ids. */
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

/** The chunks of a term: positions ascending, each with its count. */
export interface TermHits {
  readonly term: number;
  readonly positions: readonly number[];
  readonly counts: readonly number[];
}

/** `postings` ascending by id. */
export function segmentOf(postings: readonly AddedPostings[]): EncodedSegment {
  const size = postings.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const [ids, lengths] = [new Float64Array(size), new Uint32Array(size)];
  const byTerm = new Map<number, { term: number; positions: number[]; counts: number[] }>();
  let position = 0;
  for (const { first, chunks } of postings) {
    for (let i = 0, at = 0; i < chunks.length; i++, position++) {
      ids[position] = first + i;
      lengths[position] = chunks.lengths[i];
      for (; at < chunks.termEnds[i]; at++) {
        const term = chunks.terms[at];
        const hits = byTerm.get(term);
        if (hits) {
          hits.positions.push(position);
          hits.counts.push(chunks.counts[at]);
        } else byTerm.set(term, { term, positions: [position], counts: [chunks.counts[at]] });
      }
    }
  }
  return encodeSegment(
    ids,
    lengths,
    [...byTerm.values()].sort((a, b) => a.term - b.term),
  );
}

/** `terms` ascending; each has hits. */
export function encodeSegment(ids: Float64Array, lengths: Uint32Array, terms: Iterable<TermHits>): EncodedSegment {
  const [block, hits] = [new ByteWriter(), new ByteWriter()];
  const blocks: Uint8Array[] = [];
  const firsts: number[] = [];
  let previousTerm = 0;
  for (const { term, positions, counts } of terms) {
    let previousPosition = 0;
    for (let i = 0; i < positions.length; i++) {
      const delta = (positions[i] - previousPosition) * 2;
      previousPosition = positions[i];
      if (counts[i] === 1) hits.number(delta + 1);
      else {
        hits.number(delta);
        hits.number(counts[i]);
      }
    }
    if (block.length > 0 && block.length + hits.length > BLOCK_BYTES) blocks.push(block.take());
    if (block.length === 0) previousTerm = firsts[blocks.length] = term;
    block.number(term - previousTerm);
    block.number(positions.length);
    block.number(hits.length);
    block.bytes(hits.take());
    previousTerm = term;
  }
  if (block.length > 0) blocks.push(block.take());
  const segment = { ids, lengths, firsts: Float64Array.from(firsts) };
  return { ...segment, head: headOf(segment), blocks };
}

const NUMBER_BYTES = 8;

/** The number of ids and of firsts, then both, eight bytes each; then lengths, four bytes each. */
export function headOf({ ids, lengths, firsts }: TextSegment): Uint8Array {
  const numbers = Float64Array.of(ids.length, firsts.length);
  return Buffer.concat(
    [numbers, ids, firsts, lengths].map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    ),
  );
}

export function readHead(head: Uint8Array): TextSegment {
  const { buffer } = new Uint8Array(head); // the copy is aligned
  const [chunks, blocks] = new Float64Array(buffer, 0, 2);
  const ids = new Float64Array(buffer, 2 * NUMBER_BYTES, chunks);
  const firsts = new Float64Array(buffer, (2 + chunks) * NUMBER_BYTES, blocks);
  return { ids, firsts, lengths: new Uint32Array(buffer, (2 + chunks + blocks) * NUMBER_BYTES, chunks) };
}

/** A range of ids, or of positions; inclusive. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** The positions of a range of ids; undefined if there are none. */
export function positionsIn(ids: Float64Array, { first, last }: IdRange): IdRange | undefined {
  if (ids.length === 0 || last < ids[0] || first > ids[ids.length - 1]) return undefined;
  const positions = { first: lowerBound(ids, first), last: lastAtMost(ids, last) };
  return positions.first <= positions.last ? positions : undefined;
}

/** The first position whose number is at least `value`. */
export function lowerBound(ascending: ArrayLike<number>, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The block that would contain a term; −1 if the term is before all blocks. */
export const blockOf = ({ firsts }: TextSegment, term: number): number => lastAtMost(firsts, term);

/** The last position whose number is at most `value`; −1 if none is. */
export function lastAtMost(ascending: ArrayLike<number>, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The location of a term's hits. */
export interface TermEntry {
  readonly term: number;
  /** The number of chunks that have it. */
  readonly n: number;
  readonly block: Uint8Array;
  readonly at: number;
}

/** The terms of a block, in order; `first` is its first term. */
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

/** One of them, as `entriesOf` would return it, without an object for each term before it. */
export function findEntry(block: Uint8Array, first: number, wantedTerm: number): TermEntry | undefined {
  const bytes = new ByteReader(block);
  for (let term = first; !bytes.done; ) {
    term += bytes.number();
    const n = bytes.number();
    const length = bytes.number();
    if (term >= wantedTerm) return term === wantedTerm ? { term, n, block, at: bytes.at } : undefined;
    bytes.at += length;
  }
  return undefined;
}

/** The decoded hits of a term. */
export interface DecodedHits {
  readonly positions: Uint32Array;
  readonly counts: Uint32Array;
}

export function decodeHits({ n, block, at }: TermEntry): DecodedHits {
  const bytes = new ByteReader(block, at);
  const [positions, counts] = [new Uint32Array(n), new Uint32Array(n)];
  for (let i = 0, position = 0; i < n; i++) {
    const delta = bytes.number();
    position += Math.floor(delta / 2);
    positions[i] = position;
    counts[i] = delta % 2 === 1 ? 1 : bytes.number();
  }
  return { positions, counts };
}

/** Calls `hit` for every hit of a term. */
export function eachHit(entry: TermEntry, hit: (position: number, count: number) => void): void {
  const { positions, counts } = decodeHits(entry);
  for (let i = 0; i < positions.length; i++) hit(positions[i], counts[i]);
}
