/** Operations of a database: backup and restore; migration to a newer version while it is read. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PgPool } from '../../src/store/postgres/pool.js';
import { pgMigrations } from '../../src/store/postgres/schema.js';
import { PostgresStore } from '../../src/store/postgres.js';
import { docOf, prepared } from '../contract/store.js';
import { contentOf } from '../sync/content.js';
import { binaries } from './cluster.js';
import { freshTenant, postgresStore, server } from './stores.js';

/** Another database of the same server. */
const databaseUrl = (name: string): string => (server ?? '').replace('/postgres?', `/${name}?`);
const made = async (): Promise<string> => {
  const name = freshTenant().replace('-', '_');
  const admin = new PgPool(server ?? '');
  await admin.reading((sql) => sql.script(`CREATE DATABASE ${name}`));
  await admin.close();
  return name;
};
const storeIn = (database: string, tenant: string, more: object = {}): PostgresStore =>
  new PostgresStore(async () => new PgPool(databaseUrl(database)), { tenant, ...more });

describe.skipIf(!server)('a database', () => {
  it('does not JIT-compile our statements, which takes longer than running them', async () => {
    const pool = new PgPool(server ?? '');
    expect(await pool.reading((sql) => sql.all('SHOW jit'))).toEqual([{ jit: 'off' }]);
    await pool.close();
  });

  it('that was backed up and restored by PostgreSQL’s own tools has and finds the same', async () => {
    const [from, to, tenant] = [await made(), await made(), freshTenant()];
    const store = storeIn(from, tenant);
    await store.useModel({ id: 'test:two', dimensions: 2, prefixVersion: 1 });
    const one = await prepared('oak.md', '# Oak\n\nOak is hard.\n\n## Elm\n\nElm is soft.\n');
    const vectors = one.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: Float32Array.of(1, 0) }));
    await store.write({ put: [one], vectors });
    const folder = mkdtempSync(join(tmpdir(), 'froe-dump-'));
    const tool = (name: string, ...words: string[]): unknown => execFileSync(join(binaries() ?? '', name), words);
    tool('pg_dump', '--format=directory', `--file=${join(folder, 'dump')}`, databaseUrl(from));
    tool('pg_restore', `--dbname=${databaseUrl(to)}`, join(folder, 'dump'));
    rmSync(folder, { recursive: true });
    const restored = storeIn(to, tenant);
    expect(await contentOf(restored)).toEqual(await contentOf(store));
    expect(await restored.check()).toEqual([]);
    expect(await restored.searchText(['oak'], 5)).toEqual(await store.searchText(['oak'], 5));
    expect(await restored.searchVector(Float32Array.of(1, 0), 5)).toHaveLength(one.chunks.length);
    await restored.write({ put: [await prepared('ash.md', '# Ash\n')] }); // its sequences went along
    expect(await restored.state()).toMatchObject({ sources: 2 });
    await Promise.all([store.close(), restored.close()]);
  });

  it('is migrated while an older version reads and writes, and reports a version that is too old', async () => {
    const [database, tenant] = [await made(), freshTenant()];
    const old = storeIn(database, tenant);
    await old.write({ put: [await prepared('oak.md', '# Oak\n\nOak is hard.\n')] });
    const expand = { minVersion: 1, sql: 'ALTER TABLE froe.sources ADD COLUMN extra text' };
    const contract = { minVersion: pgMigrations.length + 1, sql: 'ALTER TABLE froe.sources DROP COLUMN extra' };

    const newer = storeIn(database, tenant, { migrations: [...pgMigrations, expand] });
    expect((await newer.state()).version).toBe(pgMigrations.length + 1);
    // The one that was there before goes on, and so does one that is started now.
    await old.write({ put: [await prepared('elm.md', '# Elm\n\nElm is soft.\n')] });
    const late = storeIn(database, tenant);
    expect((await late.searchText(['elm'], 5)).map(docOf)).toEqual(['main:elm.md']);
    expect(await contentOf(newer)).toEqual(await contentOf(old));

    const newest = storeIn(database, tenant, { migrations: [...pgMigrations, expand, contract] });
    expect(await newest.check()).toEqual([]);
    const tooOld = storeIn(database, tenant);
    await expect(tooOld.state()).rejects.toMatchObject({
      code: 'bad-index',
      message: 'The database has index format 3; this version reads format 1',
      hint: expect.stringMatching(/^Update froe .* DROP SCHEMA froe CASCADE, .*froe export --artifacts/),
    });
    await Promise.all([old, newer, late, newest].map((one) => one.close()));
  });

  it('of a development build is refused and not changed', async () => {
    const database = await made();
    const admin = new PgPool(databaseUrl(database));
    await admin.reading((sql) =>
      sql.script(
        'CREATE SCHEMA froe; CREATE TABLE froe.format (version int, oldest int); INSERT INTO froe.format VALUES (5, 1)',
      ),
    );
    await expect(storeIn(database, 'one').state()).rejects.toMatchObject({
      code: 'bad-index',
      message: 'The database has index format 5; this version reads format 1',
    });
    const tables = await admin.reading((sql) => sql.all("SELECT tablename FROM pg_tables WHERE schemaname = 'froe'"));
    expect(tables).toEqual([{ tablename: 'format' }]);
    await admin.close();
  });

  it('is queried on a read-only replica', async () => {
    const tenant = freshTenant();
    const primary = postgresStore(tenant);
    await primary.useModel({ id: 'test:two', dimensions: 2, prefixVersion: 1 });
    const one = await prepared('oak.md', '# Oak\n\nOak is hard.\n');
    const vectors = one.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: Float32Array.of(1, 0) }));
    await primary.write({ put: [one], vectors });
    // As on a replica, every transaction may only read.
    const readOnly = `${server}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
    const replica = new PostgresStore(async () => new PgPool(readOnly), { tenant });
    expect(await replica.searchText(['oak'], 5)).toEqual(await primary.searchText(['oak'], 5));
    expect(await replica.searchVector(Float32Array.of(1, 0), 5)).toHaveLength(1);
    expect(await contentOf(replica)).toEqual(await contentOf(primary));
    await expect(replica.write({ remove: ['main:oak.md'] })).rejects.toThrow(/is read-only/);
    await Promise.all([primary.close(), replica.close()]);
  });

  it('is created once by ten at the same time', async () => {
    const database = await made();
    const stores = Array.from({ length: 10 }, () => storeIn(database, 'same'));
    await Promise.all(stores.map(async (store, i) => store.write({ put: [await prepared(`${i}.md`, `# ${i}\n`)] })));
    expect(await stores[0].state()).toMatchObject({ sources: 10, version: pgMigrations.length });
    await Promise.all(stores.map((store) => store.close()));
  });
});

it('a store without a server reports what is missing', async () => {
  const store = new PostgresStore(async () => new PgPool('postgres://nobody@127.0.0.1:1/none'));
  await expect(store.state()).rejects.toMatchObject({
    code: 'bad-index',
    message: expect.stringContaining('cannot be reached'),
  });
  await store.close();
  if (server) await postgresStore().close(); // closing what was never used is nothing
});
