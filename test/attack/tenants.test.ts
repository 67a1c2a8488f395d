/** Tenants of one database, of which one is hostile. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../src/remote/batch.js';
import { Queue } from '../../src/remote/queue.js';
import { storeFilter } from '../../src/search/searchFilter.js';
import { prepared } from '../contract/store.js';
import { postgresStore, server } from '../postgres/stores.js';

describe.skipIf(!server)('a queue', () => {
  it('is of one tenant, whatever its name', async () => {
    const own = `q${randomUUID().slice(0, 8)}`;
    const names = ['a.b', 'a_b', 'a_db', 'a__b', 'a', 'a-dead', 'A.b'].map((name) => `${own}${name}`);
    const queues: Queue[] = [];
    for (const name of names) queues.push(await Queue.open(`${server}&tenant=${name}`));
    const batch = (name: string): Batch => ({ run: name, files: [] }) as unknown as Batch; // whatever it is, it must not go elsewhere
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
  it('with a pattern that no expression can be made of is an error of the question', async () => {
    const store = postgresStore();
    await store.write({ put: [await prepared('src/a.md', '# A\n')] });
    const ask = async (path: string) => store.listed(await storeFilter(store, { paths: [path] }));
    await expect(ask('[z-a]')).rejects.toMatchObject({ code: 'bad-option' });
    // These look as if they were: they are none of PostgreSQL's business.
    for (const path of ['[a-b-c]', '[user-id]', '[\\]', '[a-]', '[[:x:]]', '[--9]', '[!z]', '(', '+', '[^]', '[\\w]'])
      expect(Array.isArray(await ask(path)), path).toBe(true);
    await store.close();
  });
});
