import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SqliteStore } from '../../../src/store/sqlite.js';
import type { TextHit } from '../../../src/store/store.js';
import { prepared } from '../../contract/store.js';

const place = mkdtempSync(join(tmpdir(), 'froe-names-'));
afterAll(() => rmSync(place, { recursive: true }));

const page = (n: number): string => `# Page ${n}\n\nOak ${'and elm '.repeat(n % 7)}\n\n## More\n\nAsh, oak ${n}\n`;
const searchAll = (store: SqliteStore): Promise<readonly TextHit[]> => store.searchText(['oak', 'elm'], 100);
/** Enough questions that all names are read at once. */
async function often(store: SqliteStore): Promise<readonly (readonly TextHit[])[]> {
  const all: (readonly TextHit[])[] = [];
  for (let i = 0; i < 30; i++) all.push(await searchAll(store));
  return all;
}

it('a query has one answer, however often it is repeated and whatever was written in between', async () => {
  const file = join(place, 'index.db');
  const [store, writer] = [new SqliteStore(file), new SqliteStore(file)];
  for (const change of [
    { put: await Promise.all(Array.from({ length: 40 }, (_, n) => prepared(`${n}.md`, page(n)))) },
    { remove: ['main:3.md', 'main:20.md'] },
    { put: [await prepared('5.md', page(6)), await prepared('new.md', page(1))] },
  ]) {
    await writer.write(change);
    const fresh = new SqliteStore(file); // asks once
    const once = await searchAll(fresh);
    await fresh.close();
    expect(once.length).toBeGreaterThan(30);
    expect(once.every(({ document }) => document > 0)).toBe(true);
    for (const answer of await often(store)) expect(answer).toEqual(once);
  }
  await Promise.all([store.close(), writer.close()]);
});
