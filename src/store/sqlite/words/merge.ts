/**
 * Several segments → one, without deleted chunks. Chunks are sorted by id, and every
 * hit gets the new position of its chunk:
 *
 *     ids  41 42 45 │ 50 51      42 is deleted
 *     →    41 45 50 51           old positions 0 1 2 │ 0 1  →  0 – 1 │ 2 3
 *
 * Blocks are read one at a time from each segment, so that merging needs no more memory
 * than the result.
 */
import {
  type EncodedSegment,
  eachHit,
  encodeSegment,
  entriesOf,
  type TermEntry,
  type TermHits,
  type TextSegment,
} from './segment.js';

export interface SegmentReader {
  readonly segment: TextSegment;
  /** By position: 1 if the chunk is deleted. */
  readonly deleted: Uint8Array | undefined;
  readonly block: (i: number) => Uint8Array;
}

export function mergeSegments(parts: readonly SegmentReader[]): EncodedSegment {
  const { ids, lengths, positionsOf } = mergeChunks(parts);
  return encodeSegment(ids, lengths, mergeTerms(parts, positionsOf));
}

const DELETED = 0xffffffff;

function mergeChunks(parts: readonly SegmentReader[]): {
  readonly ids: Float64Array;
  readonly lengths: Uint32Array;
  /** New positions, by segment and old position. */
  readonly positionsOf: readonly Uint32Array[];
} {
  const live = parts.flatMap(({ segment: { ids }, deleted }, part) =>
    Array.from(ids, (id, position) => ({ id, part, position })).filter(({ position }) => !deleted?.[position]),
  );
  live.sort((a, b) => a.id - b.id);
  const positionsOf = parts.map(({ segment: { ids } }) => new Uint32Array(ids.length).fill(DELETED));
  live.forEach(({ part, position }, i) => {
    positionsOf[part][position] = i;
  });
  return {
    ids: Float64Array.from(live, ({ id }) => id),
    lengths: Uint32Array.from(live, ({ part, position }) => parts[part].segment.lengths[position]),
    positionsOf,
  };
}

/** The terms of all segments, ascending, with the hits of all that have them. */
function* mergeTerms(parts: readonly SegmentReader[], positionsOf: readonly Uint32Array[]): Generator<TermHits> {
  const readers = parts.map(entriesIn);
  const heads = readers.map((reader) => reader.next().value);
  for (;;) {
    const term = heads.reduce(
      (min, head) => Math.min(min, head?.term ?? Number.POSITIVE_INFINITY),
      Number.POSITIVE_INFINITY,
    );
    if (term === Number.POSITIVE_INFINITY) return;
    const positions: number[] = [];
    const counts: number[] = [];
    let sorted = true;
    heads.forEach((head, part) => {
      if (head?.term !== term) return;
      eachHit(head, (oldPosition, count) => {
        const position = positionsOf[part][oldPosition];
        if (position === DELETED) return;
        if (positions.length > 0 && positions[positions.length - 1] > position) sorted = false;
        positions.push(position);
        counts.push(count);
      });
      heads[part] = readers[part].next().value;
    });
    if (positions.length > 0) yield sorted ? { term, positions, counts } : sortByPosition({ term, positions, counts });
  }
}

/** Only needed if the id ranges of two segments overlap. */
function sortByPosition({ term, positions, counts }: TermHits): TermHits {
  const order = positions.map((_, i) => i).sort((a, b) => positions[a] - positions[b]);
  return { term, positions: order.map((i) => positions[i]), counts: order.map((i) => counts[i]) };
}

function* entriesIn({ segment: { firsts }, block }: SegmentReader): Generator<TermEntry, undefined> {
  for (let i = 0; i < firsts.length; i++) yield* entriesOf(block(i), firsts[i]);
}
