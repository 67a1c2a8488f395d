/** Rows are read as lines of JSON, which does not write everything as JavaScript does. */
import { expect, it } from 'vitest';
import { SqliteStore } from '../../../src/store/sqlite.js';
import { prepared } from '../../contract/store.js';

it('returns the exact stat of a source, alone and in a list', async () => {
  const store = new SqliteStore(':memory:');
  const one = await prepared('a.py', 'def run():\n    pass\n');
  const stat = { mtime: 0.1 + 0.2, ctime: 1_731_831_234_567 + 1 / 3, ino: 2 ** 53 - 1 };
  await store.write({ put: [{ ...one, source: { ...one.source, ...stat } }] });
  expect((await store.sources('main')).get('a.py')).toMatchObject(stat);
  expect((await store.sources('main')).get('a.py')).toEqual(await store.source('main:a.py'));
  await store.close();
});

it.each(['a\nb', 'a"\\b', 'ä\u2028\u007f😀', '\u0001'])('returns the name %j', async (name) => {
  const store = new SqliteStore(':memory:');
  const one = await prepared('a.py', 'def run():\n    return run()\n');
  const units = one.units.map((unit) => ({ ...unit, name }));
  const references = one.references.map((reference) => ({ ...reference, target: name }));
  await store.write({ put: [{ ...one, units, references }] });
  expect(await store.units('main:a.py')).toEqual(units);
  expect(await store.referencesOf('main:a.py')).toEqual(references);
  expect(units.length * references.length).toBeGreaterThan(0);
  await store.close();
});
