import { expect, it } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.js';
import { RootStore } from '../../src/store/workspace/rootStore.js';
import { WorkspaceStore } from '../../src/store/workspace/workspaceStore.js';
import { prepared } from '../contract/store.js';
import { workspaceContract } from '../contract/workspaceStore.js';

const roots: RootStore[] = [];

workspaceContract('sqlite', {
  single: () => new SqliteStore(':memory:'),
  root: (name) => {
    const store = new SqliteStore(':memory:');
    roots.push(new RootStore(name, store));
    return store;
  },
  together: async () => new WorkspaceStore(roots),
});

it('has the same sources until one of its roots changes', async () => {
  const [api, web] = [new SqliteStore(':memory:'), new SqliteStore(':memory:')];
  const workspace = new WorkspaceStore([new RootStore('api', api), new RootStore('web', web)]);
  await api.write({ put: [await prepared('guide.md', '# Guide\n')] });
  const first = await workspace.sources('main');
  expect(await workspace.sources('main')).toBe(first);
  await web.write({ put: [await prepared('guide.md', '# Guide\n')] });
  expect([...(await workspace.sources('main')).keys()]).toEqual(['api/guide.md', 'web/guide.md']);
  await workspace.close();
});
