/**
 * The HNSW indexes of a tenant's vectors (vectorRanges.ts), and when they are built.
 * Building an index over many vectors takes a tenth of the time of inserting them one by
 * one, so vectors are staged and indexed many at once, while others write and query:
 *
 *     before a run       what a killed run left behind
 *     while it writes    whenever SEAL_AT are staged; at MAX_STAGED a writer waits.
 *                        Not in the first load: before it there is nothing to query
 *     in a pause,        what was written; ranges that have become small
 *     at the end         are merged into one
 *
 * Staged vectors are compared one by one, which is exact.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgDriver, PgSql } from './driver.js';
import { EXACT_UP_TO } from './nearestVectors.js';
import { tablesOf } from './schema.js';
import { spacesOf } from './spaces.js';
import {
  buildLocks,
  nextRange,
  type RangeRule,
  rangeIndexes,
  rangeName,
  searchedRanges,
  stagedRanges,
  stopBuilding,
  type VectorRange,
} from './vectorRanges.js';

/** After so long without a write, the writer is done or waits for something else. */
const PAUSE_MS = 5000;
/** pgvector indexes no more dimensions; beyond that, every vector is compared. */
const MAX_DIMENSIONS = 4000;
/**
 * The number of neighbours that a new vector is chosen from; pgvector's default is 64.
 * Code has clusters of nearly identical texts, and in a graph built with less some of
 * them are hard to reach: now and then none of the true nearest ten is found.
 * bench/agreement.mjs measures this on a repository.
 */
const EF_CONSTRUCTION = 128;
/** Comparing so many takes about as long as searching one or two indexes. */
export const SEAL_AT = 10_000;
export const MAX_STAGED = 20_000;
/** Vectors that a process writes before it counts the staged ones. */
const CHECK_EVERY = 1000;
/**
 * Maximum time a writer waits for an index, before it continues without: an index is complete only after every
 * transaction that began before it has ended, and a backup may take hours.
 */
const MAX_WAIT_MS = 60_000;
const POLL_MS = 100;

const beforeRun: RangeRule = { minStaged: EXACT_UP_TO, fanOut: Number.POSITIVE_INFINITY };
const whileWriting: RangeRule = { minStaged: SEAL_AT, fanOut: 16 };
const atRest: RangeRule = { minStaged: EXACT_UP_TO, fanOut: 3 };

interface TenantConnection {
  readonly driver: PgDriver;
  readonly tenant: number;
}

export class VectorIndex {
  readonly #open: () => Promise<TenantConnection>;
  /** Vectors written since the last build, and since they were last counted. */
  #written = 0;
  #uncounted = 0;
  #dimensions = 0;
  #pause: NodeJS.Timeout | undefined;
  #flushed: Promise<void> = Promise.resolve();
  #building: Promise<void> | undefined;
  /** The writer no longer waits for the index being built. */
  #stoppedWaiting = false;

  constructor(open: () => Promise<TenantConnection>) {
    this.#open = open;
  }

  async wrote(vectors: readonly { readonly vector: Float32Array }[]): Promise<void> {
    if (vectors.length === 0) return;
    this.#written += vectors.length;
    this.#uncounted += vectors.length;
    this.#dimensions = vectors[0].vector.length;
    clearTimeout(this.#pause);
    // If this fails, the next writer does it.
    this.#pause = setTimeout(() => this.flush().catch(() => {}), PAUSE_MS).unref();
    if (this.#uncounted < CHECK_EVERY) return;
    this.#uncounted = 0;
    await this.#limitStaged();
  }

  /** Nothing more will be written for now. */
  async flush(): Promise<void> {
    clearTimeout(this.#pause);
    if (this.#written > 0) {
      this.#written = 0;
      await this.#building;
      this.#flushed = this.#build(this.#dimensions, atRest);
    }
    await this.#flushed; // it may have begun in a pause
  }

  /** At the start of a run: indexes what a killed run left behind. */
  ensure(dimensions: number): Promise<void> {
    return this.#build(dimensions, beforeRun);
  }

  /** Limits the number of vectors that a query compares. */
  async #limitStaged(): Promise<void> {
    const { driver, tenant } = await this.#open();
    const deadline = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const { searched, staged } = await driver.reading((sql) => stagedOf(sql, tenant));
      if (searched.length === 0 || staged.size < SEAL_AT) return;
      this.#building ??= this.#seal();
      if (staged.size < MAX_STAGED || this.#stoppedWaiting) return;
      this.#stoppedWaiting = performance.now() > deadline;
      await driver.reading((sql) => stopBuilding(sql, tenant, 'merge'));
      await Promise.race([this.#building, sleep(POLL_MS)]);
      await sleep(POLL_MS); // another process may be building
    }
  }

  async #seal(): Promise<void> {
    try {
      await this.#build(this.#dimensions, whileWriting);
    } catch {
      // The next writer does it.
    } finally {
      this.#building = undefined;
      this.#stoppedWaiting = false;
    }
  }

  async #build(dimensions: number, rule: RangeRule): Promise<void> {
    if (dimensions > MAX_DIMENSIONS) return;
    const { driver, tenant } = await this.#open();
    await buildUnderLock(driver, tenant, dimensions, rule);
  }
}

async function buildUnderLock(driver: PgDriver, tenant: number, dimensions: number, rule: RangeRule): Promise<void> {
  await driver.reading(async (sql) => {
    const [{ mine }] = await sql.all('SELECT pg_try_advisory_lock($1, $2) AS mine', buildLocks.any, tenant);
    if (!mine) return; // the other builder looks again when it is done
    try {
      if (rule === atRest) await sql.all('SELECT pg_try_advisory_lock($1, $2)', buildLocks.merge, tenant);
      await buildAll(sql, tenant, dimensions, rule);
    } catch (error) {
      if (!YIELD_CODES.has(String((error as { code?: unknown }).code))) throw error; // an error of the driver
    } finally {
      await sql.all('SELECT pg_advisory_unlock_all()').catch(() => {}); // gone with the connection
    }
  });
}

/** A deadlock, a lock that was not available, or cancelled by a load. */
const YIELD_CODES: ReadonlySet<string> = new Set(['40P01', '55P03', '57014']);

async function buildAll(sql: PgSql, tenant: number, dimensions: number, rule: RangeRule): Promise<void> {
  await dropUnused(sql, tenant);
  let built = 0;
  for (;;) {
    const { searched, staged } = await stagedOf(sql, tenant, Number.MAX_SAFE_INTEGER);
    const next = nextRange(searched, staged, rule);
    if (!next) break;
    const name = rangeName(tenant, next);
    await sql.script(
      `CREATE INDEX CONCURRENTLY ${name} ON froe.vectors_${tenant}
         USING hnsw ((near::halfvec(${dimensions})) halfvec_ip_ops) WITH (ef_construction = ${EF_CONSTRUCTION})
         WHERE seq BETWEEN ${next.from} AND ${next.to}`,
    );
    built++;
    await dropUnused(sql, tenant);
  }
  if (built === 0 || rule === whileWriting) return;
  // Without statistics of what was loaded, the planner may ignore an index and sort all vectors instead.
  const spaces = [...(await spacesOf(sql, tenant)).values()];
  await sql.script(`ANALYZE ${tablesOf(tenant, spaces).join(', ')}`);
}

/** The ranges to search, and the staged vectors behind them, counted up to a limit. */
export async function stagedOf(
  sql: PgSql,
  tenant: number,
  limit = MAX_STAGED,
): Promise<{ readonly searched: readonly VectorRange[]; readonly staged: VectorRange }> {
  const searched = searchedRanges(await rangeIndexes(sql, tenant));
  const [{ from }] = stagedRanges(searched).slice(-1);
  const [{ size, to }] = await sql.all(
    `SELECT count(*) AS size, max(seq) AS to
     FROM (SELECT seq FROM froe.vectors WHERE tenant = $1 AND seq >= $2 LIMIT $3) staged`,
    tenant,
    from,
    limit,
  );
  return { searched, staged: { from, to: Number(to ?? from), size: Number(size) } };
}

/** Unfinished indexes, and those whose range another covers. */
async function dropUnused(sql: PgSql, tenant: number): Promise<void> {
  const indexes = await rangeIndexes(sql, tenant);
  const used = new Set(searchedRanges(indexes));
  const names = indexes.filter((index) => !used.has(index)).map(({ name }) => `froe.${name}`);
  if (names.length > 0) await sql.script(dropNow(names));
}

/** Does not wait for a long reader, because everybody else would wait behind. The next build tries again. */
const dropNow = (names: readonly string[]): string =>
  `SET LOCAL lock_timeout = '2s'; DROP INDEX IF EXISTS ${names.join(', ')}`;

/** Drops all of them, in a transaction that also drops the vectors. */
export async function dropVectorIndexes(sql: PgSql, tenant: number): Promise<void> {
  await stopBuilding(sql, tenant, 'any');
  const names = (await rangeIndexes(sql, tenant)).map(({ name }) => `froe.${name}`);
  if (names.length > 0) await sql.script(`DROP INDEX IF EXISTS ${names.join(', ')}`);
}
