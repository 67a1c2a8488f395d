/**
 * The binary codes of all vectors (../vectors/hammingScan.ts), 256 chunks to a row:
 *
 *     block 0   entries of chunks   1 … 255, in order
 *     block 1                     256 … 511
 *
 * A new process reads all of them for its first query; with one row per chunk this took
 * ten times as long.
 */
import { groupBy } from '../../text/groupBy.js';
import { entryRow } from '../vectors/hammingScan.js';
import { verifiedBlob, withChecksum } from './checksums.js';
import type { Prepare, SqliteValue } from './database.js';
import type { IdRange } from './words/segment.js';

const CHUNKS_PER_BLOCK = 256;

export class BinaryCodes {
  readonly #prepare: Prepare;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  /** All entries of this size, ascending by chunk. */
  read(size: number): Uint8Array {
    const rows = this.#prepare('SELECT entries FROM binary_codes WHERE size = ? ORDER BY block').all(size);
    return Buffer.concat(rows.map(({ entries }) => entriesIn(entries)));
  }

  /** The chunks that have an entry. */
  chunks(): readonly number[] {
    const rows = this.#prepare('SELECT block FROM binary_codes ORDER BY block').all();
    return rows.flatMap(({ block }) => this.#block(Number(block)).map(entryRow));
  }

  /** Entries of one size; existing ones are replaced. */
  put(entries: readonly Uint8Array[]): void {
    for (const [block, added] of groupBy(entries, (entry) => blockOf(entryRow(entry)))) {
      const byChunk = new Map([...this.#block(block), ...added].map((entry) => [entryRow(entry), entry]));
      this.#write(
        block,
        [...byChunk].sort(([a], [b]) => a - b).map(([, entry]) => entry),
      );
    }
  }

  remove({ first, last }: IdRange): void {
    const rows = this.#prepare('SELECT block FROM binary_codes WHERE block BETWEEN ? AND ?').all(
      blockOf(first),
      blockOf(last),
    );
    for (const { block } of rows) {
      const remaining = this.#block(Number(block)).filter((entry) => entryRow(entry) < first || entryRow(entry) > last);
      this.#write(Number(block), remaining);
    }
  }

  #block(block: number): Uint8Array[] {
    const row = this.#prepare('SELECT size, entries FROM binary_codes WHERE block = ?').get(block);
    if (!row) return [];
    const entries = entriesIn(row.entries);
    const size = Number(row.size);
    return Array.from({ length: entries.length / size }, (_, i) => entries.subarray(i * size, (i + 1) * size));
  }

  #write(block: number, entries: readonly Uint8Array[]): void {
    if (entries.length === 0) this.#prepare('DELETE FROM binary_codes WHERE block = ?').run(block);
    else
      this.#prepare('INSERT OR REPLACE INTO binary_codes VALUES (?, ?, ?)').run(
        block,
        entries[0].length,
        withChecksum(Buffer.concat(entries)),
      );
  }
}

const entriesIn = (blob: SqliteValue | undefined): Uint8Array => verifiedBlob(blob, 'A block of binary codes');
const blockOf = (chunk: number): number => Math.floor(chunk / CHUNKS_PER_BLOCK);
