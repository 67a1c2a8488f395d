/** A key → the index of its tenant, cached, so that a key is not looked up for every request. */
import { Engine, type OpenOptions } from '../engine/engine.js';
import { indexModelOf, isSameModel, type StoreOptions, type VectorSource } from '../engine/indexes.js';
import { openTenant, type PgPool } from '../engine/team.js';

export interface Guest {
  readonly tenant: string;
  readonly perMinute: number | undefined;
  readonly engine: Engine;
}

/** A key is looked up again after this time: a revoked key works no longer than that. */
const KEY_TTL_MS = 60_000;
const MAX_CACHED_KEYS = 1000;

/** Options of the engines of all tenants. */
type TenantOptions = Pick<OpenOptions, 'reranker' | 'rerankerDepth' | 'rerank' | 'merge'>;

export class Tenants {
  readonly #pool: PgPool;
  readonly #where: string;
  readonly #vectors: VectorSource | undefined;
  readonly #options: StoreOptions;
  readonly #asking: TenantOptions;
  readonly #guests = new Map<string, { readonly guest: Promise<Guest | undefined>; readonly until: number }>();

  constructor(
    pool: PgPool,
    where: string,
    vectors?: VectorSource,
    options: StoreOptions = {},
    asking: TenantOptions = {},
  ) {
    this.#pool = pool;
    this.#where = where;
    this.#vectors = vectors;
    this.#options = options;
    this.#asking = asking;
  }

  /** Undefined if the key is invalid. */
  guestOf(key: string): Promise<Guest | undefined> {
    const known = this.#guests.get(key);
    if (known && known.until > performance.now()) return known.guest;
    if (this.#guests.size >= MAX_CACHED_KEYS) this.#guests.clear();
    const guest = this.#find(key);
    this.#guests.set(key, { guest, until: performance.now() + KEY_TTL_MS });
    guest.catch(() => this.#guests.delete(key));
    return guest;
  }

  async #find(key: string): Promise<Guest | undefined> {
    const driver = this.#pool.as(key);
    const [row] = await driver.reading((sql) => sql.all('SELECT name, per_minute FROM froe.tenants'));
    if (!row) return undefined;
    const store = await openTenant(async () => driver, { key, ...this.#options });
    const { model } = await store.state();
    // Vectors of another model cannot be compared with these: keywords only.
    const fits = model !== undefined && this.#vectors && isSameModel(indexModelOf(this.#vectors), model);
    return {
      tenant: String(row.name),
      perMinute: row.per_minute === null ? undefined : Number(row.per_minute),
      engine: new Engine('/', store, this.#where, fits ? this.#vectors : undefined, this.#asking),
    };
  }
}
