/** Which tree an index in a database belongs to: clones are the same tree, other folders are refused before anything is replaced. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { dryRun } from '../../src/sync/dryRun.js';
import { sync } from '../../src/sync/sync.js';
import { freshTenant, postgresStore } from './stores.js';

let place: string;
beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'froe-roots-')));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function folder(name: string, remote?: string): string {
  const root = join(place, name);
  mkdirSync(root);
  writeFileSync(join(root, `${name}.md`), `# ${name}\n`);
  if (!remote) return root;
  execFileSync('git', ['init', '-q', root]);
  execFileSync('git', ['-C', root, 'remote', 'add', 'origin', remote]);
  return root;
}
const paths = async (store: Store): Promise<readonly string[]> => [...(await store.sources('main')).keys()];

describe('a tree in a database', () => {
  it('is written from every clone, and from no other folder', async () => {
    const store = postgresStore(freshTenant());
    const [here, there] = [
      folder('here', 'git@example.com:acme/shop'),
      folder('there', 'https://example.com/acme/shop.git'),
    ];
    const other = folder('other', 'https://example.com/acme/blog');
    await sync(store, { root: here });
    await sync(store, { root: there });
    expect(await paths(store)).toEqual(['there.md']);
    const refused = {
      code: 'other-root',
      message: `The index belongs to example.com/acme/shop, not to example.com/acme/blog (${other})`,
      hint: expect.stringContaining('--same-tree'),
    };
    await expect(sync(store, { root: other })).rejects.toMatchObject(refused);
    await expect(dryRun(store, { root: other })).rejects.toMatchObject(refused);
    expect(await paths(store)).toEqual(['there.md']);
    expect(await store.root()).toBeUndefined(); // asking is allowed from anywhere
    await store.close();
  });

  it('is written from a folder that had the same name before', async () => {
    const store = postgresStore(freshTenant());
    const [laptop, server] = [folder('laptop'), folder('server')];
    await sync(store, { root: laptop });
    await expect(sync(store, { root: server })).rejects.toMatchObject({
      message: `The index belongs to ${hostname()}:${laptop}, not to ${hostname()}:${server}`,
    });
    await sync(store, { root: server, sameTree: true });
    for (const root of [laptop, server]) {
      await sync(store, { root });
      expect(await paths(store)).toEqual([root === laptop ? 'laptop.md' : 'server.md']);
    }
    await store.close();
  });
});
