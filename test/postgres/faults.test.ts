/** What goes wrong around a database: what every store survives, writers that meet, a server that goes away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { parseTenantAddress } from '../../src/store/postgres/connect.js';
import { PgPool } from '../../src/store/postgres/pool.js';
import type { PreparedSource } from '../../src/store/store.js';
import { faultContract } from '../contract/faults.js';
import { prepared } from '../contract/store.js';
import { folder } from '../folder.js';
import { contentOf } from '../sync/content.js';
import { freshTenant, freshUrl, postgresStore, server } from './stores.js';

/** Rows that nobody may write by hand, written by hand. `$1` are the spaces of the tenant. */
const rows = (text: string) => async (where: string) => {
  const admin = new PgPool(server ?? '');
  const { tenant } = parseTenantAddress(where);
  await admin.transaction(async (sql) => {
    const found = await sql.all(
      'SELECT s.id FROM froe.spaces s JOIN froe.tenants t ON t.id = s.tenant WHERE t.name = $1',
      tenant,
    );
    await sql.all(
      text,
      found.map(({ id }) => Number(id)),
    );
  });
  await admin.close();
};

describe.skipIf(!server)('on a server', () => {
  faultContract({
    name: 'postgres',
    fresh: () => freshUrl(),
    kills: 15,
    damages: {
      'chunks are gone': rows('DELETE FROM froe.chunks WHERE space = ANY ($1) AND position = 1'),
      'sources are gone': rows("DELETE FROM froe.sources WHERE space = ANY ($1) AND path = '3.md'"),
      'words are gone': rows('DELETE FROM froe.postings WHERE space = ANY ($1) AND source % 2 = 0'),
      'counts are wrong': rows('UPDATE froe.counts SET n = n + 1 WHERE space = ANY ($1) AND term > 15'),
      'a record is cut off': rows(
        'UPDATE froe.chunks SET record = substring(record FOR 20) WHERE space = ANY ($1) AND position = 0',
      ),
      'a record says something else': rows(
        "UPDATE froe.chunks SET record = convert_to('{}', 'UTF8') WHERE space = ANY ($1) AND position = 0",
      ),
    },
  });
});

const version = (n: number): Promise<readonly PreparedSource[]> =>
  Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      prepared(`${i}.md`, [1, 2, 3].map((part) => `## Part ${part}\n\nversion${n} ${'word '.repeat(60)}\n`).join('\n')),
    ),
  );

describe.skipIf(!server)('a database', () => {
  it('written by four at once in different orders has one complete version of each source', async () => {
    const tenant = freshTenant();
    const stores = Array.from({ length: 4 }, () => postgresStore(tenant));
    const versions = await Promise.all(stores.map((_, i) => version(i)));
    await Promise.all(
      stores.map(async (store, i) => {
        for (let round = 0; round < 5; round++) {
          const order = [...versions[i].slice(round), ...versions[i].slice(0, round)];
          await store.write({ put: i % 2 ? order.reverse() : order });
        }
      }),
    );
    const [store] = stores;
    expect(await store.check()).toEqual([]);
    const [found] = await Promise.all([contentOf(store)]);
    const expected = await Promise.all(versions.map((one) => Promise.all(one.map(({ chunks }) => chunks[0].chunk))));
    const firsts = (found as { chunks: { content: string }[] }[]).map(({ chunks }) => chunks[0].content);
    for (const content of firsts) expect(expected.flat().map((chunk) => chunk.content)).toContain(content);
    await Promise.all(stores.map((one) => one.close()));
  });

  it('that disconnects during a write keeps the old state, and is used again afterwards', async () => {
    const tenant = freshTenant();
    const store = postgresStore(tenant);
    await store.write({ put: await version(1) });
    const admin = new PgPool(server ?? '');
    // Somebody holds the counts that every writer comes to last; then the writer's connection is cut.
    let failed: unknown;
    await admin.transaction(async (sql) => {
      await sql.all('SELECT 1 FROM froe.tenants WHERE name = $1 FOR UPDATE', tenant);
      const write = version(2).then((put) => store.write({ put }));
      write.catch((error) => {
        failed = error;
      });
      for (let cut = 0; cut === 0; ) {
        const ended = await admin.reading((other) =>
          other.all(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE froe.tenants%' AND pid <> pg_backend_pid()`,
          ),
        );
        cut = ended.length;
      }
      await write.catch(() => {});
    });
    expect(failed).toMatchObject({ code: 'bad-index', message: expect.stringMatching(/went away/) });
    expect(await store.check()).toEqual([]);
    expect((await store.chunksOf('main:3.md'))[0].content).toContain('version1');
    await store.write({ put: await version(3) });
    expect((await store.chunksOf('main:3.md'))[0].content).toContain('version3');
    await Promise.all([store.close(), admin.close()]);
  });

  it('that disconnects between two queries of a transaction went away: it ended the process', async () => {
    const admin = new PgPool(server ?? '');
    const cut = admin.transaction(async (sql) => {
      const [{ pid }] = await sql.all('SELECT pg_backend_pid() AS pid');
      await admin.reading((other) => other.all('SELECT pg_terminate_backend($1, 10000)', Number(pid)));
      await sleep(50); // nobody asks it anything while it ends
      await sql.all('SELECT 1');
    });
    await expect(cut).rejects.toMatchObject({ code: 'bad-index', message: expect.stringMatching(/went away/) });
    expect(await admin.reading((sql) => sql.all('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await admin.close();
  });

  it('that disconnects the holder of the write lock stops its run: it ended the process', async () => {
    const [index, admin] = [freshUrl(), new PgPool(server ?? '')];
    const lock = `froe writes ${parseTenantAddress(index).tenant}`;
    const context = async (): Promise<ReadonlyMap<string, string>> => {
      await admin.reading((sql) =>
        sql.all(
          `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
           AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`,
          lock,
        ),
      );
      await sleep(20);
      return new Map();
    };
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.md`, `Tree ${i}\n`]));
    const engine = await open(folder(files), { index, embedder: 'none', sync: { context, chunksPerCommit: 1 } });
    await expect(engine.sync()).rejects.toMatchObject({ code: 'busy', message: expect.stringMatching(/was lost$/) });
    const { sources } = await engine.state();
    expect(sources).toBeLessThan(50);
    await Promise.all([engine.close(), admin.close()]);
  });
});
