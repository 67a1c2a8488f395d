/**
 * The embedded store: one SQLite file, any number of readers beside one writer.
 * Every change is one transaction, so a process that dies leaves the state of
 * the last one, whole.
 */
import type { Chunk } from '../schema.js';
import type { Reference, Unit } from '../types.js';
import { isSameModel, otherModel } from './otherModel.js';
import { refuseOther } from './otherRoot.js';
import { overviewOf } from './overview.js';
import { unpackRecord } from './record.js';
import { sourceRow } from './rows.js';
import { checkTables } from './sqlite/check.js';
import { countAll } from './sqlite/count.js';
import type { Database, Row, Statement } from './sqlite/database.js';
import { where } from './sqlite/filter.js';
import { Nearest } from './sqlite/nearest.js';
import { openFile, saying } from './sqlite/open.js';
import { Remembered } from './sqlite/remembered.js';
import { keptAs, rootKept, withoutLinks } from './sqlite/root.js';
import { Said } from './sqlite/said.js';
import { migrations } from './sqlite/schema.js';
import { Text } from './sqlite/text.js';
import { Writer } from './sqlite/writer.js';
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

const KINDS =
  'SELECT u.kind, s.language, count(*) AS n FROM units u JOIN sources s ON s.id = u.source GROUP BY u.kind, s.language';

export class SqliteStore implements Store {
  readonly #file: string;
  readonly #db: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #writer: Writer;
  readonly #near: Nearest;
  readonly #text: Text;
  readonly #said: Said;
  readonly #sources = new Remembered<ReadonlyMap<string, SourceRow>>();
  readonly #overview = new Remembered<Overview>();
  readonly #state = new Remembered<State>();
  #writes = 0;

  /** `:memory:` for one that goes with the process. */
  constructor(file: string) {
    this.#file = file;
    this.#db = openFile(file);
    this.#writer = new Writer((sql) => this.#prepare(sql));
    this.#near = new Nearest((sql) => this.#prepare(sql));
    this.#text = new Text((sql) => this.#prepare(sql));
    this.#said = new Said((sql) => this.#prepare(sql));
  }

  /** Counted once, and again when this process or another has written. */
  async state(): Promise<State> {
    const make = (): State => ({
      version: migrations.length,
      model: this.#model(),
      ...countAll((sql) => this.#prepare(sql)),
    });
    return this.#saying(() => this.#state.get('', this.#version(), make));
  }

  async overview(): Promise<Overview> {
    const files = `SELECT path, language, tokens, CASE WHEN metadata LIKE '%"manifest":%' THEN metadata END AS metadata
      FROM sources WHERE kind = 'file' AND tokens > 0`;
    const make = (): Overview => overviewOf(this.#prepare(files).all(), this.#prepare(KINDS).all());
    return this.#saying(() => this.#overview.get('', this.#version(), make));
  }

  async sources(tree: string): Promise<ReadonlyMap<string, SourceRow>> {
    const rows = (): SourceRow[] =>
      this.#prepare('SELECT * FROM sources WHERE tree = ? ORDER BY path').all(tree).map(sourceRow);
    const make = (): ReadonlyMap<string, SourceRow> => new Map(rows().map((row) => [row.path, row]));
    return this.#saying(() => this.#sources.get(tree, this.#version(), make));
  }

  async source(docId: string): Promise<SourceRow | undefined> {
    return this.#saying(() => {
      const row = this.#get('SELECT * FROM sources WHERE doc_id = ?', docId);
      return row && sourceRow(row);
    });
  }

  async write(change: Change): Promise<void> {
    this.#writes++;
    this.#saying(() => this.#transaction(() => this.#writer.write(change)));
  }

  async root(tree: string): Promise<string | undefined> {
    return this.#saying(() => this.#root(tree));
  }

  async useRoot(tree: string, root: string): Promise<void> {
    this.#saying(() => {
      const kept = this.#root(tree);
      if (kept === root) return;
      refuseOther(kept, root, this.#file);
      this.#transaction(() =>
        this.#prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(
          `root ${tree}`,
          keptAs(root, withoutLinks(this.#file)),
        ),
      );
    });
  }

  async useModel(model: Model, replace = false): Promise<void> {
    const { id, dimensions, prefixVersion } = model;
    this.#saying(() =>
      this.#transaction(() => {
        const kept = this.#model();
        if (kept && isSameModel(kept, model)) return;
        if (kept && !replace) throw otherModel(kept, model);
        this.#db.exec('DELETE FROM vectors; DELETE FROM signs');
        this.#prepare("INSERT OR REPLACE INTO meta VALUES ('model', ?)").run(
          JSON.stringify({ id, dimensions, prefixVersion }),
        );
        this.#writes++;
      }),
    );
  }

  async withoutVector(hashes: readonly string[]): Promise<readonly string[]> {
    const known = (hash: string): boolean =>
      this.#prepare('SELECT 1 FROM vectors WHERE hash = ?').get(Buffer.from(hash, 'hex')) !== undefined;
    return this.#saying(() => [...new Set(hashes)].filter((hash) => !known(hash)));
  }

  async *pending(atLeast: number): AsyncGenerator<readonly Chunk[]> {
    // A source at a time, so that its vectors come together; the list of sources is read once.
    const sources = this.#saying(() =>
      this.#prepare(
        `SELECT source, count(*) AS pieces FROM chunks WHERE weight > 0
           AND NOT EXISTS (SELECT 1 FROM vectors WHERE hash = embed_hash) GROUP BY source ORDER BY source`,
      ).all(),
    );
    let batch: Chunk[] = [];
    for (const { source } of sources) {
      batch.push(
        ...this.#records(
          `SELECT record FROM chunks WHERE source = ? AND weight > 0
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
    return this.#saying(() => {
      const rows = keys.map((key) => [key, this.#prepare(select).get(Buffer.from(key, 'hex'))] as const);
      return new Map(rows.flatMap(([key, row]) => (row ? [[key, String(row.line)]] : [])));
    });
  }

  async searchText(words: readonly string[], limit: number, filter?: Filter): Promise<readonly Hit[]> {
    return this.#reading((version) => this.#text.search(words, limit, { version, filter }));
  }

  async searchVector(vector: Float32Array, limit: number, filter?: Filter): Promise<readonly Hit[]> {
    return this.#reading((version) => this.#near.search(vector, limit, { model: this.#model(), version, filter }));
  }

  async *offered(filter?: Filter): AsyncGenerator<readonly Chunk[]> {
    const { sql, values } = where(filter);
    const passing = `FROM chunks c JOIN sources s ON s.id = c.source WHERE c.weight > 0 AND NOT c.synthetic${sql}`;
    const sources = this.#saying(() =>
      this.#prepare(`SELECT DISTINCT s.id, s.path ${passing} ORDER BY s.path, s.id`).all(...values),
    );
    const of = `SELECT c.record ${passing} AND s.id = ? ORDER BY c.position`;
    for (const { id } of sources) yield this.#saying(() => this.#records(of, ...values, Number(id)));
  }

  async chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    const sql = 'SELECT record FROM json_each(?) wanted JOIN chunks ON chunk_id = wanted.value ORDER BY wanted.key';
    return this.#saying(() => this.#records(sql, JSON.stringify(ids)));
  }

  async chunksOf(docId: string, from = 0, to = Number.MAX_SAFE_INTEGER): Promise<readonly Chunk[]> {
    const sql = `SELECT record FROM chunks WHERE source = (SELECT id FROM sources WHERE doc_id = ?)
      AND position BETWEEN ? AND ? ORDER BY position`;
    return this.#saying(() => this.#records(sql, docId, from, to));
  }

  async units(docId: string): Promise<readonly Unit[]> {
    return this.#saying(() => this.#said.units(docId, this.#version()));
  }

  async places(docId: string): Promise<readonly Placed[]> {
    return this.#saying(() => this.#said.places(docId));
  }

  async definitions(keys: readonly string[]): Promise<readonly Defined[]> {
    return this.#saying(() => this.#said.definitions(keys, this.#version()));
  }

  async referencesTo(keys: readonly string[], limit?: number): Promise<readonly Referred[]> {
    return this.#saying(() => this.#said.referencesTo(keys, limit));
  }

  async referencesOf(docId: string): Promise<readonly Reference[]> {
    return this.#saying(() => this.#said.referencesOf(docId, this.#version()));
  }

  async check(): Promise<readonly string[]> {
    return this.#saying(() => checkTables(this.#db));
  }

  async compact(): Promise<void> {
    this.#saying(() => {
      this.#db.exec('DELETE FROM vectors WHERE hash NOT IN (SELECT embed_hash FROM chunks)');
      this.#transaction(() => this.#writer.compact());
      this.#db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    });
    this.#writes++;
  }

  /** Never more pages than these: for a quota, and to see what a full disk does. */
  limitPages(pages: number): void {
    this.#db.exec(`PRAGMA max_page_count = ${pages}`);
  }

  async close(): Promise<void> {
    this.#statements.clear();
    try {
      // Statements that nobody has swept up yet keep SQLite from doing so as it closes; a copy of the file must be whole.
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk, or a file that may not be written: what was committed is in the log, and stays there.
    }
    this.#db.close();
  }

  #root(tree: string): string | undefined {
    const row = this.#get('SELECT value FROM meta WHERE key = ?', `root ${tree}`);
    return row && rootKept(String(row.value), withoutLinks(this.#file));
  }

  #model(): Model | undefined {
    const row = this.#get("SELECT value FROM meta WHERE key = 'model'");
    return row ? JSON.parse(String(row.value)) : undefined;
  }

  /** Another one when this process or another has written. */
  #version(): string {
    return `${this.#writes}/${this.#get('PRAGMA data_version')?.data_version}`;
  }

  #records(sql: string, ...values: readonly (string | number)[]): Chunk[] {
    return this.#prepare(sql)
      .all(...values)
      .flatMap(({ record }) => (record instanceof Uint8Array ? [unpackRecord(record)] : []));
  }

  #get(sql: string, ...values: readonly (string | number)[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql) ?? (this.#db.prepare(sql) as Statement); // its rows are typed as anything
    this.#statements.set(sql, known);
    return known;
  }

  #transaction(what: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      what();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Several statements that see one state, whatever is written meanwhile. */
  #reading<T>(what: (version: string) => T): T {
    return this.#saying(() => {
      this.#db.exec('BEGIN');
      try {
        this.#get('SELECT 1 FROM segments LIMIT 1'); // the state is that of the first read
        return what(this.#version());
      } finally {
        this.#db.exec('COMMIT');
      }
    });
  }

  #saying<T>(what: () => T): T {
    return saying(this.#file, what);
  }
}
