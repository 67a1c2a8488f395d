/**
 * Several segments → one, without what is deleted. Their chunks are put in order
 * of ids, and every hit gets the place that its chunk then has:
 *
 *     ids  41 42 45 │ 50 51      42 is deleted
 *     →    41 45 50 51           old places 0 1 2 │ 0 1  →  0 – 1 │ 2 3
 *
 * Blocks are read one at a time from each, so that merging needs the memory of
 * the outcome and no more.
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
  /** By place: 1 where the chunk is gone. */
  readonly deleted: Uint8Array | undefined;
  readonly block: (i: number) => Uint8Array;
}

export function mergeSegments(parts: readonly SegmentReader[]): EncodedSegment {
  const { ids, lengths, placesOf } = united(parts);
  return encodeSegment(ids, lengths, words(parts, placesOf));
}

const GONE = 0xffffffff;

function united(parts: readonly SegmentReader[]): {
  readonly ids: Float64Array;
  readonly lengths: Uint32Array;
  /** New places by part and old place. */
  readonly placesOf: readonly Uint32Array[];
} {
  const living = parts.flatMap(({ segment: { ids }, deleted }, part) =>
    Array.from(ids, (id, place) => ({ id, part, place })).filter(({ place }) => !deleted?.[place]),
  );
  living.sort((a, b) => a.id - b.id);
  const placesOf = parts.map(({ segment: { ids } }) => new Uint32Array(ids.length).fill(GONE));
  living.forEach(({ part, place }, i) => {
    placesOf[part][place] = i;
  });
  return {
    ids: Float64Array.from(living, ({ id }) => id),
    lengths: Uint32Array.from(living, ({ part, place }) => parts[part].segment.lengths[place]),
    placesOf,
  };
}

/** The words of all parts, ascending, with the hits of all that have them. */
function* words(parts: readonly SegmentReader[], placesOf: readonly Uint32Array[]): Generator<TermHits> {
  const readers = parts.map(entriesIn);
  const heads = readers.map((reader) => reader.next().value);
  for (;;) {
    const term = heads.reduce(
      (least, head) => Math.min(least, head?.term ?? Number.POSITIVE_INFINITY),
      Number.POSITIVE_INFINITY,
    );
    if (term === Number.POSITIVE_INFINITY) return;
    const places: number[] = [];
    const counts: number[] = [];
    let sorted = true;
    heads.forEach((head, part) => {
      if (head?.term !== term) return;
      eachHit(head, (old, count) => {
        const place = placesOf[part][old];
        if (place === GONE) return;
        if (places.length > 0 && places[places.length - 1] > place) sorted = false;
        places.push(place);
        counts.push(count);
      });
      heads[part] = readers[part].next().value;
    });
    if (places.length > 0) yield sorted ? { term, places, counts } : inOrder({ term, places, counts });
  }
}

/** Needed only where the ids of two parts lie among each other. */
function inOrder({ term, places, counts }: TermHits): TermHits {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  return { term, places: order.map((i) => places[i]), counts: order.map((i) => counts[i]) };
}

function* entriesIn({ segment: { firsts }, block }: SegmentReader): Generator<TermEntry, undefined> {
  for (let i = 0; i < firsts.length; i++) yield* entriesOf(block(i), firsts[i]);
}
