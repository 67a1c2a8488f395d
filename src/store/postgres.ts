/**
 * The store of a team: PostgreSQL with pgvector, any number of readers and writers
 * on any number of machines. The same promises and the same results as SQLite.
 */
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { Reference, Unit } from '../types.js';
import { pgDocumentFrequencies, pgSearchText, pgTextStatistics } from './postgres/bm25.js';
import { checkSpaces } from './postgres/check.js';
import {
  pgChunks,
  pgChunksBySource,
  pgChunksOf,
  pgContextLines,
  pgMissingVectors,
  pgPendingChunks,
  vectorsByHash,
} from './postgres/chunkReader.js';
import { pgText } from './postgres/copyLine.js';
import type { PgDriver } from './postgres/driver.js';
import { nearestVectors } from './postgres/nearestVectors.js';
import {
  pgDefinitions,
  pgReferencesOf,
  pgReferencesTo,
  pgUnitNames,
  UNIT_COLUMNS,
  whereDocIds,
} from './postgres/references.js';
import { BatchLoader, PgSession, type PostgresOptions } from './postgres/session.js';
import { pgListSources, pgOverview, pgSource, pgSources } from './postgres/sourceReader.js';
import { compactTenant, dropRoot, dropTenant, rootNamesOf, useSpaceRoot } from './postgres/spaces.js';
import { countSpaces, finishTenantModel, StateCache, tenantModel, useTenantModel } from './postgres/state.js';
import { VectorIndex } from './postgres/vectorIndex.js';
import { writeChange } from './postgres/writer.js';
import { chunkPlaceRow, type DbRow, unitRow } from './rows.js';
import { lowerLimit } from './sensitivity.js';
import {
  type ChunkFilter,
  type ChunkPlace,
  COMMITS,
  type Hit,
  type IncomingReference,
  type IndexChange,
  type IndexModel,
  type IndexState,
  type ListedSource,
  type Overview,
  type SourceRow,
  type Store,
  type TextHit,
  type TextStatistics,
  type UnitDefinition,
  type UseRootOptions,
} from './store.js';

const UNITS = `SELECT s.doc_id, ${UNIT_COLUMNS} FROM froe.units c`;
const PLACES = 'SELECT s.doc_id, c.chunk_id, c.parent_id, c.part_of, c.synthetic FROM froe.chunks c';

export class PostgresStore implements Store {
  readonly #session: PgSession;
  readonly #options: PostgresOptions;
  readonly #vectors: VectorIndex;
  readonly #state = new StateCache<IndexState>();
  readonly #units = new BatchLoader((docIds) => this.#rowsOfDocs(UNITS, docIds));
  readonly #places = new BatchLoader((docIds) => this.#rowsOfDocs(PLACES, docIds));
  #history: PostgresStore | undefined;

  /** Connects on the first request. */
  constructor(connect: () => Promise<PgDriver>, options: PostgresOptions = {}) {
    this.#session = new PgSession(connect, options);
    this.#options = options;
    this.#vectors = new VectorIndex(() => this.#session.open());
  }

  state(): Promise<IndexState> {
    return this.#session.read(async (sql, { tenant, spaces, version }) => {
      const [{ writes }] = await sql.all('SELECT writes FROM froe.tenants WHERE id = $1', tenant);
      return this.#state.get(String(writes), () => countSpaces(sql, tenant, spaces, version, this.#options));
    });
  }

  overview(): Promise<Overview> {
    return pgOverview(this.#session);
  }

  sources(tree: string): Promise<ReadonlyMap<string, SourceRow>> {
    return pgSources(this.#session, tree);
  }

  source(docId: string): Promise<SourceRow | undefined> {
    return pgSource(this.#session, docId);
  }

  async write(change: IndexChange): Promise<void> {
    const trees = new Set(change.put?.map(({ source }) => source.tree));
    this.#state.forget();
    for (const tree of trees) await this.#session.spaceFor(tree);
    await this.#session.change(async (sql, tenant) =>
      writeChange(sql, { tenant, spaces: await this.#session.trees(sql, tenant) }, change),
    );
    await this.#vectors.wrote(change.vectors ?? []);
  }

  /** Queries may come from any folder: only writers must have the same tree. */
  async root(): Promise<undefined> {}

  async useRoot(tree: string, root: string, options: UseRootOptions = {}): Promise<void> {
    if (!options.dryRun) await this.#session.spaceFor(tree);
    await this.#session.change((sql, tenant) =>
      useSpaceRoot(sql, [tenant, this.#session.qualifiedTree(tree)], root, options),
    );
  }

  async treeScan(): Promise<undefined> {}

  async saveTreeScan(): Promise<void> {}

  async useModel(model: IndexModel, replace = false): Promise<IndexModel | undefined> {
    const dropped = await this.#session.change((sql, tenant) => useTenantModel(sql, tenant, model, replace));
    await this.#vectors.ensure(model.dimensions);
    this.#state.forget();
    return dropped;
  }

  async finishModel(): Promise<void> {
    await this.#session.change(finishTenantModel);
    this.#state.forget();
  }

  missingVectors(hashes: readonly string[]): Promise<readonly string[]> {
    return pgMissingVectors(this.#session, hashes);
  }

  vectors(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return vectorsByHash(this.#session, hashes);
  }

  pending(atLeast: number): AsyncIterable<readonly Chunk[]> {
    return pgPendingChunks(this.#session, atLeast);
  }

  contextLines(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return pgContextLines(this.#session, keys);
  }

  async searchText(
    words: readonly string[],
    limit: number,
    filter?: ChunkFilter,
    statistics?: TextStatistics,
  ): Promise<readonly TextHit[]> {
    if (words.length === 0) return [];
    return this.#session.read((sql, { spaces }) =>
      pgSearchText(sql, [...spaces.values()], words, limit, this.#withSensitivityLimit(filter), statistics),
    );
  }

  async textStatistics(words: readonly string[]): Promise<TextStatistics> {
    return this.#session.read((sql, { spaces }) => pgTextStatistics(sql, [...spaces.values()], words));
  }

  async documentFrequencies(words: readonly string[]): Promise<readonly number[]> {
    return this.#session.read((sql, { spaces }) => pgDocumentFrequencies(sql, [...spaces.values()], words));
  }

  async searchVector(vector: Float32Array, limit: number, filter?: ChunkFilter): Promise<readonly Hit[]> {
    return this.#session.change(async (sql, tenant) => {
      const model = await tenantModel(sql, tenant);
      if (!model) return [];
      if (vector.length !== model.dimensions) {
        const message = `The query has ${vector.length} dimensions, the index ${model.dimensions}`;
        throw new FroeError('bad-option', message, 'Use the model that the index was created with.');
      }
      const spaces = [...(await this.#session.spaces(sql, tenant)).values()];
      const isPart = this.#options.root !== undefined;
      return nearestVectors(sql, { tenant, spaces, isPart, vector, limit, filter: this.#withSensitivityLimit(filter) });
    });
  }

  listSources(filter?: ChunkFilter, words: readonly string[] = []): Promise<readonly ListedSource[]> {
    return pgListSources(this.#session, this.#withSensitivityLimit(filter), words);
  }

  languages(): Promise<readonly string[]> {
    return this.#distinct(
      `SELECT DISTINCT language AS name FROM froe.sources s WHERE space = ANY ($1) AND language <> ''${this.#session.visible}`,
    );
  }

  types(): Promise<readonly string[]> {
    const { visible } = this.#session;
    const visibleJoin = visible && ` JOIN froe.sources s ON s.space = c.space AND s.id = c.source${visible}`;
    return this.#distinct(
      `SELECT DISTINCT c.type AS name FROM froe.chunks c${visibleJoin} WHERE c.space = ANY ($1) AND c.type <> ''`,
    );
  }

  async #distinct(select: string): Promise<readonly string[]> {
    const rows = await this.#session.rows(`SELECT name FROM (${select}) found ORDER BY name COLLATE "C"`);
    return rows.map(({ name }) => String(name));
  }

  searchableChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return pgChunksBySource(this.#session, 'c.weight > 0 AND c.synthetic = 0', this.#withSensitivityLimit(filter));
  }

  allChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return pgChunksBySource(this.#session, 'true', this.#withSensitivityLimit(filter));
  }

  chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    return pgChunks(this.#session, ids);
  }

  chunksOf(docId: string, from?: number, to?: number): Promise<readonly Chunk[]> {
    return pgChunksOf(this.#session, docId, from, to);
  }

  async units(docId: string): Promise<readonly Unit[]> {
    return (await this.#units.get(pgText(docId))).map(unitRow);
  }

  async chunkPlaces(docId: string): Promise<readonly ChunkPlace[]> {
    return (await this.#places.get(pgText(docId))).map(chunkPlaceRow);
  }

  definitions(keys: readonly string[], languages?: readonly string[]): Promise<readonly UnitDefinition[]> {
    return pgDefinitions(this.#session, keys, languages);
  }

  names(): Promise<readonly string[]> {
    return pgUnitNames(this.#session);
  }

  referencesTo(keys: readonly string[], limit?: number): Promise<readonly IncomingReference[]> {
    return pgReferencesTo(this.#session, keys, limit);
  }

  referencesOf(docId: string): Promise<readonly Reference[]> {
    return pgReferencesOf(this.#session, docId);
  }

  async history(make = false): Promise<Store | undefined> {
    if (!this.#history && !make && !(await this.#hasCommits())) return undefined;
    this.#history ??= new PostgresStore(() => this.#lentDriver(), { ...this.#options, history: true });
    return this.#history;
  }

  async #hasCommits(): Promise<boolean> {
    const { driver, tenant } = await this.#session.open();
    return driver.reading(async (sql) => (await this.#session.trees(sql, tenant)).has(COMMITS));
  }

  /** The connections of this store, for a borrower that does not close them. */
  async #lentDriver(): Promise<PgDriver> {
    const { driver } = await this.#session.open();
    return {
      reading: (work) => driver.reading(work),
      transaction: (work) => driver.transaction(work),
      close: async () => {},
    };
  }

  check(): Promise<readonly string[]> {
    return this.#session.read((sql, { spaces }) => checkSpaces(sql, [...spaces.values()]));
  }

  async compact(): Promise<void> {
    await this.#session.change(compactTenant);
    this.#state.forget();
  }

  /** The names of the tenant's roots; empty if it has one root without a name. */
  async rootNames(): Promise<readonly string[]> {
    const { driver, tenant } = await this.#session.open();
    return driver.reading((sql) => rootNamesOf(sql, tenant));
  }

  /** The store of one root, over the same connections. */
  ofRoot(root: string): PostgresStore {
    return new PostgresStore(() => this.#lentDriver(), { ...this.#options, root });
  }

  /** Removes all rows of its root, or of the tenant. */
  async drop(): Promise<void> {
    const { root } = this.#options;
    await this.#session.change((sql, tenant) =>
      root === undefined ? dropTenant(sql, tenant) : dropRoot(sql, tenant, root),
    );
    await this.#session.close();
  }

  #rowsOfDocs(select: string, docIds: readonly string[]): Promise<readonly DbRow[]> {
    return this.#session.rows(`${select} ${whereDocIds(this.#session)} ORDER BY c.source, c.position`, docIds);
  }

  #withSensitivityLimit(filter: ChunkFilter = {}): ChunkFilter {
    return { ...filter, maxSensitivity: lowerLimit(filter.maxSensitivity, this.#options.maxSensitivity) };
  }

  /** Indexes the staged vectors first; if that fails, the next writer does it. */
  async close(): Promise<void> {
    await this.#history?.close();
    try {
      await this.#vectors.flush();
    } catch (error) {
      if (!(error instanceof FroeError)) throw error;
    } finally {
      await this.#session.close();
    }
  }
}
