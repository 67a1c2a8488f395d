/** The HNSW index after a large load: built at once, or by the next run if this one was killed. */
import { describe, expect, it, vi } from 'vitest';
import type { PgSql } from '../../src/store/postgres/driver.js';
import { EXACT_UP_TO } from '../../src/store/postgres/nearestVectors.js';
import { PgPool } from '../../src/store/postgres/pool.js';
import { addKey, setTenant } from '../../src/store/postgres/tenants.js';
import { MAX_STAGED, SEAL_AT, stagedOf } from '../../src/store/postgres/vectorIndex.js';
import { type RangeIndex, rangeIndexes, rangePrefix, stopBuilding } from '../../src/store/postgres/vectorRanges.js';
import { PostgresStore } from '../../src/store/postgres.js';
import type { PreparedSource, TextVector } from '../../src/store/store.js';
import { sha256 } from '../../src/text/hash.js';
import { prepared } from '../contract/store.js';
import { freshTenant, postgresStore, server } from './stores.js';

const model = { id: 'test', dimensions: 3, prefixVersion: 1 };
/** As many as an index is worth while for. */
const MANY = EXACT_UP_TO;

const vectors = (count: number): readonly TextVector[] =>
  Array.from({ length: count }, (_, i) => ({
    hash: sha256(`${i}`),
    vector: Float32Array.from([Math.cos(i), Math.sin(i), (i % 97) / 97]),
  }));

async function isThere(what: string, tenant: string): Promise<boolean> {
  const pool = new PgPool(server ?? '');
  const [{ there }] = await pool.reading((sql) =>
    sql.all(`SELECT count(*) > 0 AS there FROM ${what} (SELECT id FROM froe.tenants WHERE name = $1)`, tenant),
  );
  await pool.close();
  return Boolean(there);
}
const isIndexed = (tenant: string): Promise<boolean> =>
  isThere(`pg_indexes WHERE substring(indexname FROM '^vectors_(\\d+)_near_')::int =`, tenant);
/** Whether the planner knows what is in the table. */
const isCounted = (tenant: string): Promise<boolean> =>
  isThere(`pg_stats WHERE substring(tablename FROM '^vectors_(\\d+)$')::int =`, tenant);

/** Enough for an index, and for chunks to be looked for by it. */
const LOAD = EXACT_UP_TO + 200;
const question = Float32Array.from([0.6, 0.8, 0]);

/** One source, a chunk for each of the vectors. */
async function sourceOf(load: readonly TextVector[], path: string): Promise<PreparedSource> {
  const one = await prepared(path, 'Oak.\n');
  const chunks = load.map(({ hash }, position) => ({
    ...one.chunks[0],
    chunk: { ...one.chunks[0].chunk, id: `main:${path}~${position}`, position, embedHash: hash },
  }));
  return { ...one, chunks, units: [] };
}

const nearestOf = (made: readonly TextVector[]): readonly number[] =>
  made
    .map(({ vector }) => vector.reduce((sum, value, i) => sum + value * question[i], 0) / Math.hypot(...vector))
    .sort((a, b) => b - a)
    .slice(0, 10);

async function expectNearest(store: PostgresStore, scores: readonly number[]): Promise<void> {
  const hits = await store.searchVector(question, scores.length);
  expect(new Set(hits.map(({ id }) => id)).size).toBe(scores.length);
  for (const [i, { score }] of hits.entries()) expect(Math.abs(score - scores[i])).toBeLessThan(0.02); // a byte a dimension
}

async function read<T>(what: (sql: PgSql, tenant: number) => Promise<T>, name: string): Promise<T> {
  const pool = new PgPool(server ?? '');
  try {
    return await pool.reading(async (sql) => {
      const [{ id }] = await sql.all('SELECT id FROM froe.tenants WHERE name = $1', name);
      return what(sql, Number(id));
    });
  } finally {
    await pool.close();
  }
}
const rangesOf = (tenant: string): Promise<readonly RangeIndex[]> => read(rangeIndexes, tenant);

describe.skipIf(!server)('the index of vectors', () => {
  it('is built after a load, if there are enough vectors', async () => {
    const tenant = freshTenant();
    const few = postgresStore(tenant);
    await few.useModel(model);
    await few.write({ vectors: vectors(MANY - 1) });
    await few.close();
    expect(await isIndexed(tenant)).toBe(false);
    const more = postgresStore(tenant);
    await more.write({ vectors: vectors(MANY) });
    expect(await isIndexed(tenant)).toBe(false); // there may be more to come
    await more.close();
    expect(await isIndexed(tenant)).toBe(true);
    expect(await isCounted(tenant)).toBe(true);
  });

  it('finds the nearest of a first, a second and a third load, also with a key', async () => {
    const tenant = freshTenant();
    const admin = new PgPool(server ?? '');
    await setTenant(admin, tenant, {});
    await addKey(admin, tenant, `key-${tenant}`);
    const byKey = new PostgresStore(async () => admin.as(`key-${tenant}`), { key: `key-${tenant}` });
    const made = vectors(3 * LOAD);
    const ranges = [1, 2, 1]; // as much again stays apart; a third time, and they become one
    for (const [i, count] of ranges.entries()) {
      const load = made.slice(i * LOAD, (i + 1) * LOAD);
      const store = postgresStore(tenant);
      await store.useModel(model);
      await store.write({ put: [await sourceOf(load, `${i}.md`)], vectors: load });
      const expected = nearestOf(made.slice(0, (i + 1) * LOAD));
      const indexes = await rangesOf(tenant);
      expect(indexes).toHaveLength(ranges[i - 1] ?? 0); // it is staged
      for (const each of [store, byKey]) await expectNearest(each, expected);
      await store.close();
      expect(await rangesOf(tenant)).toHaveLength(count);
      await expectNearest(byKey, expected);
    }
    await admin.close();
    const scans = (sql: PgSql, id: number) =>
      sql.all('SELECT idx_scan FROM pg_stat_user_indexes WHERE starts_with(indexrelname, $1)', rangePrefix(id));
    // Counted when a connection has ended.
    await vi.waitFor(async () =>
      expect(await read(scans, tenant)).toEqual([{ idx_scan: expect.stringMatching(/[1-9]/) }]),
    );
  });

  it('is built during a long load, before too much is staged', async () => {
    const tenant = freshTenant();
    const first = postgresStore(tenant);
    await first.useModel(model);
    const made = vectors(MANY + MAX_STAGED + SEAL_AT);
    await first.write({ vectors: made.slice(0, MANY) });
    await first.close();
    const second = postgresStore(tenant);
    let most = 0;
    for (let from = MANY; from < made.length; from += 2500) {
      await second.write({ vectors: made.slice(from, from + 2500) });
      const { staged } = await read((sql, id) => stagedOf(sql, id, made.length), tenant);
      most = Math.max(most, staged.size);
    }
    expect(most).toBeLessThan(MAX_STAGED + 2500);
    expect((await rangesOf(tenant)).length).toBeGreaterThan(1);
    await second.close();
    expect(await read(async (sql, id) => (await stagedOf(sql, id)).staged.size, tenant)).toBeLessThan(EXACT_UP_TO);
  });

  it('that is incomplete is not used, and built by the next run', async () => {
    const tenant = freshTenant();
    const store = postgresStore(tenant);
    await store.useModel(model);
    const made = vectors(LOAD);
    const put = [await sourceOf(made, 'a.md')];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // no pause comes for it
    await store.write({ put, vectors: made });
    vi.useRealTimers();
    await expect(
      read(
        (sql, id) =>
          sql.script(`CREATE UNIQUE INDEX CONCURRENTLY vectors_${id}_near_1_${LOAD} ON froe.vectors_${id} (tenant)`),
        tenant,
      ),
    ).rejects.toThrow('could not create unique index');
    expect(await rangesOf(tenant)).toMatchObject([{ valid: false }]);
    await expectNearest(store, nearestOf(made));
    const next = postgresStore(tenant);
    await next.useModel(model);
    expect(await rangesOf(tenant)).toMatchObject([{ valid: true, size: LOAD }]);
    await expectNearest(next, nearestOf(made));
    await Promise.all([store.close(), next.close()]);
  });

  it.each(['a load that has to be indexed', 'another model'])('under construction yields to %s', async (to) => {
    const tenant = freshTenant();
    const store = postgresStore(tenant);
    await store.useModel(model);
    await store.write({ vectors: vectors(LOAD) });
    const other = new PgPool(server ?? '');
    await other.transaction(async (sql) => {
      await sql.script('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await sql.all('SELECT 1'); // until it ends, no index is finished that is begun now
      const closed = store.close();
      await vi.waitFor(async () => expect(await rangesOf(tenant)).toMatchObject([{ valid: false }]), {
        timeout: 30_000,
      });
      if (to === 'another model') {
        const replacing = postgresStore(tenant);
        await replacing.useModel({ ...model, dimensions: 2 }, true);
        await replacing.close();
      } else await read((on, id) => stopBuilding(on, id, 'merge'), tenant);
      await closed;
    });
    const next = postgresStore(tenant);
    await next.useModel({ ...model, dimensions: to === 'another model' ? 2 : 3 });
    const valid = (await rangesOf(tenant)).filter((one) => one.valid);
    expect(valid).toHaveLength(to === 'another model' ? 0 : 1);
    await Promise.all([next.close(), other.close()]);
  });

  it('is built once if several writers finish at the same time', async () => {
    const tenant = freshTenant();
    const writers = Array.from({ length: 4 }, () => postgresStore(tenant));
    await writers[0].useModel(model);
    const made = vectors(MANY + 400);
    for (const [i, writer] of writers.entries())
      await writer.write({ vectors: i === 0 ? made.slice(0, MANY) : made.slice(MANY + 100 * (i - 1), MANY + 100 * i) });
    await expect(Promise.all(writers.map((writer) => writer.close()))).resolves.toHaveLength(4);
    expect(await isIndexed(tenant)).toBe(true);
  });

  it('is built in a pause for a server that never ends', async () => {
    const tenant = freshTenant();
    const server = postgresStore(tenant);
    await server.useModel(model);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await server.write({ vectors: vectors(MANY) });
    vi.advanceTimersByTime(4000);
    await server.write({ vectors: vectors(1) });
    vi.advanceTimersByTime(4000);
    expect(await isIndexed(tenant)).toBe(false); // there was more to come
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await isIndexed(tenant)).toBe(true), { timeout: 30_000 });
    await server.close();
  });

  it('that a killed load left incomplete is built by the next run', async () => {
    const tenant = freshTenant();
    const killed = postgresStore(tenant);
    await killed.useModel(model);
    await killed.write({ vectors: vectors(MANY) }); // and it never comes to its end
    const next = postgresStore(tenant);
    await next.useModel(model);
    expect(await isIndexed(tenant)).toBe(true);
    await Promise.all([next.close(), killed.close()]);
  });
});
