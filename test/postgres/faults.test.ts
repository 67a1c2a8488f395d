/** What goes wrong around a database: writers that die or meet, readers in between, a server that goes away. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.js';
import { Pool } from '../../src/store/postgres/pool.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Prepared } from '../../src/store/store.js';
import { prepared } from '../contract/store.js';
import { contentOf } from '../sync/content.js';
import { freshTenant, freshUrl, postgresStore, server } from './stores.js';

const INDEXER = fileURLToPath(new URL('../sync/indexer.mjs', import.meta.url));
const KILLS = 6;
const FILES = 24;

/** Runs an indexer, and kills it when so many files are done. */
const index = (root: string, where: string, dies = Number.POSITIVE_INFINITY): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [INDEXER, root, where], { stdio: ['ignore', 'pipe', 'inherit'] });
    let done = 0;
    child.stdout.on('data', (data: Buffer) => {
      done += data.length;
      if (done >= dies) child.kill('SIGKILL');
    });
    child.on('close', (code) => resolve(code === 0));
  });

const version = (n: number): Promise<readonly Prepared[]> =>
  Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      prepared(`${i}.md`, [1, 2, 3].map((part) => `## Part ${part}\n\nversion${n} ${'word '.repeat(60)}\n`).join('\n')),
    ),
  );

describe.skipIf(!server)('a database', () => {
  it(`is whole after each of ${KILLS} kills, and in the end what an undisturbed run leaves`, async () => {
    const place = mkdtempSync(join(tmpdir(), 'froe-pgkill-'));
    const where = freshUrl();
    for (let n = 1; n <= KILLS; n++) {
      for (let i = 0; i < FILES; i++) {
        const file = join(place, `${i}.md`);
        writeFileSync(file, `# Page ${i}\n\nVersion ${n} of page ${i}.\n\n## More\n\n${`word${i} `.repeat(30)}\n`);
        utimesSync(file, 1_600_000_000, 1_600_000_000 + n * 1000 + i + 0.5);
      }
      await index(place, where, (n * 5) % FILES);
      const store = openStore(where);
      expect(await store.check()).toEqual([]);
      for (const { docId } of (await store.sources('main')).values()) {
        const said = (await store.chunksOf(docId)).map(({ content }) => content).join('');
        expect(new Set(said.match(/Version \d+/g)).size, docId).toBe(1);
      }
      await store.close();
    }
    expect(await index(place, where)).toBe(true);
    const file = join(place, '.froe', 'index.db');
    expect(await index(place, file)).toBe(true);
    const [a, b] = [openStore(where), new SqliteStore(file)];
    expect(await contentOf(a)).toEqual(await contentOf(b));
    expect((await a.state()).pending).toBe(0);
    await Promise.all([a.close(), b.close()]);
    rmSync(place, { recursive: true });
  });

  it('is written by four at once, the same sources in other orders: one of the versions stays, whole', async () => {
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
    const expected = await Promise.all(versions.map((one) => Promise.all(one.map(({ pieces }) => pieces[0].chunk))));
    const firsts = (found as { chunks: { content: string }[] }[]).map(({ chunks }) => chunks[0].content);
    for (const content of firsts) expect(expected.flat().map((chunk) => chunk.content)).toContain(content);
    await Promise.all(stores.map((one) => one.close()));
  });

  it('is read while it is written: sources are old or new, never both', async () => {
    const tenant = freshTenant();
    const [writer, ...readers] = Array.from({ length: 4 }, () => postgresStore(tenant));
    await writer.write({ put: await version(0) });
    let writing = true;
    const seen = new Set<string>();
    const reading = readers.map(async (reader) => {
      while (writing) {
        const said = (await reader.chunksOf('main:3.md')).map(({ content }) => content).join('');
        const versions = new Set(said.match(/version\d+/g));
        expect(versions.size).toBe(1);
        for (const one of versions) seen.add(one);
      }
    });
    for (let n = 1; n <= 8; n++) await writer.write({ put: await version(n) });
    writing = false;
    await Promise.all(reading);
    expect(seen.size).toBeGreaterThan(1);
    await Promise.all([writer, ...readers].map((one) => one.close()));
  });

  it('that goes away in the middle of a write keeps the old state, and is used again when it is back', async () => {
    const tenant = freshTenant();
    const store = postgresStore(tenant);
    await store.write({ put: await version(1) });
    const admin = new Pool(server ?? '');
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
});
