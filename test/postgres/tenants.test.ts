/** A tenant sees only its own rows: through the store, through SQL, and as another role. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgPool } from '../../src/store/postgres/pool.js';
import { spaceTables } from '../../src/store/postgres/schema.js';
import { addKey, listTenants, removeTenant, setTenant } from '../../src/store/postgres/tenants.js';
import { PostgresStore } from '../../src/store/postgres.js';
import { prepared } from '../contract/store.js';
import { freshTenant, postgresStore, server } from './stores.js';

const model = { id: 'test:two', dimensions: 2, prefixVersion: 1 };
const names = { acme: freshTenant(), evil: freshTenant() };
const keys = { acme: `key-${names.acme}`, evil: `key-${names.evil}` };

describe.skipIf(!server)('tenants', () => {
  let admin: PgPool;
  let stores: { acme: PostgresStore; evil: PostgresStore };

  beforeAll(async () => {
    admin = new PgPool(server ?? '');
    for (const who of ['acme', 'evil'] as const) {
      await setTenant(admin, names[who], {});
      await addKey(admin, names[who], keys[who]);
      const store = postgresStore(names[who]);
      await store.useModel(model);
      const one = await prepared('plan.md', `# Plan\n\nThe secret of ${who} is ${who}ium.\n`);
      const vectors = one.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: Float32Array.of(1, 0) }));
      await store.write({ put: [one], vectors, lines: [{ key: 'ab'.repeat(32), line: `of ${who}` }] });
      await store.close();
    }
    const of = (who: 'acme' | 'evil'): PostgresStore =>
      new PostgresStore(async () => admin.as(keys[who]), { key: keys[who] });
    stores = { acme: of('acme'), evil: of('evil') };
  });
  afterAll(() => admin.close());

  it('each find only their own, by every query', async () => {
    for (const [who, other] of [
      ['acme', 'evil'],
      ['evil', 'acme'],
    ] as const) {
      const store = stores[who];
      const [chunk] = await store.chunksOf('main:plan.md');
      expect(chunk.content).toContain(`${who}ium`);
      expect(await store.searchText([`${who}ium`], 5)).toHaveLength(1);
      expect(await store.searchText([`${other}ium`], 5)).toEqual([]);
      expect(await store.searchVector(Float32Array.of(1, 0), 5)).toHaveLength(1);
      expect([...(await store.sources('main')).keys()]).toEqual(['plan.md']);
      expect(await store.state()).toMatchObject({ sources: 1, chunks: 1, embedded: 1 });
      expect([...(await store.contextLines(['ab'.repeat(32)])).values()]).toEqual([`of ${who}`]);
      expect(await store.check()).toEqual([]);
    }
  });

  it('see nothing of each other with any SQL', async () => {
    const user = `u_${names.evil.replaceAll('-', '_')}`;
    await admin.reading((sql) => sql.script(`CREATE ROLE ${user} LOGIN; GRANT froe_tenant TO ${user}`));
    const client = new pg.Client({ connectionString: (server ?? '').replace('postgres@', `${user}@`) });
    await client.connect();
    const count = async (table: string): Promise<number> =>
      Number((await client.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);
    const tables = [...spaceTables, 'spaces', 'vectors', 'context_lines', 'tenants'].map((one) => `froe.${one}`);
    for (const table of tables) expect(await count(table), `${table} without a key`).toBe(0);
    await client.query("SELECT set_config('froe.key', $1, false)", [keys.evil]);
    const own = await client.query('SELECT name FROM froe.tenants');
    expect(own.rows).toEqual([{ name: names.evil }]);
    for (const table of tables) expect(await count(table), table).toBeGreaterThanOrEqual(table === 'froe.refs' ? 0 : 1);
    expect((await client.query("SELECT * FROM froe.chunks WHERE chunk_id LIKE '%' OR true")).rows).toHaveLength(1);
    const refused = [
      'SELECT * FROM froe.keys',
      `SELECT * FROM froe.chunks_${await spaceOf(names.acme)}`,
      `SELECT * FROM froe.vectors_${await tenantId(names.acme)}`,
      'SET ROLE postgres',
      'ALTER TABLE froe.chunks DISABLE ROW LEVEL SECURITY',
      'CREATE POLICY mine ON froe.chunks USING (true)',
      "UPDATE froe.tenants SET name = 'x'",
      "INSERT INTO froe.keys VALUES ('\\x00', 1)",
      'DELETE FROM froe.chunks',
      'COPY froe.keys TO STDOUT',
    ];
    for (const sql of refused) await expect(client.query(sql), sql).rejects.toThrow();
    // Saying that one is another tenant says nothing: only a key does.
    await client.query(`SET froe.tenant = '${names.acme}'`);
    expect((await client.query('SELECT name FROM froe.tenants')).rows).toEqual([{ name: names.evil }]);
    await client.query("SELECT set_config('froe.key', 'a guess', false)");
    for (const table of tables) expect(await count(table), `${table} by a guess`).toBe(0);
    await client.end();
  });

  const spaceOf = async (name: string): Promise<number> => {
    const sql = 'SELECT s.id FROM froe.spaces s JOIN froe.tenants t ON t.id = s.tenant WHERE t.name = $1';
    return Number((await admin.reading((on) => on.all(sql, name)))[0].id);
  };
  const tenantId = async (name: string): Promise<number> =>
    Number((await admin.reading((on) => on.all('SELECT id FROM froe.tenants WHERE name = $1', name)))[0].id);

  it('cannot write with a key', async () => {
    await expect(stores.evil.write({ remove: ['main:plan.md'] })).rejects.toThrow(/denied permission|permission/);
    expect(await stores.evil.source('main:plan.md')).toBeDefined();
  });

  it('cannot exceed their quota', async () => {
    const name = freshTenant();
    await setTenant(admin, name, { maxChunks: 2 });
    const store = postgresStore(name);
    await store.write({ put: [await prepared('a.md', '# A\n'), await prepared('b.md', '# B\n')] });
    await expect(store.write({ put: [await prepared('c.md', '# C\n')] })).rejects.toMatchObject({ code: 'quota' });
    expect(await store.state()).toMatchObject({ sources: 2, chunks: 2 });
    await store.write({ put: [await prepared('a.md', '# Another A\n')] });
    await store.close();
  });

  it('leave nothing when removed', async () => {
    const name = freshTenant();
    await setTenant(admin, name, { perMinute: 7 });
    await addKey(admin, name, `key-${name}`);
    const store = postgresStore(name);
    await store.write({ put: [await prepared('a.md', '# A\n')] });
    await store.close();
    expect(await listTenants(admin)).toContainEqual({ name, chunks: 1, keys: 1, maxChunks: undefined, perMinute: 7 });
    await removeTenant(admin, name);
    expect((await listTenants(admin)).map((one) => one.name)).not.toContain(name);
    await expect(removeTenant(admin, name)).rejects.toMatchObject({ code: 'not-found' });
    const gone = new PostgresStore(async () => admin.as(`key-${name}`), { key: `key-${name}` });
    await expect(gone.state()).rejects.toThrow('Unknown key');
  });
});
