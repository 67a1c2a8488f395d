/**
 * The embedded store: one SQLite file, any number of readers beside one writer.
 * Every change is one transaction, so a process that dies leaves the state of
 * the last one, whole.
 */
import type { Chunk } from '../schema.js';
import { mayHaveAny } from '../text/trigrams.js';
import type { Reference, Unit } from '../types.js';
import { isSameModel, modelMismatch, refuseOtherRoot } from './mismatch.js';
import { listedRow } from './rows.js';
import { lowerLimit, type Sensitivity, visibleSql } from './sensitivity.js';
import { checkFile } from './sqlite/check.js';
import { refuseLostRows } from './sqlite/checksums.js';
import { ChunkNames } from './sqlite/chunkNames.js';
import { countIndex } from './sqlite/count.js';
import { chunkFilterSql, filterSql, sourceFilterSql } from './sqlite/filter.js';
import { openHistory } from './sqlite/history.js';
import { rootToStore, storedRoot, withoutLinks } from './sqlite/indexFolder.js';
import { sqliteMigrations } from './sqlite/schema.js';
import { SqliteSession, VersionedCache } from './sqlite/session.js';
import { SourceReader } from './sqlite/sourceReader.js';
import { SymbolReader } from './sqlite/symbolReader.js';
import { TextSearch } from './sqlite/textSearch.js';
import { VectorSearch } from './sqlite/vectorSearch.js';
import { verifiedBody } from './sqlite/words/segments.js';
import { SqliteWriter } from './sqlite/writer.js';
import {
  type ChunkFilter,
  type ChunkPlace,
  type Hit,
  type IncomingReference,
  type IndexChange,
  type IndexModel,
  type IndexState,
  type ListedSource,
  MAX_BLANK_BYTES,
  type Overview,
  type SourceRow,
  type Store,
  type StoreOptions,
  type TextHit,
  type TextStatistics,
  type UnitDefinition,
  type UseRootOptions,
} from './store.js';

/** Of whole documents, which contexts read again and again: some five megabytes. */
const MAX_CACHED_CHUNKS = 2000;

export class SqliteStore implements Store {
  readonly takesPacked = true;
  readonly #session: SqliteSession;
  readonly #most: Sensitivity | undefined;
  /** Of sources `s`, which of them may be seen. */
  readonly #visible: string;
  readonly #writer: SqliteWriter;
  readonly #near: VectorSearch;
  readonly #text: TextSearch;
  readonly #symbols: SymbolReader;
  readonly #sources: SourceReader;
  readonly #documents = new VersionedCache<readonly Chunk[]>(MAX_CACHED_CHUNKS, ({ length }) => length);
  readonly #overview = new VersionedCache<Overview>();
  readonly #state = new VersionedCache<IndexState>();
  readonly #names = new VersionedCache<readonly string[]>();
  #history: SqliteStore | undefined;

  /** `:memory:` for one that goes with the process. */
  constructor(file: string, { maxSensitivity }: StoreOptions = {}) {
    this.#session = new SqliteSession(file);
    this.#most = maxSensitivity;
    this.#visible = visibleSql(maxSensitivity);
    const { prepare } = this.#session;
    this.#writer = new SqliteWriter(prepare);
    const names = new ChunkNames(prepare);
    this.#near = new VectorSearch(prepare, names);
    this.#text = new TextSearch(prepare, names);
    this.#symbols = new SymbolReader(prepare, maxSensitivity);
    this.#sources = new SourceReader(prepare, this.#visible);
  }

  /** Counted once, and again when this process or another has written. */
  async state(): Promise<IndexState> {
    const make = (): IndexState => ({
      version: sqliteMigrations.length,
      model: this.#model(),
      writtenAt: this.#writtenAt(),
      ...countIndex(this.#session.prepare, this.#most),
    });
    return this.#session.run(() => this.#state.get('', this.#session.version, make));
  }

  async overview(): Promise<Overview> {
    const files = `SELECT path, language, tokens, CASE WHEN metadata LIKE '%"manifest":%' THEN metadata END AS metadata
      FROM sources s WHERE kind = 'file' AND tokens > 0${this.#visible}`;
    // From the sources on: settings have most of the units, and of those none counts.
    const kinds = `SELECT u.kind, s.language, count(*) AS n FROM sources s CROSS JOIN units u ON u.source = s.id
      WHERE s.language IN (SELECT value FROM json_each(?))${this.#visible} GROUP BY u.kind, s.language`;
    const { countedLanguages, overviewOf } = await import('./overview.js'); // with every language, which an answer does not need
    const make = (): Overview =>
      overviewOf(
        this.#session.prepare(files).all(),
        this.#session.prepare(kinds).all(JSON.stringify(countedLanguages)),
      );
    return this.#session.run(() => this.#overview.get('', this.#session.version, make));
  }

  async sources(tree: string): Promise<ReadonlyMap<string, SourceRow>> {
    return this.#session.run(() => this.#sources.tree(tree, this.#session.version));
  }

  async source(docId: string): Promise<SourceRow | undefined> {
    return this.#session.run(() => this.#sources.source(docId, this.#session.version));
  }

  async write(change: IndexChange): Promise<void> {
    this.#session.invalidate();
    this.#session.run(() => this.#session.transaction(() => this.#writer.write(change)));
  }

  async root(tree: string): Promise<string | undefined> {
    return this.#session.run(() => this.#root(tree));
  }

  async useRoot(tree: string, root: string, { sameTree, dryRun }: UseRootOptions = {}): Promise<void> {
    this.#session.run(() => {
      const stored = this.#root(tree);
      if (stored === root) return;
      if (!sameTree) refuseOtherRoot(stored, root, this.#session.file);
      if (dryRun) return;
      this.#saveMeta(`root ${tree}`, rootToStore(root, withoutLinks(this.#session.file)));
    });
  }

  async treeScan(tree: string): Promise<string | undefined> {
    const row = this.#session.run(() => this.#session.get('SELECT value FROM meta WHERE key = ?', `scan ${tree}`));
    return row && String(row.value);
  }

  async saveTreeScan(tree: string, scan: string): Promise<void> {
    this.#session.run(() => this.#saveMeta(`scan ${tree}`, scan));
  }

  #saveMeta(key: string, value: string): void {
    this.#session.transaction(() => this.#session.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value));
  }

  async useModel(model: IndexModel, replace = false): Promise<IndexModel | undefined> {
    const { id, dimensions, prefixVersion } = model;
    return this.#session.run(() =>
      this.#session.transaction(() => {
        const stored = this.#model();
        if (stored && isSameModel(stored, model)) return undefined;
        if (stored && !replace && !stored.unfinished) throw modelMismatch(stored, model);
        this.#session.db.exec('DELETE FROM vectors; DELETE FROM binary_codes');
        this.#keepModel({ id, dimensions, prefixVersion, unfinished: true });
        return stored;
      }),
    );
  }

  async finishModel(): Promise<void> {
    this.#session.run(() => {
      const { unfinished, ...model } = this.#model() ?? {};
      if (unfinished) this.#session.transaction(() => this.#keepModel(model));
    });
  }

  async missingVectors(hashes: readonly string[]): Promise<readonly string[]> {
    const known = (hash: string): boolean =>
      this.#session.prepare('SELECT 1 FROM vectors WHERE hash = ?').get(Buffer.from(hash, 'hex')) !== undefined;
    return this.#session.run(() => [...new Set(hashes)].filter((hash) => !known(hash)));
  }

  async vectors(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#session.run(() => this.#near.vectorsOf(hashes));
  }

  async *pending(atLeast: number): AsyncGenerator<readonly Chunk[]> {
    // A source at a time, so that its vectors come together; the list of sources is read once.
    const sources = this.#session.run(() =>
      this.#session
        .prepare(
          `SELECT source, count(*) AS chunks FROM chunks WHERE weight > 0
           AND NOT EXISTS (SELECT 1 FROM vectors WHERE hash = embed_hash) GROUP BY source ORDER BY source`,
        )
        .all(),
    );
    let batch: Chunk[] = [];
    for (const { source } of sources) {
      batch.push(
        ...this.#session.records(
          (read) => `SELECT ${read('chunks')} FROM chunks WHERE source = ? AND weight > 0
             AND NOT EXISTS (SELECT 1 FROM vectors WHERE hash = embed_hash) ORDER BY position`,
          Number(source),
        ),
      );
      if (batch.length < atLeast) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async contextLines(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const select = 'SELECT line FROM context_lines WHERE key = ?';
    return this.#session.run(() => {
      const rows = keys.map((key) => [key, this.#session.prepare(select).get(Buffer.from(key, 'hex'))] as const);
      return new Map(rows.flatMap(([key, row]) => (row ? [[key, String(row.line)]] : [])));
    });
  }

  async searchText(...request: Parameters<Store['searchText']>): Promise<readonly TextHit[]> {
    const [words, limit, filter, statistics] = request;
    return this.#session.reading((version) =>
      this.#text.search(words, limit, { version, filter: this.#within(filter), statistics }),
    );
  }

  async textStatistics(words: readonly string[]): Promise<TextStatistics> {
    return this.#session.reading((version) => this.#text.statistics(words, version));
  }

  async documentFrequencies(words: readonly string[]): Promise<readonly number[]> {
    return this.#session.reading((version) => this.#text.documentFrequencies(words, version));
  }

  async searchVector(vector: Float32Array, limit: number, filter?: ChunkFilter): Promise<readonly Hit[]> {
    return this.#session.reading((version) =>
      this.#near.search(vector, limit, { model: this.#model(), version, filter: this.#within(filter) }),
    );
  }

  async listSources(filter?: ChunkFilter, words: readonly string[] = []): Promise<readonly ListedSource[]> {
    const { sql, values } = sourceFilterSql(this.#within(filter));
    const [columns, join] =
      words.length > 0 ? [', t.body, t.sum', ' LEFT JOIN trigrams t ON t.source = s.id'] : ['', ''];
    const rows = `SELECT s.doc_id, s.path, s.kind, s.size, s.mtime, s.ctime, s.ino, s.hash${columns} FROM sources s${join}
      WHERE (s.tokens > 0 OR s.size < ${MAX_BLANK_BYTES})${sql} ORDER BY s.path, s.id`;
    return this.#session.run(() =>
      this.#session
        .prepare(rows)
        .all(...values)
        .filter((row) => words.length === 0 || row.body === null || mayHaveAny(verifiedBody(row), words))
        .map(listedRow),
    );
  }

  async languages(): Promise<readonly string[]> {
    return this.#distinct(
      `SELECT DISTINCT language AS name FROM sources s WHERE language <> ''${this.#visible} ORDER BY name`,
    );
  }

  async types(): Promise<readonly string[]> {
    const own = this.#visible && ` JOIN sources s ON s.id = chunks.source${this.#visible}`;
    return this.#distinct(`SELECT DISTINCT type AS name FROM chunks${own} ORDER BY name`);
  }

  searchableChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return this.#eachSource('c.weight > 0 AND NOT c.synthetic', filter);
  }

  allChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return this.#eachSource('true', filter);
  }

  async *#eachSource(may: string, filter?: ChunkFilter): AsyncGenerator<readonly Chunk[]> {
    const { sql, values } = filterSql(this.#within(filter));
    const sources = this.#session.run(() =>
      this.#session
        .prepare(
          `SELECT s.id FROM sources s
           WHERE s.id IN (SELECT c.source FROM chunks c WHERE ${may}${sql}) ORDER BY s.path, s.id`,
        )
        .all(...values),
    );
    const chunks = chunkFilterSql(filter);
    const of = (read: (of: string) => string): string =>
      `SELECT ${read('c')} FROM chunks c WHERE c.source = ? AND ${may}${chunks.sql} ORDER BY c.position`;
    for (const { id } of sources)
      yield this.#session.run(() => this.#session.records(of, Number(id), ...chunks.values));
  }

  async chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    const own = this.#visible && ` JOIN sources s ON s.id = chunks.source${this.#visible}`;
    const sql = (read: (of: string) => string): string =>
      `SELECT ${read('chunks')} FROM json_each(?) wanted JOIN chunks ON chunk_id = wanted.value${own} ORDER BY wanted.key`;
    return this.#session.reading(() => {
      const found = this.#session.records(sql, JSON.stringify(ids));
      const known = new Set(found.map(({ id }) => id));
      const missing = ids.filter((id) => !known.has(id));
      const hidden = `json_each(?) wanted JOIN sources s ON s.doc_id = substr(wanted.value, 1, length(s.doc_id))
        JOIN chunks INDEXED BY chunks_by_source ON chunks.source = s.id AND chunks.chunk_id = wanted.value
        WHERE true${this.#visible}`;
      if (missing.length > 0) refuseLostRows(this.#session.prepare, hidden, JSON.stringify(missing));
      return found;
    });
  }

  async chunksOf(docId: string, from = 0, to = Number.MAX_SAFE_INTEGER): Promise<readonly Chunk[]> {
    const sql = (
      read: (of: string) => string,
    ): string => `SELECT ${read('chunks')} FROM chunks WHERE source = (SELECT s.id FROM sources s WHERE s.doc_id = ?${this.#visible})
      AND position BETWEEN ? AND ? ORDER BY position`;
    const read = (): readonly Chunk[] => this.#session.records(sql, docId, from, to);
    const isWhole = from === 0 && to === Number.MAX_SAFE_INTEGER;
    return this.#session.run(() => (isWhole ? this.#documents.get(docId, this.#session.version, read) : read()));
  }

  async units(docId: string): Promise<readonly Unit[]> {
    const known = this.#session.run(() => this.#symbols.knownUnits(docId, this.#session.version));
    return known ?? this.#session.reading((version) => this.#symbols.units(docId, version));
  }

  async chunkPlaces(docId: string): Promise<readonly ChunkPlace[]> {
    return this.#session.reading(() => this.#symbols.chunkPlaces(docId));
  }

  async definitions(keys: readonly string[], languages?: readonly string[]): Promise<readonly UnitDefinition[]> {
    return this.#session.run(() => this.#symbols.definitions(keys, languages, this.#session.version));
  }

  async names(): Promise<readonly string[]> {
    return this.#session.run(() => this.#symbols.names());
  }

  async referencesTo(keys: readonly string[], limit?: number): Promise<readonly IncomingReference[]> {
    return this.#session.run(() => this.#symbols.referencesTo(keys, limit));
  }

  async referencesOf(docId: string): Promise<readonly Reference[]> {
    return this.#session.reading((version) => this.#symbols.referencesOf(docId, version));
  }

  async history(make = false): Promise<Store | undefined> {
    this.#history ??= openHistory(this.#session.file, make, (file) => new SqliteStore(file));
    return this.#history;
  }

  async check(): Promise<readonly string[]> {
    return this.#session.run(() => checkFile(this.#session.db));
  }

  async compact(): Promise<void> {
    this.#session.run(() => {
      this.#session.db.exec('DELETE FROM vectors WHERE hash NOT IN (SELECT embed_hash FROM chunks)');
      this.#session.transaction(() => this.#writer.compact());
      this.#session.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    });
    this.#session.invalidate();
  }

  /** Never more pages than these: for a quota, and to see what a full disk does. */
  limitPages(pages: number): void {
    this.#session.db.exec(`PRAGMA max_page_count = ${pages}`);
  }

  async close(): Promise<void> {
    await this.#history?.close();
    this.#session.close();
  }

  #distinct(sql: string): readonly string[] {
    const all = (): string[] =>
      this.#session
        .prepare(sql)
        .all()
        .map(({ name }) => String(name));
    return this.#session.run(() => this.#names.get(sql, this.#session.version, all));
  }

  #within(filter: ChunkFilter = {}): ChunkFilter {
    return { ...filter, maxSensitivity: lowerLimit(filter.maxSensitivity, this.#most) };
  }

  #root(tree: string): string | undefined {
    const row = this.#session.get('SELECT value FROM meta WHERE key = ?', `root ${tree}`);
    return row && storedRoot(String(row.value), withoutLinks(this.#session.file));
  }

  #keepModel(model: Partial<IndexModel>): void {
    this.#session.prepare("INSERT OR REPLACE INTO meta VALUES ('model', ?)").run(JSON.stringify(model));
    this.#session.invalidate();
  }

  #writtenAt(): Date | undefined {
    const row = this.#session.get("SELECT value FROM meta WHERE key = 'written'");
    return row && new Date(String(row.value));
  }

  #model(): IndexModel | undefined {
    const row = this.#session.get("SELECT value FROM meta WHERE key = 'model'");
    return row ? JSON.parse(String(row.value)) : undefined;
  }
}
