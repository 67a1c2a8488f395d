/** What one change does to the tables. It runs inside a transaction that its caller opens and closes. */
import { crc32 } from 'node:zlib';
import { lastName } from '../../text/lastName.js';
import { packRecord } from '../record.js';
import { chunkTypeOf, type IndexChange, type PreparedSource } from '../store.js';
import { binaryEntry } from '../vectors/hammingScan.js';
import { quantise } from '../vectors/quantise.js';
import { BinaryCodes } from './binaryCodes.js';
import { rowChecksum, weightOf, withChecksum } from './checksums.js';
import type { Prepare } from './database.js';
import { type ChunkPosting, chunkPosting } from './words/segment.js';
import { Segments } from './words/segments.js';

const INSERT_SOURCE = `INSERT INTO sources
  (doc_id, tree, path, kind, language, title, size, mtime, ctime, ino, hash, recipe, tokens, frequency, metadata, counts, sum)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const TOUCH = 'UPDATE sources SET size = ?, mtime = ?, ctime = ?, ino = ? WHERE doc_id = ?';
const FORGET_SCANS = "DELETE FROM meta WHERE key >= 'scan ' AND key < 'scan!'";
const INSERT_CHUNK = `INSERT INTO chunks
  (id, source, chunk_id, position, parent_id, part_of, synthetic, type, weight, embed_hash, record)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
/** Above all that are there, and above all whose words are still there. */
const NEXT_ID =
  'SELECT 1 + max((SELECT coalesce(max(id), 0) FROM chunks), (SELECT coalesce(max(last), 0) FROM tombstones)) AS id';
const INSERT_UNIT = 'INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const INSERT_TRIGRAMS = 'INSERT INTO trigrams VALUES (?, ?, ?)';
const INSERT_REFERENCE = 'INSERT INTO refs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';

export class SqliteWriter {
  readonly #prepare: Prepare;
  readonly #segments: Segments;
  readonly #signs: BinaryCodes;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
    this.#signs = new BinaryCodes(prepare);
    this.#segments = new Segments(prepare);
  }

  write({ put = [], touch = [], remove = [], vectors = [], lines = [] }: IndexChange): void {
    if (put.length + touch.length + remove.length > 0) this.#wrote();
    for (const docId of remove) this.#remove(docId);
    for (const { docId, size, mtime, ctime, ino } of touch) this.#prepare(TOUCH).run(size, mtime, ctime, ino, docId);
    this.#segments.add(put.flatMap((prepared) => this.#put(prepared)));
    this.#signs.put(vectors.flatMap(({ hash, vector }) => this.#vector(Buffer.from(hash, 'hex'), quantise(vector))));
    for (const { key, line } of lines)
      this.#prepare('INSERT OR REPLACE INTO context_lines VALUES (?, ?)').run(Buffer.from(key, 'hex'), line);
  }

  #wrote(): void {
    this.#prepare(FORGET_SCANS).run();
    this.#prepare("INSERT OR REPLACE INTO meta VALUES ('written', ?)").run(new Date().toISOString());
  }

  /** Full text becomes one segment without tombstones. */
  compact(): void {
    this.#segments.compact();
  }

  #remove(docId: string): void {
    const source = this.#prepare('SELECT id FROM sources WHERE doc_id = ?').get(docId)?.id;
    if (source === undefined) return;
    const ids = this.#prepare('SELECT min(id) AS first, max(id) AS last FROM chunks WHERE source = ?').get(
      Number(source),
    );
    // They were given one after the other (#put), so that nobody else's are among them.
    if (ids?.first != null) {
      const range = { first: Number(ids.first), last: Number(ids.last) };
      this.#segments.tombstone(range);
      this.#signs.remove(range);
    }
    this.#prepare('DELETE FROM sources WHERE id = ?').run(Number(source)); // takes its chunks, units and references along
  }

  /** The signs of the chunks that have it. */
  #vector(hash: Uint8Array, code: Uint8Array): Uint8Array[] {
    this.#prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)').run(hash, code, crc32(code));
    const chunks = this.#prepare('SELECT id FROM chunks WHERE embed_hash = ? AND weight > 0').all(hash);
    return chunks.map(({ id }) => binaryEntry(Number(id), code));
  }

  /** The words of its chunks are left to the caller: those of one change become one segment. */
  #put({ source: row, chunks, units, references, trigrams }: PreparedSource): ChunkPosting[] {
    this.#remove(row.docId);
    const metadata = JSON.stringify(row.metadata);
    const counts = `${units.length} ${references.length}`;
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
    if (trigrams) {
      const body = Buffer.from(trigrams, 'base64');
      this.#prepare(INSERT_TRIGRAMS).run(source, body, crc32(body));
    }
    const first = Number(this.#prepare(NEXT_ID).get()?.id);
    const signs: Uint8Array[] = [];
    const postings = chunks.map(({ chunk, words }, i): ChunkPosting => {
      const id = first + i;
      const weight = weightOf(chunk);
      const hash = Buffer.from(chunk.embedHash, 'hex');
      this.#prepare(INSERT_CHUNK).run(
        id,
        source,
        chunk.id,
        chunk.position,
        chunk.parentId,
        chunk.partOf,
        chunk.synthetic ? 1 : 0,
        chunkTypeOf(chunk),
        weight,
        hash,
        withChecksum(packRecord(chunk)),
      );
      const code = weight > 0 ? this.#prepare('SELECT code FROM vectors WHERE hash = ?').get(hash)?.code : undefined;
      if (code instanceof Uint8Array) signs.push(binaryEntry(id, code));
      return chunkPosting(id, words, weight);
    });
    this.#signs.put(signs);
    units.forEach((unit, position) => {
      const { id, parentId, kind, name, depth, charStart, charEnd, startLine, endLine } = unit;
      const key = lastName(name);
      const lines = { char_start: charStart, char_end: charEnd, start_line: startLine, end_line: endLine };
      const sum = rowChecksum('units', {
        source,
        position,
        unit_id: id,
        parent_id: parentId,
        kind,
        name,
        depth,
        ...lines,
        key,
      });
      this.#prepare(INSERT_UNIT).run(
        source,
        position,
        id,
        parentId,
        kind,
        name,
        depth,
        charStart,
        charEnd,
        startLine,
        endLine,
        key,
        sum,
      );
    });
    const positions = new Map(units.map(({ id }, position) => [id, position]));
    references.forEach(({ from, verb, target, key, line, module = null, local = null }, position) => {
      const unit = positions.get(from) ?? null;
      const unitId = unit === null ? null : from;
      const sum = rowChecksum('refs', {
        source,
        position,
        unit,
        unit_id: unitId,
        verb,
        target,
        key,
        line,
        module,
        local,
      });
      this.#prepare(INSERT_REFERENCE).run(source, position, unit, verb, target, key, line, module, local, sum);
    });
    return postings;
  }
}
