import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Workspace } from '../../src/engine/workspace.js';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { folder } from '../folder.js';

it('a workspace rebuilds the index of a damaged root, and says so: it did so in silence, or not at all', async () => {
  const base = folder({ 'api/a.md': 'Oak\n', 'web/b.md': 'Elm\n' });
  const warnings: string[] = [];
  const values = { embedder: 'none' };
  const options = { values, warn: (message: string) => warnings.push(message) };
  const workspace = Workspace.of([join(base, 'api'), join(base, 'web')], options);
  const search = (): Promise<readonly string[]> =>
    workspace.ask({}, async (engine) => (await engine.search('oak elm')).results.map(({ docId }) => docId));
  const found = await search();
  const damaged = join(base, 'web', '.froe', 'index.db');
  const db = openDatabase(damaged, 0);
  db.exec('UPDATE chunks SET record = zeroblob(length(record))');
  db.close();
  warnings.length = 0;
  expect(await search()).toEqual(found);
  expect(warnings).toEqual([
    expect.stringMatching(/is damaged: .*\/web\/\.froe\/index\.db is rebuilt$/),
    `indexing ${join(base, 'web')}`,
  ]);
});
