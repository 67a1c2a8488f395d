/** A tenant of a database, opened on the first request; everything else works on its rows. */
import { FroeError } from '../../errors.js';
import { groupBy } from '../../text/groupBy.js';
import type { DbRow } from '../rows.js';
import { visibleSql } from '../sensitivity.js';
import { COMMITS, type StoreOptions } from '../store.js';
import { DEFAULT_TENANT } from './connect.js';
import { pgText } from './copyLine.js';
import type { PgDriver, PgSql, PgValue } from './driver.js';
import { migrate } from './migrate.js';
import { type PgMigration, pgMigrations } from './schema.js';
import { makeSpace, qualifiedTree, spacesOf, tenantOf, treesOf } from './spaces.js';
import type { TenantSpaces } from './writer.js';

export interface PostgresOptions extends StoreOptions {
  /** The tenant's name. A database holds many. */
  readonly tenant?: string;
  /** The name of one of the tenant's roots. */
  readonly root?: string;
  /** Read-only access to what this key allows. The database decides which tenant that is. */
  readonly key?: string;
  /** Only its commits. Without it, everything but commits. */
  readonly history?: boolean;
  /** The migrations of another froe, for tests of upgrades. */
  readonly migrations?: readonly PgMigration[];
}

export interface OpenTenant {
  readonly driver: PgDriver;
  readonly tenant: number;
  readonly version: number;
}

export class PgSession {
  readonly #connect: () => Promise<PgDriver>;
  readonly #options: PostgresOptions;
  /** Condition on sources `s`: those that may be seen. */
  readonly visible: string;
  #opened: Promise<OpenTenant> | undefined;

  constructor(connect: () => Promise<PgDriver>, options: PostgresOptions) {
    this.#connect = connect;
    this.#options = options;
    this.visible = visibleSql(options.maxSensitivity);
  }

  open(): Promise<OpenTenant> {
    this.#opened ??= this.#openTenant();
    return this.#opened;
  }

  async read<T>(work: (sql: PgSql, scope: TenantSpaces & { readonly version: number }) => Promise<T>): Promise<T> {
    const { driver, tenant, version } = await this.open();
    return driver.reading(async (sql) => work(sql, { tenant, version, spaces: await this.spaces(sql, tenant) }));
  }

  /** The trees of its root. */
  trees(sql: PgSql, tenant: number): Promise<ReadonlyMap<string, number>> {
    return treesOf(sql, tenant, this.#options.root);
  }

  /** The spaces that this store reads: commits are separate from everything else. */
  async spaces(sql: PgSql, tenant: number): Promise<ReadonlyMap<string, number>> {
    const { history = false } = this.#options;
    return new Map([...(await this.trees(sql, tenant))].filter(([tree]) => (tree === COMMITS) === history));
  }

  /** The name of a tree of this root among all trees of the tenant. */
  qualifiedTree(tree: string): string {
    return qualifiedTree(this.#options.root, pgText(tree));
  }

  /** Rows of the tenant: its spaces are always the first parameter. */
  rows(text: string, ...values: readonly PgValue[]): Promise<readonly DbRow[]> {
    return this.read((sql, { spaces }) => sql.all(text, [...spaces.values()], ...values));
  }

  /** Commits all of it, or nothing. */
  async change<T>(work: (sql: PgSql, tenant: number) => Promise<T>): Promise<T> {
    const { driver, tenant } = await this.open();
    return driver.transaction((sql) => work(sql, tenant));
  }

  /** Creates the partitions of a tree, if they are missing. */
  async spaceFor(tree: string): Promise<void> {
    const { driver, tenant } = await this.open();
    const qualifiedTree = this.qualifiedTree(tree);
    const known = await driver.reading((sql) => spacesOf(sql, tenant));
    if (!known.has(qualifiedTree)) await driver.transaction((sql) => makeSpace(sql, tenant, qualifiedTree));
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    await opened?.driver.close();
  }

  async #openTenant(): Promise<OpenTenant> {
    const { tenant = DEFAULT_TENANT, key, migrations = pgMigrations } = this.#options;
    const driver = await this.#connect();
    try {
      if (key === undefined) {
        const version = await migrate(driver, migrations);
        return { driver, version, tenant: await driver.transaction((sql) => tenantOf(sql, tenant)) };
      }
      const [row] = await driver.reading((sql) => sql.all('SELECT id FROM froe.tenants'));
      if (row) return { driver, version: migrations.length, tenant: Number(row.id) };
      throw new FroeError('untrusted', 'Unknown key', 'Create one: froe tenant add NAME');
    } catch (error) {
      await driver.close();
      this.#opened = undefined;
      throw error;
    }
  }
}

/**
 * Requests for single sources that are made in the same tick become one query: a
 * caller that needs the units of twenty sources requests all before awaiting any,
 * and there is one round trip instead of twenty:
 *
 *     units(a) units(b) units(c)   →   … WHERE doc_id = ANY ({a, b, c})   →   to each its own
 */
export class BatchLoader {
  readonly #load: (docIds: readonly string[]) => Promise<readonly DbRow[]>;
  #docIds = new Set<string>();
  #loading: Promise<ReadonlyMap<string, readonly DbRow[]>> | undefined;

  /** `load`: rows in order, each with its `doc_id`. */
  constructor(load: (docIds: readonly string[]) => Promise<readonly DbRow[]>) {
    this.#load = load;
  }

  async get(docId: string): Promise<readonly DbRow[]> {
    this.#docIds.add(docId);
    this.#loading ??= this.#next();
    return (await this.#loading).get(docId) ?? [];
  }

  /** After all requests of this tick. */
  async #next(): Promise<ReadonlyMap<string, readonly DbRow[]>> {
    await undefined;
    const docIds = [...this.#docIds];
    this.#docIds = new Set();
    this.#loading = undefined;
    return groupBy(await this.#load(docIds), ({ doc_id }) => String(doc_id));
  }
}
