/** A large load first, its index after it: built in one go, and by the next run if this one was killed. */
import { describe, expect, it, vi } from 'vitest';
import { EXACT_UP_TO } from '../../src/store/postgres/nearestVectors.js';
import { PgPool } from '../../src/store/postgres/pool.js';
import type { TextVector } from '../../src/store/store.js';
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
  isThere(`pg_indexes WHERE substring(indexname FROM '^vectors_(\\d+)_near$')::int =`, tenant);
/** Whether the planner knows what is in the table. */
const isCounted = (tenant: string): Promise<boolean> =>
  isThere(`pg_stats WHERE substring(tablename FROM '^vectors_(\\d+)$')::int =`, tenant);

describe.skipIf(!server)('the index of vectors', () => {
  it('is built when a load is done, and not before it is worth while', async () => {
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

  it('or none, right after a load: what is found is what is nearest', async () => {
    const tenant = freshTenant();
    const store = postgresStore(tenant);
    await store.useModel(model);
    const made = vectors(EXACT_UP_TO + 200);
    const one = await prepared('a.md', 'Oak.\n');
    const put = made.map(({ hash }, i) => ({
      ...one,
      source: { ...one.source, docId: `main:${i}.md`, path: `${i}.md` },
      chunks: one.chunks.map(({ chunk, words }) => ({
        chunk: { ...chunk, id: `main:${i}.md`, docId: `main:${i}.md`, embedHash: hash },
        words,
      })),
      units: [],
    }));
    await store.write({ put, vectors: made });
    const question = Float32Array.from([0.6, 0.8, 0]);
    const scores = made
      .map(({ vector }) => vector.reduce((sum, value, i) => sum + value * question[i], 0))
      .sort((a, b) => b - a);
    const right = async (from: typeof store): Promise<void> => {
      const hits = await from.searchVector(question, 10);
      expect(hits).toHaveLength(10);
      expect(Math.abs(hits[9].score - scores[9])).toBeLessThan(0.02); // a code is a byte a dimension
    };
    await right(store);
    await store.close();
    const indexed = postgresStore(tenant);
    await right(indexed);
    await indexed.close();
  });

  it('is built once when several writers are done at the same time', async () => {
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

  it('that a killed load has left undone is built by the next run', async () => {
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
