/** Tenants of one database, of which one is hostile. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkBatch } from '../../src/remote/batch.js';
import { Queue } from '../../src/remote/queue.js';
import { storeFilter } from '../../src/search/searchFilter.js';
import { surface } from '../../src/serve/app.js';
import { Tenants } from '../../src/serve/tenants.js';
import { PgPool } from '../../src/store/postgres/pool.js';
import { addKey, addMonitor, refusePrivilegedLogin, setLogin, setTenant } from '../../src/store/postgres/tenants.js';
import { prepared } from '../contract/store.js';
import { freshTenant, postgresStore, server } from '../postgres/stores.js';

describe.skipIf(!server)('a queue', () => {
  it('belongs to one tenant, whatever its name', async () => {
    const own = `q${randomUUID().slice(0, 8)}`;
    const names = ['a.b', 'a_b', 'a_db', 'a__b', 'a', 'a-dead', 'A.b'].map((name) => `${own}${name}`);
    const queues: Queue[] = [];
    for (const name of names) queues.push(await Queue.open(`${server}&tenant=${name}`));
    const batch = (name: string): WorkBatch => ({ run: name, files: [] }) as unknown as WorkBatch; // whatever it is, it must not go elsewhere
    for (const [i, queue] of queues.entries()) await queue.send([batch(names[i])], 60);
    for (const [i, queue] of queues.entries()) {
      expect((await queue.take())?.batch, names[i]).toEqual(batch(names[i]));
      expect(await queue.take(), names[i]).toBeUndefined();
      expect(await queue.dead(), names[i]).toEqual([]);
    }
    await Promise.all(queues.map((queue) => queue.close()));
  });
});

describe.skipIf(!server)('a question', () => {
  it('with an invalid pattern is an error of the query', async () => {
    const store = postgresStore();
    await store.write({ put: [await prepared('src/a.md', '# A\n')] });
    const ask = async (path: string) => store.listSources(await storeFilter(store, { paths: [path] }));
    await expect(ask('[z-a]')).rejects.toMatchObject({ code: 'bad-option' });
    // These look as if they were: they are none of PostgreSQL's business.
    for (const path of ['[a-b-c]', '[user-id]', '[\\]', '[a-]', '[[:x:]]', '[--9]', '[!z]', '(', '+', '[^]', '[\\w]'])
      expect(Array.isArray(await ask(path)), path).toBe(true);
    await store.close();
  });
});

describe.skipIf(!server)('the login of a server', () => {
  const names = { acme: freshTenant(), evil: freshTenant() };
  const keys = { acme: `key-${names.acme}`, evil: `key-${names.evil}` };
  let admin: PgPool;
  /** The connections that froe serve really uses. */
  let serving: PgPool;

  beforeAll(async () => {
    admin = new PgPool(server ?? '');
    for (const who of ['acme', 'evil'] as const) {
      await setTenant(admin, names[who], {});
      await addKey(admin, names[who], keys[who]);
      const store = postgresStore(names[who]);
      await store.write({ put: [await prepared('plan.md', `# Plan\n\nThe secret of ${who}.\n`)] });
      await store.close();
    }
    const user = await setLogin(admin, 'a-password-of-no-account');
    serving = new PgPool((server ?? '').replace('postgres@', `${user}@`));
  });
  afterAll(async () => {
    await serving.close();
    await admin.close();
  });

  const others =
    "SELECT name FROM froe.tenants WHERE name <> $1 UNION ALL SELECT 'chunk' FROM froe.chunks c WHERE c.space <> ALL (froe.own_spaces())";

  it('is refused if it could leave a tenant', async () => {
    await refusePrivilegedLogin(serving);
    await expect(refusePrivilegedLogin(admin)).rejects.toMatchObject({ code: 'untrusted' });
  });

  it('sees nothing without a key', async () => {
    for (const table of ['tenants', 'keys', 'monitors', 'chunks', 'sources', 'format'])
      await expect(
        serving.reading((sql) => sql.all(`SELECT * FROM froe.${table}`)),
        table,
      ).rejects.toThrow();
    expect(await serving.as('a guess').reading((sql) => sql.all('SELECT * FROM froe.chunks'))).toEqual([]);
  });

  it.each([
    'RESET ROLE',
    'SET ROLE NONE',
    'SET ROLE froe_serve',
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION postgres',
    'SET SESSION AUTHORIZATION DEFAULT',
    "SELECT set_config('role', 'postgres', true)",
    "SELECT set_config('session_authorization', 'postgres', true)",
    "SELECT set_config('row_security', 'off', true)",
    "SELECT set_config('froe.tenant', 'acme', false)",
    "SELECT set_config('froe.key', '', true)",
    'COMMIT; BEGIN',
    'COMMIT; SET ROLE froe_tenant; BEGIN',
    'ALTER TABLE froe.chunks DISABLE ROW LEVEL SECURITY',
    'ALTER ROLE froe_serve BYPASSRLS',
    'GRANT postgres TO froe_serve',
    'CREATE POLICY mine ON froe.chunks USING (true)',
    'CREATE OR REPLACE FUNCTION froe.own_tenant() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'SELECT * FROM froe.keys',
    'COPY froe.chunks TO STDOUT',
  ])('gives no access to another tenant by %s', async (way) => {
    const seen = serving.as(keys.evil).reading(async (sql) => {
      await sql.script(way);
      return sql.all(others, names.evil);
    });
    expect(await seen.catch(() => [])).toEqual([]);
    // And what it leaves behind is nobody's.
    const own = await serving.as(keys.acme).reading((sql) => sql.all('SELECT name FROM froe.tenants'));
    expect(own).toEqual([{ name: names.acme }]);
  });

  it('leaves no data in a session for the next tenant', async () => {
    const one = new PgPool(serving);
    await one.as(keys.evil).reading((sql) =>
      sql.script(`CREATE TEMP TABLE left_here (x text); GRANT ALL ON left_here TO PUBLIC; SET froe.mine = 'x';
        PREPARE froe_0 AS SELECT 1; SET search_path = pg_temp`),
    );
    const [found] = await serving.as(keys.acme).reading((sql) =>
      sql.all(`SELECT to_regclass('pg_temp.left_here') AS left, current_setting('froe.mine', true) AS mine,
        (SELECT count(*)::int FROM pg_prepared_statements WHERE name = 'froe_0') AS prepared`),
    );
    expect([found.left, found.mine || null, found.prepared]).toEqual([null, null, 0]);
  });

  it('shows figures of tenants only with the right key', async () => {
    await addMonitor(admin, `monitor-${names.acme}`);
    const app = surface({
      host: '127.0.0.1',
      pool: serving,
      tenants: new Tenants(serving, server ?? ''),
      log: () => {},
    });
    const ask = async (key?: string): Promise<string> => {
      const headers = { host: '127.0.0.1', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
      return (await app.request('http://127.0.0.1/metrics', { headers })).text();
    };
    expect(await ask()).not.toMatch(/tenant=/);
    expect(await ask('a guess')).not.toMatch(/tenant=/);
    expect(await ask(keys.evil)).toContain(`froe_chunks{tenant="${names.evil}"} 1`);
    expect(await ask(keys.evil)).not.toContain(names.acme);
    expect(await ask(`monitor-${names.acme}`)).toContain(`froe_chunks{tenant="${names.acme}"} 1`);
  });
});
