/** Records of chunks: by id, by document, by source, or those without a vector. */
import type { Chunk } from '../../schema.js';
import type { ChunkFilter } from '../store.js';
import { refuseLostRows } from './checksums.js';
import { chunkFilterSql, filterSql } from './filter.js';
import { type SqliteSession, VersionedCache } from './session.js';

/** Cached chunks of whole documents, which contexts read repeatedly, and as many of search results: about five megabytes each. */
const MAX_CACHED_CHUNKS = 2000;

const IS_PENDING = 'weight > 0 AND NOT EXISTS (SELECT 1 FROM vectors WHERE hash = embed_hash)';

/** The columns that a record is read from, for an alias of the table. */
type ReadColumns = (table: string) => string;

export class ChunkReader {
  readonly #session: SqliteSession;
  /** Condition on sources `s`: those that may be seen. */
  readonly #visible: string;
  readonly #byId = new VersionedCache<Chunk>(MAX_CACHED_CHUNKS);
  readonly #documents = new VersionedCache<readonly Chunk[]>(MAX_CACHED_CHUNKS, ({ length }) => length);

  constructor(session: SqliteSession, visible: string) {
    this.#session = session;
    this.#visible = visible;
  }

  chunks(ids: readonly string[]): readonly Chunk[] {
    const visibleJoin = this.#visible && ` JOIN sources s ON s.id = chunks.source${this.#visible}`;
    const sql = (read: ReadColumns): string =>
      `SELECT ${read('chunks')} FROM json_each(?) wanted JOIN chunks ON chunk_id = wanted.value${visibleJoin} ORDER BY wanted.key`;
    return this.#session.reading((version) => {
      const uncached = ids.filter((id) => this.#byId.known(id, version) === undefined);
      const read = new Map(this.#session.records(sql, JSON.stringify(uncached)).map((chunk) => [chunk.id, chunk]));
      const found = ids.flatMap((id) => this.#byId.known(id, version) ?? read.get(id) ?? []);
      for (const [id, chunk] of read) this.#byId.get(id, version, () => chunk);
      const missing = uncached.filter((id) => !read.has(id));
      const withoutNameIndex = `json_each(?) wanted JOIN sources s ON s.doc_id = substr(wanted.value, 1, length(s.doc_id))
        JOIN chunks INDEXED BY chunks_by_source ON chunks.source = s.id AND chunks.chunk_id = wanted.value
        WHERE true${this.#visible}`;
      if (missing.length > 0) refuseLostRows(this.#session.prepare, withoutNameIndex, JSON.stringify(missing));
      return found;
    });
  }

  /** The chunks of one document, by position. */
  chunksOf(docId: string, from = 0, to = Number.MAX_SAFE_INTEGER): readonly Chunk[] {
    const sql = (
      read: ReadColumns,
    ): string => `SELECT ${read('chunks')} FROM chunks WHERE source = (SELECT s.id FROM sources s WHERE s.doc_id = ?${this.#visible})
      AND position BETWEEN ? AND ? ORDER BY position`;
    const read = (): readonly Chunk[] => this.#session.records(sql, docId, from, to);
    const isWhole = from === 0 && to === Number.MAX_SAFE_INTEGER;
    return this.#session.run(() => (isWhole ? this.#documents.get(docId, this.#session.version, read) : read()));
  }

  /** Chunks that pass a condition on `c` and the filter, one source at a time. */
  async *bySource(condition: string, filter: ChunkFilter): AsyncGenerator<readonly Chunk[]> {
    const { sql, values } = filterSql(filter);
    const sources = this.#session.run(() =>
      this.#session
        .prepare(
          `SELECT s.id FROM sources s
           WHERE s.id IN (SELECT c.source FROM chunks c WHERE ${condition}${sql}) ORDER BY s.path, s.id`,
        )
        .all(...values),
    );
    const chunks = chunkFilterSql(filter);
    const select = (read: ReadColumns): string =>
      `SELECT ${read('c')} FROM chunks c WHERE c.source = ? AND ${condition}${chunks.sql} ORDER BY c.position`;
    for (const { id } of sources)
      yield this.#session.run(() => this.#session.records(select, Number(id), ...chunks.values));
  }

  /** Chunks without a vector, one source at a time, so that its vectors are written together; the list of sources is read once. */
  async *pending(atLeast: number): AsyncGenerator<readonly Chunk[]> {
    const sources = this.#session.run(() =>
      this.#session
        .prepare(`SELECT source, count(*) AS chunks FROM chunks WHERE ${IS_PENDING} GROUP BY source ORDER BY source`)
        .all(),
    );
    const select = (read: ReadColumns): string =>
      `SELECT ${read('chunks')} FROM chunks WHERE source = ? AND ${IS_PENDING} ORDER BY position`;
    let batch: Chunk[] = [];
    for (const { source } of sources) {
      batch.push(...this.#session.records(select, Number(source)));
      if (batch.length < atLeast) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}
