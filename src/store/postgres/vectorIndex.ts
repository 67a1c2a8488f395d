/**
 * The HNSW index of a tenant's vectors, and when it is made. Built over what is
 * there it takes a fraction of what it takes to grow by one vector at a time, so
 * a large load comes first and the index after it:
 *
 *     before a run       what a run that was killed has left is indexed
 *     in a pause         a server that never ends gets one, too
 *     when it is done    what was loaded is indexed in one go
 *
 * Until there is one every vector is compared, which is exact.
 */
import type { PgDriver, PgSql } from './driver.js';
import { EXACT_UP_TO } from './nearestVectors.js';
import { tablesOf } from './schema.js';
import { spacesOf } from './spaces.js';

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

export class VectorIndex {
  readonly #open: () => Promise<{ readonly driver: PgDriver; readonly tenant: number }>;
  /** Vectors written since it was last looked after, and how long they are. */
  #written = 0;
  #dimensions = 0;
  #pause: NodeJS.Timeout | undefined;
  #settled: Promise<void> = Promise.resolve();

  constructor(open: () => Promise<{ readonly driver: PgDriver; readonly tenant: number }>) {
    this.#open = open;
  }

  wrote(vectors: readonly { readonly vector: Float32Array }[]): void {
    if (vectors.length === 0) return;
    this.#written += vectors.length;
    this.#dimensions = vectors[0].vector.length;
    clearTimeout(this.#pause);
    // What fails here is done by the next who writes.
    this.#pause = setTimeout(() => this.flush().catch(() => {}), PAUSE_MS).unref();
  }

  /** Nothing more comes for now. */
  async flush(): Promise<void> {
    clearTimeout(this.#pause);
    if (this.#written > 0) {
      this.#written = 0;
      this.#settled = this.ensure(this.#dimensions);
    }
    await this.#settled; // perhaps begun in a pause
  }

  /** Is it wanted by now? */
  async ensure(dimensions: number): Promise<void> {
    const { driver, tenant } = await this.#open();
    await driver.transaction((sql) => make(sql, tenant, dimensions));
  }
}

const nameOf = (tenant: number): string => `vectors_${tenant}_near`;

export const dropVectorIndex = (sql: PgSql, tenant: number): Promise<void> =>
  sql.script(`DROP INDEX IF EXISTS froe.${nameOf(tenant)}`);

async function make(sql: PgSql, tenant: number, dimensions: number): Promise<void> {
  if (dimensions > MAX_DIMENSIONS) return;
  // Workers are done at the same time: one makes it, and the others wait and see that it is there.
  await sql.all('SELECT pg_advisory_xact_lock(hashtext($1), $2)', 'froe:vectors', tenant);
  const [{ there, many }] = await sql.all(
    `SELECT to_regclass($2) IS NOT NULL AS there,
       (SELECT count(*) FROM (SELECT 1 FROM froe.vectors WHERE tenant = $1 LIMIT $3) vector) >= $3 AS many`,
    tenant,
    `froe.${nameOf(tenant)}`,
    EXACT_UP_TO,
  );
  if (there || !many) return;
  await sql.script(
    `CREATE INDEX IF NOT EXISTS ${nameOf(tenant)} ON froe.vectors_${tenant}
       USING hnsw ((near::halfvec(${dimensions})) halfvec_ip_ops) WITH (ef_construction = ${EF_CONSTRUCTION})`,
  );
  // Until it has counted what was loaded, the planner may leave the index lie and sort all vectors instead.
  const spaces = [...(await spacesOf(sql, tenant)).values()];
  await sql.script(`ANALYZE ${tablesOf(tenant, spaces).join(', ')}`);
}
