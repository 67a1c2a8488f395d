import { expect, it } from 'vitest';
import { ServedIndexes } from '../../src/cli/servedIndexes.js';
import { folder } from '../folder.js';

it('keeps the index of another folder when one that was asked before cannot be opened: it opened that twice', async () => {
  const indexes = new ServedIndexes({ write: false, embed: false, port: 0, host: '' });
  const foreign = folder({ 'a.md': 'Oak\n', '.froe/index.db': 'no index' });
  const good = folder({ 'b.md': 'Elm\n' });
  const first = indexes.at(foreign);
  const second = indexes.at(good);
  await expect(first).rejects.toMatchObject({ code: 'bad-index' });
  expect(await indexes.at(good)).toBe(await second);
  await indexes.close();
});
