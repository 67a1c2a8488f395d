/**
 * The file of the cache. Many processes may have it open: WAL, a busy timeout, short
 * transactions. Errors are thrown; cache.ts catches them.
 *
 *     spaces   id, embedder, dimensions, prefix     vectors of one space are interchangeable
 *     vectors  id, space, hash, vector, used        hash: the embed hash of the chunk
 *                                                   vector: 32-bit floats in the byte order of the machine
 *                                                   used: seconds since 1970, accurate to a day
 *
 * Version 1. It is a cache: a later version may drop the tables.
 */
import { DatabaseSync } from '@photostructure/sqlite';
import { transaction } from '../transaction.js';
import type { Embedder } from './embedder.js';

const VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS spaces (
    id INTEGER PRIMARY KEY, embedder TEXT NOT NULL, dimensions INTEGER NOT NULL, prefix INTEGER NOT NULL,
    UNIQUE (embedder, dimensions, prefix)
  );
  CREATE TABLE IF NOT EXISTS vectors (
    id INTEGER PRIMARY KEY, space INTEGER NOT NULL, hash TEXT NOT NULL, vector BLOB NOT NULL, used INTEGER NOT NULL,
    UNIQUE (space, hash)
  );
  CREATE INDEX IF NOT EXISTS vectors_by_use ON vectors (used);
  PRAGMA user_version = ${VERSION};
`;

/** Vectors of one space are interchangeable. */
export type VectorSpace = Pick<Embedder, 'id' | 'dimensions' | 'prefixVersion'>;

export interface CachedVector {
  readonly id: number;
  readonly vector: Uint8Array;
  /** Seconds since 1970. */
  readonly used: number;
}

export class VectorFile {
  readonly #db: InstanceType<typeof DatabaseSync>;

  /** `busyTimeoutMs`: milliseconds to wait for another process. */
  constructor(path: string, busyTimeoutMs: number) {
    this.#db = new DatabaseSync(path, { timeout: busyTimeoutMs });
    try {
      this.#prepare();
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  #prepare(): void {
    if (this.#pragma('journal_mode') !== 'wal') this.#db.exec('PRAGMA journal_mode = WAL');
    this.#db.exec('PRAGMA synchronous = NORMAL');
    const version = this.#pragma('user_version');
    if (version === 0) this.#write(() => this.#db.exec(SCHEMA));
    else if (version !== VERSION) throw new Error(`it has version ${version}; this froe writes ${VERSION}`);
  }

  /** The vectors that are cached. */
  read(space: VectorSpace, hashes: Iterable<string>): ReadonlyMap<string, CachedVector> {
    const found = new Map<string, CachedVector>();
    const id = this.#space(space);
    if (id === undefined) return found;
    const select = this.#db.prepare('SELECT id, vector, used FROM vectors WHERE space = ? AND hash = ?');
    for (const hash of hashes) {
      const row: CachedVector | undefined = select.get(id, hash);
      if (row !== undefined) found.set(hash, row);
    }
    return found;
  }

  /** Marks rows as used just now. */
  touch(ids: readonly number[], seconds: number): void {
    this.#write(() => {
      const update = this.#db.prepare('UPDATE vectors SET used = ? WHERE id = ?');
      for (const id of ids) update.run(seconds, id);
    });
  }

  /** Stores vectors, and removes the least recently used while there are more than `maxBytes`. */
  write(
    space: VectorSpace,
    vectors: Iterable<readonly [hash: string, bytes: Uint8Array]>,
    seconds: number,
    maxBytes: number,
  ): void {
    this.#write(() => {
      const id = this.#space(space) ?? this.#addSpace(space);
      const insert = this.#db.prepare(
        `INSERT INTO vectors (space, hash, vector, used) VALUES (?, ?, ?, ?)
         ON CONFLICT (space, hash) DO UPDATE SET vector = excluded.vector, used = excluded.used`,
      );
      for (const [hash, bytes] of vectors) insert.run(id, hash, bytes, seconds);
      if (this.#bytes() > maxBytes) this.#makeRoom(maxBytes);
    });
  }

  close(): void {
    this.#db.close();
  }

  #space({ id, dimensions, prefixVersion }: VectorSpace): number | undefined {
    const select = this.#db.prepare('SELECT id FROM spaces WHERE embedder = ? AND dimensions = ? AND prefix = ?');
    return select.get(id, dimensions, prefixVersion)?.id;
  }

  #addSpace({ id, dimensions, prefixVersion }: VectorSpace): number {
    const insert = this.#db.prepare('INSERT INTO spaces (embedder, dimensions, prefix) VALUES (?, ?, ?)');
    return Number(insert.run(id, dimensions, prefixVersion).lastInsertRowid);
  }

  /** A tenth of the rows at a time, down to nine tenths of the size, so that most writes remove nothing. */
  #makeRoom(maxBytes: number): void {
    const rows: number = this.#db.prepare('SELECT count(*) AS rows FROM vectors').get().rows;
    const oldest = this.#db.prepare(
      'DELETE FROM vectors WHERE id IN (SELECT id FROM vectors ORDER BY used, id LIMIT ?)',
    );
    while (this.#bytes() > maxBytes * 0.9 && oldest.run(Math.ceil(rows / 10)).changes > 0);
  }

  /** Pages in use. Free pages are reused before the file grows; it never shrinks. */
  #bytes(): number {
    return (this.#pragma('page_count') - this.#pragma('freelist_count')) * this.#pragma('page_size');
  }

  #pragma(name: 'journal_mode'): string;
  #pragma(name: 'user_version' | 'page_count' | 'freelist_count' | 'page_size'): number;
  #pragma(name: string): string | number {
    return this.#db.prepare(`PRAGMA ${name}`).get()[name];
  }

  #write(work: () => void): void {
    transaction(this.#db, work);
  }
}
