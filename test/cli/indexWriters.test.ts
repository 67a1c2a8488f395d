/** Several processes at one index, and a disk that is full. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lockFile } from '../../src/store/sqlite/indexFile.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { folder } from '../folder.js';
import { contentOf } from '../sync/content.js';
import { chunksOf } from './command.js';
import { indexOf, project, run } from './indexed.js';

describe('two writers', { concurrent: true }, () => {
  it('cannot write at once: the second is refused or waits; reading continues', async () => {
    const root = project();
    await run(root, ['index']);
    const release = lockFile(`${indexOf(root)}-writer`, 0);
    for (const words of [['index'], ['clean']]) {
      const { code, stdout, stderr } = await run(root, words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(
        `froe: Another process (${process.pid}) is writing ${indexOf(root)}\n      Wait for it with --wait 60. Searching works meanwhile.\n`,
      );
    }
    expect((await run(root, ['status'])).code).toBe(0);
    expect((await run(root, ['index', '--dry-run'])).code).toBe(0);
    const waiting = run(root, ['index', '--wait', '60']);
    const ingesting = run(root, ['ingest', 'notes.txt']);
    let done = false;
    void Promise.race([waiting, ingesting]).then(() => {
      done = true;
    });
    await run(root, ['status']); // long enough for both to have come to the lock
    expect(done).toBe(false);
    release?.();
    expect(await waiting).toMatchObject({ code: 0, stdout: expect.stringContaining('3 unchanged') });
    expect(await ingesting).toMatchObject({ code: 0 });
  });

  it('that start together leave the same index as one', async () => {
    const root = folder(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.md`, `# Page ${i}\n`])));
    const all = await Promise.all(Array.from({ length: 3 }, () => run(root, ['index', '--wait', '60', '--json'])));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    const added = all.map(({ stdout }) => JSON.parse(stdout).added);
    expect(added.sort()).toEqual([0, 0, 40]);
    const store = new SqliteStore(indexOf(root));
    expect(await store.check()).toEqual([]);
    await store.close();
  });
});

describe('ten readers and a writer', () => {
  const pages = 200;
  const write = (root: string, version: number): void => {
    for (let i = 0; i < pages; i++) {
      const parts = [1, 2, 3].map((n) => `## Part ${n}\n\nversion${version} ${`word${i} `.repeat(60)}\n`);
      writeFileSync(join(root, `${i}.md`), `# Page ${i}\n\n${parts.join('\n')}`);
    }
  };

  it('read whole sources, old or new', async () => {
    const root = folder();
    write(root, 1);
    const cut = ['--max-tokens', '100'];
    expect((await run(root, ['index', ...cut])).code).toBe(0);
    write(root, 2);
    const writer = run(root, ['index', ...cut, '--json']);
    const readers = await Promise.all(Array.from({ length: 10 }, () => run(root, ['export'])));
    expect(JSON.parse((await writer).stdout)).toMatchObject({ changed: pages });
    for (const { code, stdout } of readers) {
      expect(code).toBe(0);
      const byPage = grouped(chunksOf(stdout));
      expect(byPage.size).toBe(pages);
      for (const chunks of byPage.values()) {
        const text = chunks.map(({ content }) => content).join('');
        expect(new Set(text.match(/version\d/g)).size).toBe(1);
        expect(text.match(/## Part/g)).toHaveLength(3);
      }
    }
  });
});

const grouped = <T extends { readonly docId: string }>(all: readonly T[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(one.docId, [...(groups.get(one.docId) ?? []), one]);
  return groups;
};

describe('a disk that is full', () => {
  const disk = join(folder(), 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync('umount', ['-l', disk]);
  });

  /** Where nobody may mount a disk, a limit on the file stands in for a small one. */
  it('keeps the last committed state; with room, the next run continues', async () => {
    if (!mounted) return expect(spawnSync('mount', ['-t', 'tmpfs', 'none', disk]).status).not.toBe(0); // see test/sync/fullDisk.test.ts
    const root = folder();
    const page = (i: number): void =>
      writeFileSync(
        join(root, `${i}.md`),
        `# Page ${i}\n\n${Array.from({ length: 300 }, (_, n) => `w${i}x${n}`).join(' ')}\n`,
      );
    for (let i = 0; i < 20; i++) page(i);
    const file = join(disk, 'index.db');
    expect((await run(root, ['index', '--index', file])).code).toBe(0);
    const before = await content(file);
    for (let i = 20; i < 600; i++) page(i);
    const { code, stderr } = await run(root, ['index', '--index', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/index\.db could not grow: the disk is full\n +Free some space and run it again/);
    expect(await run(root, ['doctor', '--index', file])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ok {2}index/),
    });
    expect(await content(file)).toEqual(expect.arrayContaining(before));
    spawnSync('mount', ['-o', 'remount,size=64m', disk]);
    expect((await run(root, ['index', '--index', file])).code).toBe(0);
    expect(await content(file)).toHaveLength(600);
  });
});

async function content(file: string): Promise<unknown[]> {
  const store = new SqliteStore(file);
  try {
    expect(await store.check()).toEqual([]);
    return (await contentOf(store)) as unknown[]; // a list of sources
  } finally {
    await store.close();
  }
}
