/** Writes one change to the tables, inside a transaction of its caller. */
import { crc32 } from 'node:zlib';
import { lastName } from '../../text/lastName.js';
import type { Unit } from '../../types.js';
import type { IndexChange } from '../store.js';
import { binaryEntry } from '../vectors/hammingScan.js';
import { quantise } from '../vectors/quantise.js';
import { BinaryCodes } from './binaryCodes.js';
import { rowChecksum, valuesChecksum } from './checksums.js';
import type { Prepare } from './database.js';
import {
  CHUNK_COLUMNS,
  HASH_BYTES,
  type PackedChunks,
  type PackedSource,
  packPrepared,
  REFERENCE_COLUMNS,
} from './packedSource.js';
import type { AddedPostings } from './words/segment.js';
import { Segments } from './words/segments.js';

const INSERT_SOURCE = `INSERT INTO sources
  (doc_id, tree, path, kind, language, title, size, mtime, ctime, ino, hash, recipe, tokens, frequency, metadata, counts, sum)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const TOUCH = 'UPDATE sources SET size = ?, mtime = ?, ctime = ?, ino = ? WHERE doc_id = ?';
const FORGET_SCANS = "DELETE FROM meta WHERE key >= 'scan ' AND key < 'scan!'";
const INSERT_CHUNK = `INSERT INTO chunks
  (id, source, chunk_id, position, parent_id, part_of, synthetic, type, weight, embed_hash, record)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
/** Above the ids of all chunks there ever were: whoever has read a chunk by its id may keep what it read. */
const NEXT_ID = `SELECT 1 + max((SELECT coalesce(max(id), 0) FROM chunks), (SELECT coalesce(max(last), 0) FROM tombstones),
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'last removed'), 0)) AS id`;
const NOTE_REMOVED = `INSERT INTO meta VALUES ('last removed', ?) ON CONFLICT (key)
  DO UPDATE SET value = excluded.value WHERE CAST(excluded.value AS INTEGER) > CAST(value AS INTEGER)`;
const INSERT_UNIT = 'INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const INSERT_TRIGRAMS = 'INSERT INTO trigrams VALUES (?, ?, ?)';
const INSERT_REFERENCE = 'INSERT INTO refs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';

export class SqliteWriter {
  readonly #prepare: Prepare;
  readonly #segments: Segments;
  readonly #binaryCodes: BinaryCodes;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
    this.#binaryCodes = new BinaryCodes(prepare);
    this.#segments = new Segments(prepare);
  }

  write({ put = [], packed = [], codes = [], touch = [], remove = [], vectors = [], lines = [] }: IndexChange): void {
    if (put.length + packed.length + touch.length + remove.length > 0) this.#markWritten();
    for (const docId of remove) this.#remove(docId);
    for (const { docId, size, mtime, ctime, ino } of touch) this.#prepare(TOUCH).run(size, mtime, ctime, ino, docId);
    const sources = [...packed, ...put.map(packPrepared)];
    this.#segments.add(sources.map((source) => this.#put(source)));
    const quantised = vectors.map(({ hash, vector }) => ({ hash: Buffer.from(hash, 'hex'), code: quantise(vector) }));
    this.#binaryCodes.put([...codes, ...quantised].flatMap(({ hash, code }) => this.#putVector(hash, code)));
    for (const { key, line } of lines)
      this.#prepare('INSERT OR REPLACE INTO context_lines VALUES (?, ?)').run(Buffer.from(key, 'hex'), line);
  }

  #markWritten(): void {
    this.#prepare(FORGET_SCANS).run();
    this.#prepare("INSERT OR REPLACE INTO meta VALUES ('written', ?)").run(new Date().toISOString());
  }

  /** Merges full text into one segment without tombstones. */
  compact(): void {
    this.#segments.compact();
  }

  #remove(docId: string): void {
    const source = this.#prepare('SELECT id FROM sources WHERE doc_id = ?').get(docId)?.id;
    if (source === undefined) return;
    const ids = this.#prepare('SELECT min(id) AS first, max(id) AS last FROM chunks WHERE source = ?').get(
      Number(source),
    );
    // Ids are consecutive (#put), so the range has no chunks of other sources.
    if (ids?.first != null) {
      const range = { first: Number(ids.first), last: Number(ids.last) };
      this.#segments.tombstone(range);
      this.#binaryCodes.remove(range);
      this.#prepare(NOTE_REMOVED).run(String(range.last));
    }
    this.#prepare('DELETE FROM sources WHERE id = ?').run(Number(source)); // its chunks, units and references are removed with it
  }

  /** The binary codes of the chunks with this vector. */
  #putVector(hash: Uint8Array, code: Uint8Array): Uint8Array[] {
    this.#prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)').run(hash, code, crc32(code));
    const chunks = this.#prepare('SELECT id FROM chunks WHERE embed_hash = ? AND weight > 0').all(hash);
    return chunks.map(({ id }) => binaryEntry(Number(id), code));
  }

  /** Returns the words of its chunks: the caller writes those of one change as one segment. */
  #put({ source: row, chunks, units, references, trigrams }: PackedSource): AddedPostings {
    this.#remove(row.docId);
    const metadata = JSON.stringify(row.metadata);
    const counts = `${units.length} ${references.length / REFERENCE_COLUMNS}`;
    const { lastInsertRowid } = this.#prepare(INSERT_SOURCE).run(
      row.docId,
      row.tree,
      row.path,
      row.kind,
      row.language,
      row.title,
      row.size,
      row.mtime,
      row.ctime,
      row.ino,
      row.hash,
      row.recipe,
      row.tokens,
      row.frequency ?? null,
      metadata,
      counts,
      rowChecksum('sources', { ...row, doc_id: row.docId, metadata, counts }),
    );
    const source = Number(lastInsertRowid);
    if (trigrams) this.#prepare(INSERT_TRIGRAMS).run(source, trigrams, crc32(trigrams));
    const first = this.#putChunks(source, chunks);
    this.#putUnits(source, units);
    this.#putReferences(source, references, units);
    return { first, chunks };
  }

  /** Consecutive ids, so that a removal is a range. Returns the first. */
  #putChunks(source: number, { length, columns, hashes, records, recordEnds }: PackedChunks): number {
    const first = Number(this.#prepare(NEXT_ID).get()?.id);
    const insert = this.#prepare(INSERT_CHUNK);
    const selectCode = this.#prepare('SELECT code FROM vectors WHERE hash = ?');
    const entries: Uint8Array[] = [];
    for (let i = 0, from = 0; i < length; from = recordEnds[i++]) {
      const values = columns.slice(i * CHUNK_COLUMNS, (i + 1) * CHUNK_COLUMNS);
      const hash = hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
      insert.run(first + i, source, ...values, hash, records.subarray(from, recordEnds[i]));
      const isSearchable = Number(values[CHUNK_COLUMNS - 1]) > 0;
      const code = isSearchable ? selectCode.get(hash)?.code : undefined;
      if (code instanceof Uint8Array) entries.push(binaryEntry(first + i, code));
    }
    this.#binaryCodes.put(entries);
    return first;
  }

  #putUnits(source: number, units: readonly Unit[]): void {
    const insert = this.#prepare(INSERT_UNIT);
    units.forEach(({ id, parentId, kind, name, depth, charStart, charEnd, startLine, endLine }, position) => {
      const values = [id, parentId, kind, name, depth, charStart, charEnd, startLine, endLine, lastName(name)];
      insert.run(source, position, ...values, valuesChecksum([source, position, ...values]));
    });
  }

  #putReferences(source: number, references: PackedSource['references'], units: readonly Unit[]): void {
    const insert = this.#prepare(INSERT_REFERENCE);
    for (let at = 0, position = 0; at < references.length; at += REFERENCE_COLUMNS, position++) {
      const [unit, ...rest] = references.slice(at, at + REFERENCE_COLUMNS);
      const unitId = unit === null ? null : units[Number(unit)].id;
      insert.run(source, position, unit, ...rest, valuesChecksum([source, position, unit, unitId, ...rest]));
    }
  }
}
