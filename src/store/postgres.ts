/**
 * The store of a team: PostgreSQL with pgvector, any number of readers and
 * writers on any number of machines. The same promises as the file next door,
 * and the same results.
 */
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { Reference, Unit } from '../types.js';
import { isSameModel, otherModel } from './otherModel.js';
import { overviewOf } from './overview.js';
import { searchWords } from './postgres/bm25.js';
import { checkTables } from './postgres/check.js';
import { DEFAULT_TENANT } from './postgres/connect.js';
import { storable } from './postgres/copyLine.js';
import { countAll, modelOf } from './postgres/count.js';
import type { Driver, Sql, Value } from './postgres/driver.js';
import { where } from './postgres/filter.js';
import { Kept } from './postgres/kept.js';
import { migrate } from './postgres/migrate.js';
import { FEW, nearest } from './postgres/nearest.js';
import { type Migration, migrations } from './postgres/schema.js';
import { dropTenant, indexVectors, makeSpace, spacesOf, tenantOf } from './postgres/spaces.js';
import { type Whose, write } from './postgres/writer.js';
import { unpackRecord } from './record.js';
import { placedRow, type Row, referenceRow, sourceRow, unitRow } from './rows.js';
import type {
  Change,
  Defined,
  Filter,
  Hit,
  Model,
  Overview,
  Placed,
  Referred,
  SourceRow,
  State,
  Store,
} from './store.js';

export interface PostgresOptions {
  /** Whose index it is. One database holds those of many. */
  readonly tenant?: string;
  /** Only what this key opens, and only to be read. It is for the database to say whose it is. */
  readonly key?: string;
  /** Another froe than this one, for tests of moving from version to version. */
  readonly migrations?: readonly Migration[];
}

const SOURCE = `doc_id, tree, path, kind, language, title, size, mtime, hash, recipe, tokens, frequency, metadata`;
const UNIT = 'c.unit_id, c.parent_id, c.kind, c.name, c.depth, c.char_start, c.char_end, c.start_line, c.end_line';
/** One source of the tenant's, by its id. */
const OF_DOC =
  'JOIN froe.sources s ON s.space = c.space AND s.id = c.source WHERE s.space = ANY ($1) AND s.doc_id = $2';

/** A reference with the names of where it stands. */
const REFERENCE = `SELECT c.verb, c.target, c.key, c.line, c.module, c.local, s.doc_id, u.unit_id FROM froe.refs c
  LEFT JOIN froe.units u ON u.space = c.space AND u.source = c.source AND u.position = c.unit`;
const OF_KEYS = `JOIN froe.sources s ON s.space = c.space AND s.id = c.source
  WHERE c.space = ANY ($1) AND c.key = ANY ($2) ORDER BY array_position($2, c.key), c.source, c.position`;

interface Opened {
  readonly driver: Driver;
  readonly tenant: number;
  readonly version: number;
}

export class PostgresStore implements Store {
  readonly #connect: () => Promise<Driver>;
  readonly #options: PostgresOptions;
  #opened: Promise<Opened> | undefined;
  readonly #state = new Kept<State>();
  /** Vectors written since it was last seen to their index. */
  #unlooked = FEW;

  /** Nothing is connected before it is asked for something. */
  constructor(connect: () => Promise<Driver>, options: PostgresOptions = {}) {
    this.#connect = connect;
    this.#options = options;
  }

  state(): Promise<State> {
    return this.#read(async (sql, { tenant, spaces, version }) => {
      const [{ writes }] = await sql.all('SELECT writes FROM froe.tenants WHERE id = $1', tenant);
      return this.#state.get(String(writes), () => countAll(sql, tenant, spaces, version));
    });
  }

  async overview(): Promise<Overview> {
    const rows = await this.#rows(
      `SELECT path, language, tokens, CASE WHEN metadata LIKE '%"manifest":%' THEN metadata END AS metadata
       FROM froe.sources WHERE space = ANY ($1) AND kind = 'file' AND tokens > 0`,
    );
    const kinds = await this.#rows(
      `SELECT u.kind, s.language, count(*) AS n FROM froe.units u
       JOIN froe.sources s ON s.space = u.space AND s.id = u.source WHERE u.space = ANY ($1) GROUP BY u.kind, s.language`,
    );
    return overviewOf(rows, kinds);
  }

  async sources(tree: string): Promise<ReadonlyMap<string, SourceRow>> {
    const rows = await this.#rows(
      `SELECT ${SOURCE} FROM froe.sources WHERE space = ANY ($1) AND tree = $2 ORDER BY path COLLATE "C"`,
      storable(tree),
    );
    return new Map(rows.map(sourceRow).map((row) => [row.path, row]));
  }

  async source(docId: string): Promise<SourceRow | undefined> {
    const found = `SELECT ${SOURCE} FROM froe.sources WHERE space = ANY ($1) AND doc_id = $2`;
    const [row] = await this.#rows(found, storable(docId));
    return row && sourceRow(row);
  }

  async write(change: Change): Promise<void> {
    const { driver, tenant } = await this.#open();
    const trees = new Set(change.put?.map(({ source }) => storable(source.tree)));
    this.#state.forget();
    for (const tree of trees) await this.#spaceFor(tree);
    await driver.transaction(async (sql) => write(sql, { tenant, spaces: await spacesOf(sql, tenant) }, change));
    await this.#indexVectors(change.vectors ?? []);
  }

  async useModel(model: Model, replace = false): Promise<void> {
    const { driver, tenant } = await this.#open();
    const { id, dimensions, prefixVersion } = model;
    await driver.transaction(async (sql) => {
      const kept = await modelOf(sql, tenant, 'FOR UPDATE');
      if (kept && isSameModel(kept, model)) return;
      if (kept && !replace) throw otherModel(kept, model);
      await sql.script(`DROP INDEX IF EXISTS froe.vectors_${tenant}_near`); // it was for other dimensions
      await sql.all('DELETE FROM froe.vectors WHERE tenant = $1', tenant);
      const said = JSON.stringify({ id, dimensions, prefixVersion });
      await sql.all('UPDATE froe.tenants SET model = $2, writes = writes + 1 WHERE id = $1', tenant, said);
    });
    this.#state.forget();
  }

  async withoutVector(hashes: readonly string[]): Promise<readonly string[]> {
    const asked = [...new Set(hashes)];
    const rows = await this.#read((sql, { tenant }) =>
      sql.all(
        `SELECT encode(hash, 'hex') AS hash FROM froe.vectors
         WHERE tenant = $1 AND hash = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
        tenant,
        asked,
      ),
    );
    const known = new Set(rows.map(({ hash }) => String(hash)));
    return asked.filter((hash) => !known.has(hash));
  }

  async *pending(atLeast: number): AsyncGenerator<readonly Chunk[]> {
    const { tenant } = await this.#open();
    // A source at a time, so that its vectors come together; the list of sources is read once.
    const wanting = `c.space = ANY ($1) AND c.weight > 0
      AND NOT EXISTS (SELECT 1 FROM froe.vectors v WHERE v.tenant = $2 AND v.hash = c.embed_hash)`;
    const sources = await this.#rows(
      `SELECT DISTINCT c.source FROM froe.chunks c WHERE ${wanting} ORDER BY c.source`,
      tenant,
    );
    let batch: Chunk[] = [];
    for (const { source } of sources) {
      const of = `SELECT c.record FROM froe.chunks c WHERE ${wanting} AND c.source = $3 ORDER BY c.position`;
      batch.push(...(await this.#rows(of, tenant, Number(source))).map(recordOf));
      if (batch.length < atLeast) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async contextLines(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#read((sql, { tenant }) =>
      sql.all(
        `SELECT encode(key, 'hex') AS key, line FROM froe.context_lines
         WHERE tenant = $1 AND key = ANY (SELECT decode(one, 'hex') FROM unnest($2::text[]) one)`,
        tenant,
        keys,
      ),
    );
    return new Map(rows.map(({ key, line }) => [String(key), String(line)]));
  }

  async searchText(words: readonly string[], limit: number, filter?: Filter): Promise<readonly Hit[]> {
    if (words.length === 0) return [];
    const rows = await this.#read((sql, { spaces }) => searchWords(sql, [...spaces.values()], words, limit, filter));
    return rows.map(({ id, doc_id, score }) => ({ id: String(id), docId: String(doc_id), score: Number(score) }));
  }

  async searchVector(vector: Float32Array, limit: number, filter?: Filter): Promise<readonly Hit[]> {
    const { driver, tenant } = await this.#open();
    return driver.transaction(async (sql) => {
      const model = await modelOf(sql, tenant);
      if (!model) return [];
      if (vector.length !== model.dimensions) {
        const said = `The question has ${vector.length} dimensions, the index ${model.dimensions}`;
        throw new FroeError('bad-option', said, 'Ask with the model that the index was made with.');
      }
      const spaces = [...(await spacesOf(sql, tenant)).values()];
      return nearest(sql, { tenant, spaces, vector, limit, filter });
    });
  }

  async *offered(filter?: Filter): AsyncGenerator<readonly Chunk[]> {
    const { source, chunk, values } = where(filter, 1);
    const passing = `FROM froe.chunks c JOIN froe.sources s ON s.space = c.space AND s.id = c.source
      WHERE c.space = ANY ($1) AND c.weight > 0 AND c.synthetic = 0${source}${chunk}`;
    const sources = await this.#rows(`SELECT DISTINCT s.id, s.path ${passing} ORDER BY s.path, s.id`, ...values);
    const of = `SELECT c.record ${passing} AND s.id = $${values.length + 2} ORDER BY c.position`;
    for (const { id } of sources) yield (await this.#rows(of, ...values, Number(id))).map(recordOf);
  }

  async chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    const rows = await this.#rows(
      'SELECT chunk_id, record FROM froe.chunks WHERE space = ANY ($1) AND chunk_id = ANY ($2)',
      ids.map(storable),
    );
    const byId = new Map(rows.map((row) => [String(row.chunk_id), row]));
    return ids.flatMap((id) => {
      const row = byId.get(storable(id));
      return row ? [recordOf(row)] : [];
    });
  }

  async chunksOf(docId: string, from = 0, to = 2 ** 31 - 1): Promise<readonly Chunk[]> {
    const sql = `SELECT c.record FROM froe.chunks c ${OF_DOC} AND c.position BETWEEN $3 AND $4 ORDER BY c.position`;
    return (await this.#rows(sql, storable(docId), from, Math.min(to, 2 ** 31 - 1))).map(recordOf);
  }

  async units(docId: string): Promise<readonly Unit[]> {
    const rows = await this.#rows(`SELECT ${UNIT} FROM froe.units c ${OF_DOC} ORDER BY c.position`, storable(docId));
    return rows.map(unitRow);
  }

  async places(docId: string): Promise<readonly Placed[]> {
    const sql = `SELECT c.chunk_id, c.parent_id, c.part_of, c.synthetic FROM froe.chunks c ${OF_DOC} ORDER BY c.position`;
    return (await this.#rows(sql, storable(docId))).map(placedRow);
  }

  async definitions(keys: readonly string[]): Promise<readonly Defined[]> {
    const rows = await this.#rows(`SELECT ${UNIT}, s.doc_id FROM froe.units c ${OF_KEYS}`, keys.map(storable));
    return rows.map((row) => ({ ...unitRow(row), docId: String(row.doc_id) }));
  }

  async referencesTo(keys: readonly string[], limit?: number): Promise<readonly Referred[]> {
    const rows = await this.#rows(`${REFERENCE} ${OF_KEYS} LIMIT $3`, keys.map(storable), limit ?? null);
    return rows.map((row) => ({ ...referenceRow(row), docId: String(row.doc_id) }));
  }

  async referencesOf(docId: string): Promise<readonly Reference[]> {
    return (await this.#rows(`${REFERENCE} ${OF_DOC} ORDER BY c.position`, storable(docId))).map(referenceRow);
  }

  check(): Promise<readonly string[]> {
    return this.#read((sql, { spaces }) => checkTables(sql, [...spaces.values()]));
  }

  async compact(): Promise<void> {
    const { driver, tenant } = await this.#open();
    await driver.transaction(async (sql) => {
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
    const { driver, tenant } = await this.#open();
    await driver.transaction((sql) => dropTenant(sql, tenant));
    this.#opened = undefined;
    await driver.close();
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.driver.close();
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#opening();
    return this.#opened;
  }

  async #opening(): Promise<Opened> {
    const { tenant = DEFAULT_TENANT, key, migrations: known = migrations } = this.#options;
    const driver = await this.#connect();
    try {
      if (key === undefined) {
        const version = await migrate(driver, known);
        return { driver, version, tenant: await driver.transaction((sql) => tenantOf(sql, tenant)) };
      }
      const [row] = await driver.reading((sql) => sql.all('SELECT id FROM froe.tenants'));
      if (row) return { driver, version: known.length, tenant: Number(row.id) };
      throw new FroeError('untrusted', 'This key opens nothing', 'Ask for one: froe tenant add NAME');
    } catch (error) {
      await driver.close();
      this.#opened = undefined;
      throw error;
    }
  }

  async #read<T>(what: (sql: Sql, whose: Whose & { readonly version: number }) => Promise<T>): Promise<T> {
    const { driver, tenant, version } = await this.#open();
    return driver.reading(async (sql) => what(sql, { tenant, version, spaces: await spacesOf(sql, tenant) }));
  }

  /** Rows of the tenant's: its spaces are always the first value. */
  #rows(text: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.#read((sql, { spaces }) => sql.all(text, [...spaces.values()], ...values));
  }

  /** Looked after with the first vectors of a process, and then every so many. */
  async #indexVectors(written: Change['vectors'] = []): Promise<void> {
    if (written.length === 0) return;
    this.#unlooked += written.length;
    if (this.#unlooked < FEW) return;
    const { driver, tenant } = await this.#open();
    await driver.transaction((sql) => indexVectors(sql, tenant, written[0].vector.length));
    this.#unlooked = 0;
  }

  async #spaceFor(tree: string): Promise<void> {
    const { driver, tenant } = await this.#open();
    const known = await driver.reading((sql) => spacesOf(sql, tenant));
    if (!known.has(tree)) await driver.transaction((sql) => makeSpace(sql, tenant, tree));
  }
}

const recordOf = ({ record }: Row): Chunk => unpackRecord(record as Uint8Array); // the column is bytea
