/**
 * The embedded store: one SQLite file, any number of readers next to one writer. Every
 * change is one transaction, so a process that dies leaves the last committed state.
 */
import type { Chunk } from '../schema.js';
import type { Reference, Unit } from '../types.js';
import { lowerLimit, type Sensitivity, visibleSql } from './sensitivity.js';
import { checkFile } from './sqlite/check.js';
import { ChunkNames } from './sqlite/chunkNames.js';
import { ChunkReader } from './sqlite/chunkReader.js';
import { openHistory } from './sqlite/history.js';
import { countIndex, MetaTable } from './sqlite/metaTable.js';
import { sqliteMigrations } from './sqlite/schema.js';
import { SqliteSession, VersionedCache } from './sqlite/session.js';
import { SourceReader } from './sqlite/sourceReader.js';
import { SymbolReader } from './sqlite/symbolReader.js';
import { TextSearch } from './sqlite/textSearch.js';
import { VectorSearch } from './sqlite/vectorSearch.js';
import { SqliteWriter } from './sqlite/writer.js';
import type {
  ChunkFilter,
  ChunkPlace,
  Hit,
  IncomingReference,
  IndexChange,
  IndexModel,
  IndexState,
  ListedSource,
  Overview,
  SourceRow,
  Store,
  StoreOptions,
  TextHit,
  TextStatistics,
  UnitDefinition,
  UseRootOptions,
} from './store.js';

export class SqliteStore implements Store {
  readonly takesPacked = true;
  readonly #session: SqliteSession;
  readonly #maxSensitivity: Sensitivity | undefined;
  /** Condition on sources `s`: those that may be seen. */
  readonly #visible: string;
  readonly #writer: SqliteWriter;
  readonly #vectorSearch: VectorSearch;
  readonly #textSearch: TextSearch;
  readonly #symbols: SymbolReader;
  readonly #sources: SourceReader;
  readonly #chunks: ChunkReader;
  readonly #meta: MetaTable;
  readonly #overview = new VersionedCache<Overview>();
  readonly #state = new VersionedCache<IndexState>();
  readonly #names = new VersionedCache<readonly string[]>();
  #history: SqliteStore | undefined;

  /** `:memory:` is an index that ends with the process. */
  constructor(file: string, { maxSensitivity }: StoreOptions = {}) {
    this.#session = new SqliteSession(file);
    this.#maxSensitivity = maxSensitivity;
    this.#visible = visibleSql(maxSensitivity);
    const { prepare } = this.#session;
    this.#writer = new SqliteWriter(prepare);
    const names = new ChunkNames(prepare);
    this.#vectorSearch = new VectorSearch(prepare, names);
    this.#textSearch = new TextSearch(prepare, names);
    this.#symbols = new SymbolReader(prepare, maxSensitivity);
    this.#sources = new SourceReader(prepare, this.#visible);
    this.#chunks = new ChunkReader(this.#session, this.#visible);
    this.#meta = new MetaTable(this.#session);
  }

  /** Counted once, and again after a write of this or another process. */
  async state(): Promise<IndexState> {
    const make = (): IndexState => ({
      version: sqliteMigrations.length,
      model: this.#meta.model,
      writtenAt: this.#meta.writtenAt,
      ...countIndex(this.#session.prepare, this.#maxSensitivity),
    });
    return this.#session.run(() => this.#state.get('', this.#session.version, make));
  }

  async overview(): Promise<Overview> {
    const files = `SELECT path, language, tokens, CASE WHEN metadata LIKE '%"manifest":%' THEN metadata END AS metadata
      FROM sources s WHERE kind = 'file' AND tokens > 0${this.#visible}`;
    // Joined from the sources: settings files have most of the units, and theirs do not count.
    const kinds = `SELECT u.kind, s.language, count(*) AS n FROM sources s CROSS JOIN units u ON u.source = s.id
      WHERE s.language IN (SELECT value FROM json_each(?))${this.#visible} GROUP BY u.kind, s.language`;
    const { countedLanguages, overviewOf } = await import('./overview.js'); // loads every language, which an answer does not need
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
    return this.#session.run(() => this.#meta.root(tree));
  }

  async useRoot(tree: string, root: string, options: UseRootOptions = {}): Promise<void> {
    this.#session.run(() => this.#meta.useRoot(tree, root, options));
  }

  async treeScan(tree: string): Promise<string | undefined> {
    return this.#session.run(() => this.#meta.treeScan(tree));
  }

  async saveTreeScan(tree: string, scan: string): Promise<void> {
    this.#session.run(() => this.#meta.saveTreeScan(tree, scan));
  }

  async useModel(model: IndexModel, replace = false): Promise<IndexModel | undefined> {
    return this.#session.run(() => this.#meta.useModel(model, replace));
  }

  async finishModel(): Promise<void> {
    this.#session.run(() => this.#meta.finishModel());
  }

  async missingVectors(hashes: readonly string[]): Promise<readonly string[]> {
    const hasVector = (hash: string): boolean =>
      this.#session.prepare('SELECT 1 FROM vectors WHERE hash = ?').get(Buffer.from(hash, 'hex')) !== undefined;
    return this.#session.run(() => [...new Set(hashes)].filter((hash) => !hasVector(hash)));
  }

  async vectors(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#session.run(() => this.#vectorSearch.vectorsOf(hashes));
  }

  pending(atLeast: number): AsyncIterable<readonly Chunk[]> {
    return this.#chunks.pending(atLeast);
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
      this.#textSearch.search(words, limit, { version, filter: this.#withSensitivityLimit(filter), statistics }),
    );
  }

  async textStatistics(words: readonly string[]): Promise<TextStatistics> {
    return this.#session.reading((version) => this.#textSearch.statistics(words, version));
  }

  async documentFrequencies(words: readonly string[]): Promise<readonly number[]> {
    return this.#session.reading((version) => this.#textSearch.documentFrequencies(words, version));
  }

  async searchVector(vector: Float32Array, limit: number, filter?: ChunkFilter): Promise<readonly Hit[]> {
    return this.#session.reading((version) =>
      this.#vectorSearch.search(vector, limit, {
        model: this.#meta.model,
        version,
        filter: this.#withSensitivityLimit(filter),
      }),
    );
  }

  async listSources(filter?: ChunkFilter, words: readonly string[] = []): Promise<readonly ListedSource[]> {
    return this.#session.run(() => this.#sources.list(this.#withSensitivityLimit(filter), words));
  }

  async languages(): Promise<readonly string[]> {
    return this.#distinct(
      `SELECT DISTINCT language AS name FROM sources s WHERE language <> ''${this.#visible} ORDER BY name`,
    );
  }

  async types(): Promise<readonly string[]> {
    const visibleJoin = this.#visible && ` JOIN sources s ON s.id = chunks.source${this.#visible}`;
    return this.#distinct(`SELECT DISTINCT type AS name FROM chunks${visibleJoin} ORDER BY name`);
  }

  searchableChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return this.#chunks.bySource('c.weight > 0 AND NOT c.synthetic', this.#withSensitivityLimit(filter));
  }

  allChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return this.#chunks.bySource('true', this.#withSensitivityLimit(filter));
  }

  async chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    return this.#chunks.chunks(ids);
  }

  async chunksOf(docId: string, from?: number, to?: number): Promise<readonly Chunk[]> {
    return this.#chunks.chunksOf(docId, from, to);
  }

  async units(docId: string): Promise<readonly Unit[]> {
    const cached = this.#session.run(() => this.#symbols.knownUnits(docId, this.#session.version));
    return cached ?? this.#session.reading((version) => this.#symbols.units(docId, version));
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

  /** Limits the size of the file in pages: for a quota, and for tests of a full disk. */
  limitPages(pages: number): void {
    this.#session.db.exec(`PRAGMA max_page_count = ${pages}`);
  }

  async close(): Promise<void> {
    await this.#history?.close();
    this.#session.close();
  }

  #distinct(sql: string): readonly string[] {
    const readNames = (): string[] =>
      this.#session
        .prepare(sql)
        .all()
        .map(({ name }) => String(name));
    return this.#session.run(() => this.#names.get(sql, this.#session.version, readNames));
  }

  #withSensitivityLimit(filter: ChunkFilter = {}): ChunkFilter {
    return { ...filter, maxSensitivity: lowerLimit(filter.maxSensitivity, this.#maxSensitivity) };
  }
}
