import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.js';
import { sync } from '../../src/sync/sync.js';
import { contentOf } from './content.js';

it('a run that fills the disk keeps what was committed, and the next one continues', async () => {
  const root = mkdtempSync(join(tmpdir(), 'froe-full-'));
  const store = new SqliteStore(join(root, '.froe', 'index.db'));
  const write = (from: number, to: number): void => {
    for (let i = from; i < to; i++)
      writeFileSync(
        join(root, `${i}.md`),
        `# Page ${i}\n\n${Array.from({ length: 300 }, (_, n) => `w${i}x${n}`).join(' ')}\n`,
      );
  };
  try {
    write(0, 20);
    await sync(store, { root });
    const before = await contentOf(store);
    write(20, 300);
    // SQLite's own error for a full disk, by a limit on the file instead of a small disk.
    store.limitPages(Math.ceil((await store.state()).bytes / 4096) + 40);
    await expect(sync(store, { root, chunksPerCommit: 20 })).rejects.toMatchObject({
      message: expect.stringContaining('the disk is full'),
      hint: expect.stringContaining('Free some space'),
    });
    expect(await store.check()).toEqual([]);
    expect(await contentOf(store)).toEqual(expect.arrayContaining(before as unknown[])); // a list of sources
    store.limitPages(1_000_000);
    await sync(store, { root });
    expect((await store.state()).sources).toBe(300);
  } finally {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  }
});
