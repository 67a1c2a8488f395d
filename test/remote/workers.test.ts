/**
 * Four workers, killed at random while they index: nothing is lost, nothing is
 * there twice. FROE_KILL_FILES=5000 for a longer one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { feed } from '../../src/remote/feed.js';
import { Queue } from '../../src/remote/queue.js';
import { runWorker } from '../../src/remote/worker.js';
import { openStore } from '../../src/store/openStore.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { sync } from '../../src/sync/sync.js';
import { uncached } from '../../src/sync/vectorSource.js';
import { docOf } from '../contract/store.js';
import { freshUrl, server } from '../postgres/stores.js';
import { contentOf } from '../sync/content.js';

const FILES = Number(process.env.FROE_KILL_FILES ?? 300);
const WORKERS = 4;
/** Each costs the start of a process: many files need no more of them than some. */
const KILLS = Math.min(FILES / 20, 40);
const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));
const vectors = uncached(hashed(32));

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'froe-remote-'));
  for (let i = 0; i < FILES; i++) {
    const folder = join(root, `part${i % 7}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${i}.md`);
    writeFileSync(file, `# Page ${i}\n\nWhat page ${i} says.\n\n## More\n\n${`word${i} `.repeat(40)}\n`);
    utimesSync(file, 1_600_000_000.5, 1_600_000_000 + i + 0.5);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Crew {
  kill(which: number): void;
  stop(): Promise<void>;
}

/** Workers as processes of their own; a killed one is followed by another. */
function crew(index: string): Crew {
  let over = false;
  const workers: ChildProcess[] = [];
  const start = (which: number): void => {
    const child = spawn(process.execPath, [WORKER, index], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('exit', () => {
      if (!over) start(which);
    });
    workers[which] = child;
  };
  for (let i = 0; i < WORKERS; i++) start(i);
  return {
    kill: (which) => void workers[which].kill('SIGKILL'),
    stop: async () => {
      over = true;
      await Promise.all(
        workers.map(
          (child) =>
            new Promise<void>((resolve) => {
              if (child.exitCode !== null || child.signalCode !== null) return resolve();
              child.once('exit', () => resolve());
              child.kill('SIGKILL');
            }),
        ),
      );
    },
  };
}

describe.skipIf(!server)('workers on a queue', () => {
  it('that are killed at random leave the same index as an undisturbed run', { timeout: 1_800_000 }, async () => {
    const index = freshUrl();
    const [store, queue] = [await openStore(index), await Queue.open(index)];
    const workers = crew(index);
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let [seen, kills] = [0, 0];
    const report = await feed(store, queue, {
      root,
      vectors,
      lease: 10,
      filesPerBatch: 8,
      // Each time some more files are done, somebody in the middle of others is killed.
      onProgress: ({ done }) => {
        if (done < seen + FILES / KILLS / 4 || kills >= KILLS) return;
        seen = done;
        kills++;
        workers.kill(random(WORKERS));
      },
    });
    await workers.stop();
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(report).toMatchObject({ added: FILES, changed: 0, removed: 0, troubles: [] });

    const undisturbed = new SqliteStore(':memory:');
    await sync(undisturbed, { root, vectors, threads: 0 }); // in this thread: another would look for a built worker beside the sources
    expect(await contentOf(store)).toEqual(await contentOf(undisturbed));
    expect(await store.check()).toEqual([]);
    const { bytes: _, version: __, writtenAt: ___, ...counts } = await undisturbed.state();
    expect(await store.state()).toMatchObject(counts);
    expect(await queue.status('')).toMatchObject({ open: 0 });

    const again = await feed(store, queue, { root, vectors });
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: FILES, chunks: 0 });
    await Promise.all([queue.close(), store.close(), undisturbed.close()]);
  });

  it('do the same by paths as by contents, and report what they cannot do', async () => {
    const index = freshUrl();
    const [store, queue] = [await openStore(index), await Queue.open(index)];
    const folder = mkdtempSync(join(tmpdir(), 'froe-shared-'));
    writeFileSync(join(folder, 'a.md'), '# A\n\nOne.\n');
    writeFileSync(join(folder, 'b.md'), '# B\n\nTwo.\n');
    const stop = new AbortController();
    const options = { root: folder, vectors, lease: 30 };
    const working = runWorker(store, queue, { vectors, signal: stop.signal });
    expect(await feed(store, queue, { ...options, shared: true })).toMatchObject({ added: 2, troubles: [] });
    writeFileSync(join(folder, 'b.md'), '# B\n\nTwo and a half.\n');
    rmSync(join(folder, 'a.md'));
    expect(await feed(store, queue, options)).toMatchObject({ added: 0, changed: 1, removed: 1, unchanged: 0 });
    expect((await store.searchText(['half'], 5)).map(docOf)).toEqual(['main:b.md']);
    stop.abort();
    await working;
    rmSync(folder, { recursive: true });
    await Promise.all([queue.close(), store.close()]);
  });

  it('without the requested model fail, and the batch is reported after its last attempt', async () => {
    const index = freshUrl();
    const [store, queue] = [await openStore(index), await Queue.open(index)];
    const folder = mkdtempSync(join(tmpdir(), 'froe-model-'));
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.md`), `# ${name}\n`);
    const stop = new AbortController();
    const working = runWorker(store, queue, { vectors: uncached(hashed(16)), signal: stop.signal });
    const { troubles, added } = await feed(store, queue, { root: folder, vectors });
    expect(added).toBe(0);
    expect(troubles.map(({ path }) => path).sort()).toEqual(['a.md', 'b.md']);
    for (const { message } of troubles)
      expect(message).toMatch(/no worker could index it: The index holds vectors of .*32 dim/);
    stop.abort();
    await working;
    rmSync(folder, { recursive: true });
    await Promise.all([queue.close(), store.close()]);
  });
});
