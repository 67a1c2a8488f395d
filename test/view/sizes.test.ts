import { join } from 'node:path';
import { expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { SizesReader } from '../../src/view/sizes.js';
import { folder } from '../folder.js';

it('sizes that could not be read once are read the next time: the failure was kept', async () => {
  const file = join(folder(), 'index.db');
  const engine = await open(folder({ 'a.md': 'Oak\n' }), { index: file, embedder: 'none' });
  await engine.sync();
  const sizes = new SizesReader(engine);
  const change = (sql: string): void => {
    const other = openDatabase(file, 1000);
    other.exec(sql);
    other.close();
  };
  change('CREATE TABLE kept AS SELECT id, record FROM chunks; UPDATE chunks SET record = zeroblob(length(record))');
  await expect(sizes.read()).rejects.toThrow('is damaged');
  change('UPDATE chunks SET record = (SELECT record FROM kept WHERE kept.id = chunks.id)');
  expect((await sizes.read()).seen).toBe(1);
  await engine.close();
});
