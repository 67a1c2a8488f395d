/**
 * The HNSW indexes of a tenant's vectors (vectorRanges.ts), and when they are
 * made. Built over what is there an index takes a tenth of what it takes to grow by
 * one vector at a time, so vectors are staged and indexed many at once, beside
 * those who write and ask:
 *
 *     before a run       what a run that was killed has left
 *     while it writes    whenever SEAL_AT are staged; with MAX_STAGED a writer waits.
 *                        Not in the first load: until then there is nothing worth asking
 *     in a pause,        what was written, and ranges that have become small
 *     when it is done    are made into one
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

/** Nothing written for so long: whoever loads is done, or waits for somebody else. */
const PAUSE_MS = 5000;
/** pgvector indexes no more; beyond them every vector is looked at. */
const MAX_DIMENSIONS = 4000;
/**
 * How many neighbours a new vector is chosen from; pgvector's own is 64. Code
 * has crowds of texts that are nearly the same, and in a graph built with less
 * some of them are hard to reach: now and then none of the true nearest ten is
 * found. bench/agreement.mjs measures it, on a repository.
 */
const EF_CONSTRUCTION = 128;
/** Comparing so many takes about as long as searching an index or two. */
export const SEAL_AT = 10_000;
export const MAX_STAGED = 20_000;
/** Vectors that one process writes before it looks how many are staged. */
const CHECK_EVERY = 1000;
/**
 * For so long a writer waits for an index, and then goes on without it: an index is finished only when every
 * transaction has ended that was begun before it, and a backup may take hours.
 */
const MAX_WAIT_MS = 60_000;
const POLL_MS = 100;

const beforeRun: RangeRule = { minStaged: EXACT_UP_TO, fanOut: Number.POSITIVE_INFINITY };
const whileWriting: RangeRule = { minStaged: SEAL_AT, fanOut: 16 };
const atRest: RangeRule = { minStaged: EXACT_UP_TO, fanOut: 3 };

interface Opened {
  readonly driver: PgDriver;
  readonly tenant: number;
}

export class VectorIndex {
  readonly #open: () => Promise<Opened>;
  /** Vectors written since it was last looked after, and since they were last counted. */
  #written = 0;
  #uncounted = 0;
  #dimensions = 0;
  #pause: NodeJS.Timeout | undefined;
  #settled: Promise<void> = Promise.resolve();
  #building: Promise<void> | undefined;
  /** The index that is being built is not waited for any more. */
  #goesOn = false;

  constructor(open: () => Promise<Opened>) {
    this.#open = open;
  }

  async wrote(vectors: readonly { readonly vector: Float32Array }[]): Promise<void> {
    if (vectors.length === 0) return;
    this.#written += vectors.length;
    this.#uncounted += vectors.length;
    this.#dimensions = vectors[0].vector.length;
    clearTimeout(this.#pause);
    // What fails here is done by the next who writes.
    this.#pause = setTimeout(() => this.flush().catch(() => {}), PAUSE_MS).unref();
    if (this.#uncounted < CHECK_EVERY) return;
    this.#uncounted = 0;
    await this.#keepUp();
  }

  /** Nothing more comes for now. */
  async flush(): Promise<void> {
    clearTimeout(this.#pause);
    if (this.#written > 0) {
      this.#written = 0;
      await this.#building;
      this.#settled = this.#build(this.#dimensions, atRest);
    }
    await this.#settled; // perhaps begun in a pause
  }

  /** A run begins: what is left of one that was killed? */
  ensure(dimensions: number): Promise<void> {
    return this.#build(dimensions, beforeRun);
  }

  /** So that no question has more than so many vectors to compare. */
  async #keepUp(): Promise<void> {
    const { driver, tenant } = await this.#open();
    const until = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const { searched, staged } = await driver.reading((sql) => stagedOf(sql, tenant));
      if (searched.length === 0 || staged.size < SEAL_AT) return;
      this.#building ??= this.#seal();
      if (staged.size < MAX_STAGED || this.#goesOn) return;
      this.#goesOn = performance.now() > until;
      await driver.reading((sql) => stopBuilding(sql, tenant, 'merge'));
      await Promise.race([this.#building, sleep(POLL_MS)]);
      await sleep(POLL_MS); // another process may be at it
    }
  }

  async #seal(): Promise<void> {
    try {
      await this.#build(this.#dimensions, whileWriting);
    } catch {
      // The next who writes will see to it.
    } finally {
      this.#building = undefined;
      this.#goesOn = false;
    }
  }

  async #build(dimensions: number, rule: RangeRule): Promise<void> {
    if (dimensions > MAX_DIMENSIONS) return;
    const { driver, tenant } = await this.#open();
    await build(driver, tenant, dimensions, rule);
  }
}

async function build(driver: PgDriver, tenant: number, dimensions: number, rule: RangeRule): Promise<void> {
  await driver.reading(async (sql) => {
    const [{ mine }] = await sql.all('SELECT pg_try_advisory_lock($1, $2) AS mine', buildLocks.any, tenant);
    if (!mine) return; // it will look again when it is done with what it has begun
    try {
      if (rule === atRest) await sql.all('SELECT pg_try_advisory_lock($1, $2)', buildLocks.merge, tenant);
      await buildAll(sql, tenant, dimensions, rule);
    } catch (error) {
      if (!GAVE_WAY.has(String((error as { code?: unknown }).code))) throw error; // an error of the driver's
    } finally {
      await sql.all('SELECT pg_advisory_unlock_all()').catch(() => {}); // gone with the connection
    }
  });
}

/** Two waited for each other, a lock was not to be had, or a load came first. */
const GAVE_WAY: ReadonlySet<string> = new Set(['40P01', '55P03', '57014']);

async function buildAll(sql: PgSql, tenant: number, dimensions: number, rule: RangeRule): Promise<void> {
  await dropUnused(sql, tenant);
  let made = 0;
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
    made++;
    await dropUnused(sql, tenant);
  }
  if (made === 0 || rule === whileWriting) return;
  // Until it has counted what was loaded, the planner may leave an index lie and sort all vectors instead.
  const spaces = [...(await spacesOf(sql, tenant)).values()];
  await sql.script(`ANALYZE ${tablesOf(tenant, spaces).join(', ')}`);
}

/** What is searched, and what is staged after it, counted up to a limit. */
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

/** Those that were not finished, and those of which another holds all. */
async function dropUnused(sql: PgSql, tenant: number): Promise<void> {
  const indexes = await rangeIndexes(sql, tenant);
  const used = new Set(searchedRanges(indexes));
  const names = indexes.filter((index) => !used.has(index)).map(({ name }) => `froe.${name}`);
  if (names.length > 0) await sql.script(dropNow(names));
}

/** One who reads for long is not waited for: everybody else would wait behind. The next who builds tries again. */
const dropNow = (names: readonly string[]): string =>
  `SET LOCAL lock_timeout = '2s'; DROP INDEX IF EXISTS ${names.join(', ')}`;

/** All of them, in a transaction: the vectors go, too. */
export async function dropVectorIndexes(sql: PgSql, tenant: number): Promise<void> {
  await stopBuilding(sql, tenant, 'any');
  const names = (await rangeIndexes(sql, tenant)).map(({ name }) => `froe.${name}`);
  if (names.length > 0) await sql.script(`DROP INDEX IF EXISTS ${names.join(', ')}`);
}
