/** Several roots of one tenant: each is a store of its own, and all of them are asked as one. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { addressOfRoot } from '../../src/store/databaseUrl.js';
import { openStore, removeStore } from '../../src/store/openStore.js';
import { parseTenantAddress } from '../../src/store/postgres/connect.js';
import { openTenant } from '../../src/store/postgres/openTenant.js';
import { setTenant } from '../../src/store/postgres/tenants.js';
import { docOf, model, prepared, storeContract, unitVector } from '../contract/store.js';
import { workspaceContract } from '../contract/workspaceStore.js';
import { folder } from '../folder.js';
import { connectPostgres, freshTenant, freshUrl, postgresStore, server } from './stores.js';

/** Of the same paths, and so of the same ids, as what the contract writes; and of none of its words. */
async function neighbour(tenant: string): Promise<void> {
  const store = postgresStore(tenant, { root: 'neighbour' });
  const text = '# Guide\n\nAn oak of the other root.\n';
  await store.write({ put: [await prepared('guide.md', text), await prepared('src/client.py', '# oak\nopen()\n')] });
  await store.close();
}

storeContract('postgres, one of several roots', async (options) => {
  const tenant = freshTenant();
  await neighbour(tenant);
  return postgresStore(tenant, { ...options, root: 'api' });
});

const tenant = freshTenant();
workspaceContract('postgres', {
  single: () => postgresStore(),
  root: (root) => postgresStore(tenant, { root }),
  together: () => openTenant(connectPostgres, { tenant }),
});

describe('roots of a tenant', () => {
  it('are queried as one if none is named, and each by its name', async () => {
    const whose = freshTenant();
    for (const root of ['web', 'api']) {
      const store = postgresStore(whose, { root });
      await store.useModel(model);
      const source = await prepared('guide.md', `# ${root}\n\nOak.\n`);
      const vectors = source.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: unitVector(1, 0, 0, 0) }));
      await store.write({ put: [source], vectors });
      expect([...(await store.sources('main')).keys()]).toEqual(['guide.md']);
      await store.close();
    }
    const all = await openTenant(connectPostgres, { tenant: whose });
    expect(all.roots).toEqual(['api', 'web']);
    expect((await all.searchText(['oak'], 10)).map(docOf).sort()).toEqual(['main:api/guide.md', 'main:web/guide.md']);
    expect((await all.searchVector(unitVector(1, 0, 0, 0), 10)).map(docOf)).toContain('main:web/guide.md');
    expect(await all.state()).toMatchObject({ sources: 2, pending: 0, model: { id: model.id } });
    const one = await openTenant(connectPostgres, { tenant: whose, root: 'web' });
    expect(one.roots).toBeUndefined();
    expect(await one.state()).toMatchObject({ sources: 1 });
    await Promise.all([all.close(), one.close()]);
  });

  it('have a history each', async () => {
    const whose = freshTenant();
    for (const root of ['api', 'web']) {
      const store = postgresStore(whose, { root });
      await store.write({ put: [await prepared('guide.md', '# Guide\n')] });
      if (root === 'web') {
        const history = await store.history(true);
        await history?.write({ put: [await prepared('c0ffee', '# Why\n\nOak.\n', 'commit')] });
      }
      await store.close();
    }
    const all = await openTenant(connectPostgres, { tenant: whose });
    expect((await all.searchText(['oak'], 10)).length).toBe(0);
    const history = await all.history();
    expect(history?.roots).toEqual(['web']);
    expect((await history?.searchText(['oak'], 10))?.map(docOf)).toEqual(['commit:c0ffee']);
    // A commit lies in no folder, whatever its root.
    expect((await history?.listSources({ paths: ['/c0ff*'] }))?.map(({ docId }) => docId)).toEqual(['commit:c0ffee']);
    await all.close();
  });

  it('are removed one by one; shared data stays', async () => {
    const whose = freshTenant();
    const source = await prepared('guide.md', '# Guide\n\nOak.\n');
    const vectors = source.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: unitVector(1, 0, 0, 0) }));
    const [api, web] = ['api', 'web'].map((root) => postgresStore(whose, { root }));
    await api.useModel(model);
    for (const store of [api, web]) await store.write({ put: [source], vectors });
    await api.drop();
    expect(await web.state()).toMatchObject({ sources: 1, pending: 0 });
    expect(await web.check()).toEqual([]);
    expect(await web.rootNames()).toEqual(['web']);
    await web.close();
  });

  it('are limited together', async () => {
    const whose = freshTenant();
    const driver = await connectPostgres();
    await setTenant(driver, whose, { maxChunks: 1 });
    const [api, web] = ['api', 'web'].map((root) => postgresStore(whose, { root }));
    await api.write({ put: [await prepared('guide.md', 'Oak.\n')] });
    await expect(web.write({ put: [await prepared('guide.md', 'Oak.\n')] })).rejects.toMatchObject({ code: 'quota' });
    await Promise.all([api.close(), web.close(), driver.close()]);
  });

  it('all have names, or there is a single one without', async () => {
    const [named, plain] = [freshTenant(), freshTenant()];
    await neighbour(named);
    const source = await prepared('guide.md', '# Guide\n');
    const unnamed = postgresStore(named);
    await expect(unnamed.write({ put: [source] })).rejects.toMatchObject({
      message: 'The index has the roots neighbour: it is written root by root',
      hint: expect.stringContaining('&root=NAME'),
    });
    const first = postgresStore(plain);
    await first.write({ put: [source] });
    const second = postgresStore(plain, { root: 'api' });
    await expect(second.write({ put: [source] })).rejects.toThrow('roots cannot be added to it');
    await Promise.all([unnamed.close(), first.close(), second.close()]);
  });
});

describe('the address of a root', () => {
  it('names it next to the tenant', () => {
    const where = addressOfRoot('postgres://db/search?tenant=acme', 'api');
    expect(parseTenantAddress(where)).toEqual({ url: 'postgres://db/search', tenant: 'acme', root: 'api' });
    expect(addressOfRoot('postgres://db/search', 'größe')).toBe('postgres://db/search?root=gr%C3%B6%C3%9Fe');
    expect(addressOfRoot(where, 'web')).toBe(where);
    expect(() => parseTenantAddress('postgres://db/search?root=a/b')).toThrow("A root cannot be called 'a/b'");
  });
});

describe.skipIf(!server)('a workspace in a database', () => {
  const client =
    '/** Sends an order again. */\nexport function sendAgain(order: string): string {\n  return order;\n}\n';
  const page = "import { sendAgain } from '@shop/client';\n\nexport const orderPage = (id: string) => sendAgain(id);\n";

  it('is indexed root by root, and queried without its folders', async () => {
    const base = folder({
      'api/package.json': '{"name": "@shop/client", "main": "src/client.ts"}',
      'api/src/client.ts': client,
      'web/package.json': '{"name": "@shop/web"}',
      'web/src/page.ts': page,
    });
    const index = freshUrl();
    const roots = await open([join(base, 'api'), join(base, 'web')], { index });
    expect(await roots.sync()).toMatchObject({ added: 4 });
    await roots.close();

    const elsewhere = await open(folder({}), { index });
    const paths = async (query: string) =>
      (await elsewhere.search(query)).results.map(({ chunks }) => chunks[0].filePath);
    expect(await paths('send an order again in:api')).toEqual(['api/src/client.ts']);
    expect(await paths('send again')).toEqual(expect.arrayContaining(['api/src/client.ts', 'web/src/page.ts']));
    expect((await elsewhere.search('order')).results[0].chunks[0].metadata.root).toMatch(/^(api|web)$/);
    const { symbols } = await elsewhere.references('sendAgain');
    const [{ callers }] = symbols;
    expect(callers.map(({ path }) => path)).toContain('web/src/page.ts');
    expect((await elsewhere.get('api/src/client.ts:2-4')).text).toContain('sendAgain');
    expect((await elsewhere.outline('api', { budget: 500 })).files).toBe(2);
    expect(await elsewhere.behind()).toMatchObject({ unread: 0, gone: 0 });
    await expect(elsewhere.sync()).rejects.toThrow('A workspace is written root by root');
    await elsewhere.close();

    await removeStore(addressOfRoot(index, 'web'));
    const left = await openStore(index);
    expect(left.roots).toEqual(['api']);
    await left.close();
    await expect(open([base], { index: 'index.db' })).rejects.toThrow('takes no index file');
  });
});
