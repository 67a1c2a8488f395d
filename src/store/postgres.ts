/**
 * The store of a team: PostgreSQL with pgvector, any number of readers and
 * writers on any number of machines. The same promises as the file next door,
 * and the same results.
 */
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { treeName } from '../sources/treeName.js';
import { mayHaveAny } from '../text/trigrams.js';
import type { Reference, Unit } from '../types.js';
import { isSameModel, modelMismatch, refuseOtherTree } from './mismatch.js';
import { overviewOf } from './overview.js';
import { pgDocumentFrequencies, pgSearchText, pgTextStatistics } from './postgres/bm25.js';
import { checkSpaces } from './postgres/check.js';
import { pgText } from './postgres/copyLine.js';
import type { PgDriver } from './postgres/driver.js';
import { pgFilterSql, pgSourceFilterSql } from './postgres/filter.js';
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
import { dropTenant, spacesOf } from './postgres/spaces.js';
import { countSpaces, StateCache, saveTenantModel, tenantModel } from './postgres/state.js';
import { dropVectorIndexes, VectorIndex } from './postgres/vectorIndex.js';
import { pgMissingVectors, pgPendingChunks, recordOf, vectorsByHash } from './postgres/vectors.js';
import { writeChange } from './postgres/writer.js';
import { chunkPlaceRow, type DbRow, listedRow, sourceRow, unitRow } from './rows.js';
import { lowerLimit, type Sensitivity } from './sensitivity.js';
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
  MAX_BLANK_BYTES,
  type Overview,
  type SourceRow,
  type Store,
  type TextHit,
  type TextStatistics,
  type UnitDefinition,
  type UseRootOptions,
} from './store.js';

/** Names of one tree; machines that come and go may each bring one. */
const MAX_ROOTS = 32;
const SOURCE = `doc_id, tree, path, kind, language, title, size, mtime, ctime, ino, hash, recipe, tokens, frequency, metadata`;
const UNITS = `SELECT s.doc_id, ${UNIT_COLUMNS} FROM froe.units c`;
const PLACES = 'SELECT s.doc_id, c.chunk_id, c.parent_id, c.part_of, c.synthetic FROM froe.chunks c';

export class PostgresStore implements Store {
  readonly #session: PgSession;
  readonly #most: Sensitivity | undefined;
  readonly #vectors: VectorIndex;
  readonly #state = new StateCache<IndexState>();
  readonly #units = new BatchLoader((docIds) => this.#ofDocs(UNITS, docIds));
  readonly #places = new BatchLoader((docIds) => this.#ofDocs(PLACES, docIds));
  readonly #history: () => PostgresStore;
  #opened: PostgresStore | undefined;

  /** Connects with the first request. */
  constructor(connect: () => Promise<PgDriver>, options: PostgresOptions = {}) {
    this.#session = new PgSession(connect, options);
    this.#most = options.maxSensitivity;
    this.#vectors = new VectorIndex(() => this.#session.open());
    this.#history = () => new PostgresStore(() => this.#lentDriver(), { ...options, history: true });
  }

  state(): Promise<IndexState> {
    return this.#session.read(async (sql, { tenant, spaces, version }) => {
      const [{ writes }] = await sql.all('SELECT writes FROM froe.tenants WHERE id = $1', tenant);
      return this.#state.get(String(writes), () => countSpaces(sql, tenant, spaces, version, this.#most));
    });
  }

  async overview(): Promise<Overview> {
    const { visible } = this.#session;
    const rows = await this.#session.rows(
      `SELECT path, language, tokens, CASE WHEN metadata LIKE '%"manifest":%' THEN metadata END AS metadata
       FROM froe.sources s WHERE space = ANY ($1) AND kind = 'file' AND tokens > 0${visible}`,
    );
    const kinds = await this.#session.rows(
      `SELECT u.kind, s.language, count(*) AS n FROM froe.units u
       JOIN froe.sources s ON s.space = u.space AND s.id = u.source WHERE u.space = ANY ($1)${visible} GROUP BY u.kind, s.language`,
    );
    return overviewOf(rows, kinds);
  }

  async sources(tree: string): Promise<ReadonlyMap<string, SourceRow>> {
    const rows = await this.#session.rows(
      `SELECT ${SOURCE} FROM froe.sources s WHERE space = ANY ($1) AND tree = $2${this.#session.visible} ORDER BY path COLLATE "C"`,
      pgText(tree),
    );
    return new Map(rows.map(sourceRow).map((row) => [row.path, row]));
  }

  async source(docId: string): Promise<SourceRow | undefined> {
    const found = `SELECT ${SOURCE} FROM froe.sources s WHERE space = ANY ($1) AND doc_id = $2${this.#session.visible}`;
    const [row] = await this.#session.rows(found, pgText(docId));
    return row && sourceRow(row);
  }

  async write(change: IndexChange): Promise<void> {
    const trees = new Set(change.put?.map(({ source }) => pgText(source.tree)));
    this.#state.forget();
    for (const tree of trees) await this.#session.spaceFor(tree);
    await this.#session.change(async (sql, tenant) =>
      writeChange(sql, { tenant, spaces: await spacesOf(sql, tenant) }, change),
    );
    await this.#vectors.wrote(change.vectors ?? []);
  }

  /** Anybody may ask from anywhere: only who writes has to be of the same tree. */
  async root(): Promise<undefined> {}

  async useRoot(tree: string, root: string, { sameTree, dryRun }: UseRootOptions = {}): Promise<void> {
    const name = pgText(treeName(root));
    if (!dryRun) await this.#session.spaceFor(pgText(tree));
    await this.#session.change(async (sql, tenant) => {
      const space = [tenant, pgText(tree)] as const;
      const [row] = await sql.all('SELECT roots FROM froe.spaces WHERE tenant = $1 AND tree = $2 FOR UPDATE', ...space);
      const roots = (row?.roots ?? []) as readonly string[]; // the column is text[]
      if (!sameTree) refuseOtherTree(roots, name, root);
      if (dryRun || roots.includes(name)) return;
      const kept = [...roots, name].slice(-MAX_ROOTS);
      await sql.all('UPDATE froe.spaces SET roots = $3 WHERE tenant = $1 AND tree = $2', ...space, kept);
    });
  }

  async treeScan(): Promise<undefined> {}

  async saveTreeScan(): Promise<void> {}

  async useModel(model: IndexModel, replace = false): Promise<IndexModel | undefined> {
    const { id, dimensions, prefixVersion } = model;
    const dropped = await this.#session.change(async (sql, tenant) => {
      const stored = await tenantModel(sql, tenant, 'FOR UPDATE');
      if (stored && isSameModel(stored, model)) return undefined;
      if (stored && !replace && !stored.unfinished) throw modelMismatch(stored, model);
      await dropVectorIndexes(sql, tenant); // they are of other vectors
      await sql.all('DELETE FROM froe.vectors WHERE tenant = $1', tenant);
      await saveTenantModel(sql, tenant, { id, dimensions, prefixVersion, unfinished: true });
      return stored;
    });
    await this.#vectors.ensure(dimensions);
    this.#state.forget();
    return dropped;
  }

  async finishModel(): Promise<void> {
    await this.#session.change(async (sql, tenant) => {
      const { unfinished, ...model } = (await tenantModel(sql, tenant, 'FOR UPDATE')) ?? {};
      if (unfinished) await saveTenantModel(sql, tenant, model);
    });
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

  async contextLines(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#session.read((sql, { tenant }) =>
      sql.all(
        `SELECT encode(key, 'hex') AS key, line FROM froe.context_lines
         WHERE tenant = $1 AND key = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
        tenant,
        keys,
      ),
    );
    return new Map(rows.map(({ key, line }) => [String(key), String(line)]));
  }

  async searchText(
    words: readonly string[],
    limit: number,
    filter?: ChunkFilter,
    statistics?: TextStatistics,
  ): Promise<readonly TextHit[]> {
    if (words.length === 0) return [];
    return this.#session.read((sql, { spaces }) =>
      pgSearchText(sql, [...spaces.values()], words, limit, this.#within(filter), statistics),
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
      return nearestVectors(sql, { tenant, spaces, vector, limit, filter: this.#within(filter) });
    });
  }

  async listSources(filter: ChunkFilter = {}, words: readonly string[] = []): Promise<readonly ListedSource[]> {
    const { sql, values } = pgSourceFilterSql(this.#within(filter), 1);
    const trigrams = words.length > 0 ? ', s.trigrams' : '';
    const rows = await this.#session.rows(
      `SELECT s.doc_id, s.path, s.kind, s.size, s.mtime, s.ctime, s.ino, s.hash${trigrams} FROM froe.sources s
       WHERE s.space = ANY ($1) AND (s.tokens > 0 OR s.size < ${MAX_BLANK_BYTES})${sql} ORDER BY s.path COLLATE "C", s.id`,
      ...values,
    );
    const mayMatch = (row: DbRow): boolean =>
      words.length === 0 || !(row.trigrams instanceof Uint8Array) || mayHaveAny(row.trigrams, words);
    return rows.filter(mayMatch).map(listedRow);
  }

  languages(): Promise<readonly string[]> {
    return this.#distinct(
      `SELECT DISTINCT language AS name FROM froe.sources s WHERE space = ANY ($1) AND language <> ''${this.#session.visible}`,
    );
  }

  types(): Promise<readonly string[]> {
    const { visible } = this.#session;
    const own = visible && ` JOIN froe.sources s ON s.space = c.space AND s.id = c.source${visible}`;
    return this.#distinct(
      `SELECT DISTINCT c.type AS name FROM froe.chunks c${own} WHERE c.space = ANY ($1) AND c.type <> ''`,
    );
  }

  async #distinct(each: string): Promise<readonly string[]> {
    const rows = await this.#session.rows(`SELECT name FROM (${each}) found ORDER BY name COLLATE "C"`);
    return rows.map(({ name }) => String(name));
  }

  searchableChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return this.#eachSource('c.weight > 0 AND c.synthetic = 0', filter);
  }

  allChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]> {
    return this.#eachSource('true', filter);
  }

  async *#eachSource(may: string, filter?: ChunkFilter): AsyncGenerator<readonly Chunk[]> {
    const { source, chunk, values } = pgFilterSql(this.#within(filter), 1);
    const passing = `FROM froe.chunks c JOIN froe.sources s ON s.space = c.space AND s.id = c.source
      WHERE c.space = ANY ($1) AND ${may}${source}${chunk}`;
    const sources = await this.#session.rows(
      `SELECT s.id ${passing} GROUP BY s.id, s.path ORDER BY s.path COLLATE "C", s.id`,
      ...values,
    );
    const of = `SELECT c.record ${passing} AND s.id = $${values.length + 2} ORDER BY c.position`;
    for (const { id } of sources) yield (await this.#session.rows(of, ...values, Number(id))).map(recordOf);
  }

  async chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    const { visible } = this.#session;
    const own = visible && ` JOIN froe.sources s ON s.space = c.space AND s.id = c.source${visible}`;
    const rows = await this.#session.rows(
      `SELECT c.chunk_id, c.record FROM froe.chunks c${own} WHERE c.space = ANY ($1) AND c.chunk_id = ANY ($2)`,
      ids.map(pgText),
    );
    const byId = new Map(rows.map((row) => [String(row.chunk_id), row]));
    return ids.flatMap((id) => {
      const row = byId.get(pgText(id));
      return row ? [recordOf(row)] : [];
    });
  }

  async chunksOf(docId: string, from = 0, to = 2 ** 31 - 1): Promise<readonly Chunk[]> {
    const sql = `SELECT c.record FROM froe.chunks c ${whereDocIds(this.#session)} AND c.position BETWEEN $3 AND $4 ORDER BY c.position`;
    return (await this.#session.rows(sql, [pgText(docId)], from, Math.min(to, 2 ** 31 - 1))).map(recordOf);
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
    if (!this.#opened && !make && !(await this.#hasCommits())) return undefined;
    this.#opened ??= this.#history();
    return this.#opened;
  }

  async #hasCommits(): Promise<boolean> {
    const { driver, tenant } = await this.#session.open();
    return driver.reading(async (sql) => (await spacesOf(sql, tenant)).has(COMMITS));
  }

  /** This store's own connections, which whoever borrows them does not close. */
  async #lentDriver(): Promise<PgDriver> {
    const { driver } = await this.#session.open();
    return {
      reading: (what) => driver.reading(what),
      transaction: (what) => driver.transaction(what),
      close: async () => {},
    };
  }

  check(): Promise<readonly string[]> {
    return this.#session.read((sql, { spaces }) => checkSpaces(sql, [...spaces.values()]));
  }

  async compact(): Promise<void> {
    await this.#session.change(async (sql, tenant) => {
      const spaces = [...(await spacesOf(sql, tenant)).values()];
      await sql.all(
        `DELETE FROM froe.vectors v WHERE v.tenant = $1
           AND NOT EXISTS (SELECT 1 FROM froe.chunks c WHERE c.space = ANY ($2) AND c.embed_hash = v.hash)`,
        tenant,
        spaces,
      );
      await sql.all('DELETE FROM froe.counts WHERE space = ANY ($1) AND n = 0', spaces);
      await sql.all('UPDATE froe.tenants SET writes = writes + 1 WHERE id = $1', tenant);
    });
    this.#state.forget();
  }

  /** The tenant's index, with everything in it. */
  async drop(): Promise<void> {
    await this.#session.change(dropTenant);
    await this.#session.close();
  }

  #ofDocs(select: string, docIds: readonly string[]): Promise<readonly DbRow[]> {
    return this.#session.rows(`${select} ${whereDocIds(this.#session)} ORDER BY c.source, c.position`, docIds);
  }

  #within(filter: ChunkFilter = {}): ChunkFilter {
    return { ...filter, maxSensitivity: lowerLimit(filter.maxSensitivity, this.#most) };
  }

  /** What was loaded is indexed first; should that fail, the next who writes does it. */
  async close(): Promise<void> {
    await this.#opened?.close();
    try {
      await this.#vectors.flush();
    } catch (error) {
      if (!(error instanceof FroeError)) throw error;
    } finally {
      await this.#session.close();
    }
  }
}
