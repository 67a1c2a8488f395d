/**
 * The segments of the full-text index. Every change adds one; eight of similar size are
 * merged into one of the next size:
 *
 *     400 400 400 400 400 400 400 400  →  3,200        so a hundred thousand chunks are about
 *     3,200 × 8                        →  25,600       twenty segments, and each chunk was
 *                                                      written three times
 *
 * A removed chunk gets a tombstone, and stays in its segment until that is next
 * rewritten; when a quarter of all chunks have one, everything is rewritten.
 */
import { crc32 } from 'node:zlib';
import { FroeError } from '../../../errors.js';
import type { Prepare } from '../database.js';
import { mergeSegments, type SegmentReader } from './merge.js';
import {
  type AddedPostings,
  type EncodedSegment,
  type IdRange,
  positionsIn,
  readHead,
  segmentOf,
  type TextSegment,
} from './segment.js';

/** The number of segments that are merged, and the ratio of two sizes. */
const MERGE_FACTOR = 8;
/** With fewer tombstones, nothing is rewritten because of them. */
const MIN_TOMBSTONES = 1000;
/** A block's id is segment · MAX_BLOCKS + number. */
const MAX_BLOCKS = 2 ** 20;
/** Size of the block cache in bytes: common words have the largest blocks. */
const MAX_CACHED_BYTES = 16 << 20;

export class Segments {
  readonly #prepare: Prepare;
  /** Heads by segment. Segments are immutable, and their ids are never reused. */
  readonly #heads = new Map<number, TextSegment>();
  /** Blocks by id; valid as long as the heads are. */
  readonly #cache = new Map<number, Uint8Array>();
  #cachedBytes = 0;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  /** All segments, as the reader's transaction sees them. */
  read(): readonly SegmentReader[] {
    const ids = this.#prepare('SELECT id FROM segments ORDER BY id')
      .all()
      .map(({ id }) => Number(id));
    const current = new Set(ids);
    for (const known of this.#heads.keys()) if (!current.has(known)) this.#heads.delete(known);
    for (const id of ids) if (!this.#heads.has(id)) this.#heads.set(id, this.#readHead(id));
    return this.#readers(ids, (id) => this.#cache.get(id) ?? this.#cacheBlock(id, this.#readBlock(id)));
  }

  /** `postings` ascending by id. */
  add(postings: readonly AddedPostings[]): void {
    if (postings.every(({ chunks }) => chunks.length === 0)) return;
    this.#insert(segmentOf(postings));
    for (let next = this.#segmentsToMerge(); next; next = this.#segmentsToMerge()) this.#merge(next);
  }

  /** Marks chunks as removed. */
  tombstone({ first, last }: IdRange): void {
    this.#prepare('INSERT INTO tombstones VALUES (?, ?)').run(first, last);
  }

  /** Merges everything into one segment without tombstones. */
  compact(): void {
    const ids = this.#sizes().map(({ id }) => id);
    if (ids.length > 1 || this.#tombstones().length > 0) this.#merge(ids);
  }

  /** The segments to merge: those of a size with enough of them, or all. */
  #segmentsToMerge(): readonly number[] | undefined {
    const sizes = this.#sizes();
    const bySize = new Map<number, number[]>();
    for (const { id, chunks } of sizes) {
      const size = Math.floor(Math.log(chunks) / Math.log(MERGE_FACTOR));
      bySize.set(size, [...(bySize.get(size) ?? []), id]);
    }
    for (const ids of bySize.values()) if (ids.length >= MERGE_FACTOR) return ids;
    const all = sizes.reduce((sum, { chunks }) => sum + chunks, 0);
    const removed = this.#tombstones().reduce((sum, { first, last }) => sum + last - first + 1, 0);
    return removed > Math.max(MIN_TOMBSTONES, all / 4) ? sizes.map(({ id }) => id) : undefined;
  }

  #merge(ids: readonly number[]): void {
    const merged = mergeSegments(this.#readers(ids));
    for (const id of ids) {
      this.#prepare('DELETE FROM blocks WHERE id >= ? AND id < ?').run(id * MAX_BLOCKS, (id + 1) * MAX_BLOCKS);
      this.#prepare('DELETE FROM segments WHERE id = ?').run(id);
    }
    // A tombstone is needed as long as a segment has its chunk.
    this.#prepare(
      'DELETE FROM tombstones WHERE NOT EXISTS (SELECT 1 FROM segments s WHERE s.first <= tombstones.last AND s.last >= tombstones.first)',
    ).run();
    if (merged.ids.length > 0) this.#insert(merged);
  }

  #insert({ ids, head, blocks }: EncodedSegment): void {
    const { lastInsertRowid: id } = this.#prepare(
      'INSERT INTO segments (chunks, first, last, head, sum) VALUES (?, ?, ?, ?, ?)',
    ).run(ids.length, ids[0], ids[ids.length - 1], head, crc32(head));
    const insert = this.#prepare('INSERT INTO blocks VALUES (?, ?, ?)');
    blocks.forEach((block, i) => {
      insert.run(Number(id) * MAX_BLOCKS + i, block, crc32(block));
    });
  }

  #readers(ids: readonly number[], block = (id: number): Uint8Array => this.#readBlock(id)): readonly SegmentReader[] {
    const tombstones = this.#tombstones();
    return ids.map((id) => {
      const segment = this.#heads.get(id) ?? this.#readHead(id);
      return { segment, deleted: deletedIn(segment, tombstones), block: (i) => block(id * MAX_BLOCKS + i) };
    });
  }

  #readBlock(id: number): Uint8Array {
    return verifiedBody(this.#prepare('SELECT body, sum FROM blocks WHERE id = ?').get(id));
  }

  #cacheBlock(id: number, block: Uint8Array): Uint8Array {
    if (this.#cachedBytes + block.length > MAX_CACHED_BYTES) {
      this.#cache.clear();
      this.#cachedBytes = 0;
    }
    this.#cache.set(id, block);
    this.#cachedBytes += block.length;
    return block;
  }

  #readHead(id: number): TextSegment {
    return readHead(verifiedBody(this.#prepare('SELECT head AS body, sum FROM segments WHERE id = ?').get(id)));
  }

  #sizes(): readonly { readonly id: number; readonly chunks: number }[] {
    const rows = this.#prepare('SELECT id, chunks FROM segments ORDER BY id').all();
    return rows.map(({ id, chunks }) => ({ id: Number(id), chunks: Number(chunks) }));
  }

  #tombstones(): readonly IdRange[] {
    const rows = this.#prepare('SELECT first, last FROM tombstones ORDER BY first').all();
    return rows.map(({ first, last }) => ({ first: Number(first), last: Number(last) }));
  }
}

/** SQLite does not detect a changed byte inside a blob; the checksum does. */
export function verifiedBody(row: Readonly<Record<string, unknown>> | undefined): Uint8Array {
  if (row?.body instanceof Uint8Array && crc32(row.body) === Number(row.sum)) return row.body;
  throw new FroeError(
    'damaged',
    'The words in the index are damaged',
    'Rebuild the index: froe clean, then froe index.',
  );
}

/** By position; undefined if no chunk is deleted. */
function deletedIn({ ids }: TextSegment, ranges: readonly IdRange[]): Uint8Array | undefined {
  let deleted: Uint8Array | undefined;
  for (const range of ranges) {
    const positions = positionsIn(ids, range);
    if (!positions) continue;
    deleted ??= new Uint8Array(ids.length);
    deleted.fill(1, positions.first, positions.last + 1);
  }
  return deleted;
}
