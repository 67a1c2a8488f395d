/** Which files are checked of a tree with a stored snapshot: those that git reports, or all if git cannot tell. */
import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.js';
import { catchUp } from '../../src/sync/catchUp.js';
import { sync } from '../../src/sync/sync.js';
import { lookAtTree } from '../../src/sync/treeLook.js';
import { folder } from '../folder.js';
import { gitIn, writeIn } from '../repository.js';
import { contentOf } from './content.js';

let root: string;
let file: string;
let store: SqliteStore;

const put = (path: string, text: string): void => writeIn(root, path, text);
const git = (...words: string[]): string => gitIn(root, words);

const FILES = {
  'a.py': 'a = 1\n',
  'b.py': 'b = 1\n',
  'docs/c.md': '# C\n',
  'docs/d.md': '# D\n',
  '.gitignore': '*.log\n',
};

beforeEach(async () => {
  // An hour later every file is at rest, and so is git's index: a look can be kept at once.
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
  root = folder();
  file = join(folder(), 'index.db');
  store = new SqliteStore(file);
  git('init', '-q');
  for (const [path, text] of Object.entries(FILES)) put(path, text);
  git('add', '-A');
  git('commit', '-qm', 'first');
  await sync(store, { root });
  await tick();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
});

/** The file system's clock has gone on. */
const tick = (): Promise<void> => sleep(15);

/** Which files are looked at; undefined: all of them. */
async function lookedAt(): Promise<readonly string[] | undefined> {
  const { walked, others } = await lookAtTree(store, { root });
  return others === undefined ? undefined : [...walked.files.keys()];
}

/** The next run gives what an index made anew would hold, and keeps its look. */
async function isTrueAfterSync(): Promise<void> {
  const { unchanged, added, changed } = await sync(store, { root });
  const other = new SqliteStore(':memory:');
  const all = await sync(other, { root });
  expect(await contentOf(store)).toEqual(await contentOf(other));
  expect(unchanged + added + changed).toBe(all.added);
  await other.close();
  await tick();
  expect(await lookedAt()).toEqual([]);
}

/** What is done to the tree, and what is looked at then. */
const edits: Readonly<Record<string, readonly [edit: () => void, looked: readonly string[] | undefined]>> = {
  nothing: [() => {}, []],
  'an edit': [() => put('a.py', 'a = 2\n'), ['a.py']],
  'an untracked file': [() => put('new/e.py', 'e = 1\n'), ['new/e.py']],
  'an ignored file': [() => put('x.log', 'x\n'), []],
  'a deletion': [() => rmSync(join(root, 'b.py')), []],
  'a rename': [() => renameSync(join(root, 'b.py'), join(root, 'docs/b2.py')), ['docs/b2.py']],
  'another mode': [() => chmodSync(join(root, 'a.py'), 0o755), ['a.py']],
  'other ignore rules': [
    () => {
      put('y.tmp', 'y\n');
      put('x.log', 'x\n');
      put('.gitignore', '*.tmp\n');
    },
    ['.gitignore', 'x.log'],
  ],
  'a folder that becomes a link': [
    () => {
      renameSync(join(root, 'docs'), join(root, 'moved'));
      symlinkSync('moved', join(root, 'docs'));
    },
    ['moved/c.md', 'moved/d.md'],
  ],
  'a file that becomes a folder': [
    () => {
      rmSync(join(root, 'a.py'));
      put('a.py/f.py', 'f = 1\n');
    },
    undefined,
  ],
  'rules of ours': [() => put('docs/.froeignore', 'c.md\n'), undefined],
  'a commit': [
    () => {
      put('a.py', 'a = 3\n');
      git('commit', '-qam', 'more');
    },
    undefined,
  ],
  'a repository inside': [
    () => {
      put('inner/i.py', 'i = 1\n');
      git('init', '-q', 'inner');
    },
    undefined,
  ],
};

describe('a tree with a stored snapshot', () => {
  it.each(Object.entries(edits))('after %s', async (_, [edit, looked]) => {
    edit();
    expect(await lookedAt()).toEqual(looked);
    await sync(store, { root });
    await tick();
    await isTrueAfterSync();
  });

  it('a file that was added and removed, ignored or reverted has its final state', async () => {
    put('e.py', 'e = 1\n');
    put('f.py', 'f = 1\n');
    put('a.py', 'a = 22\n');
    await isTrueAfterSync();
    rmSync(join(root, 'e.py'));
    writeFileSync(join(root, '.git/info/exclude'), 'f.py\n');
    put('a.py', FILES['a.py']);
    expect(await lookedAt()).toEqual(['a.py']);
    await isTrueAfterSync();
    expect([...(await store.sources('main')).keys()]).toEqual(Object.keys(FILES).sort());
  });

  it('a file that git no longer tracks and then ignores is gone', async () => {
    git('rm', '-q', '--cached', 'b.py');
    await isTrueAfterSync();
    put('.gitignore', 'b.py\n');
    await isTrueAfterSync();
    expect(await store.source('main:b.py')).toBeUndefined();
  });

  it('every file is checked against a new recipe by a run, but not by a query', async () => {
    const cut = { maxTokens: 99 };
    const { others } = await lookAtTree(store, { root, cut });
    expect(others).toBeUndefined();
    await catchUp(store, { root, file, cut, limit: 60 });
    expect((await sync(store, { root, cut })).changed).toBe(Object.keys(FILES).length);
    expect((await lookAtTree(store, { root, cut })).others).toBe(Object.keys(FILES).length);
  });

  it('a file that could not be indexed is tried again by every run, and reported', async () => {
    put('big.py', `big = "${'x'.repeat(2000)}"\n`);
    symlinkSync('nowhere', join(root, 'link'));
    const run = async (): Promise<readonly string[]> =>
      (await sync(store, { root, maxFileSize: 1000 })).troubles.map(({ code, path }) => `${code} ${path}`);
    const expectedTroubles = ['unreadable link', 'too-large big.py'];
    expect(await run()).toEqual(expectedTroubles);
    await tick();
    expect((await lookAtTree(store, { root, maxFileSize: 1000 })).others).toBe(Object.keys(FILES).length);
    expect(await run()).toEqual(expectedTroubles);
    put('big.py', 'small = 1\n');
    rmSync(join(root, 'link'));
    expect(await run()).toEqual([]);
    expect(await store.source('main:big.py')).toBeDefined();
  });

  it('packs see all of their files when one of them changes', async () => {
    put('shop/manage.py', 'import os\n');
    put(
      'shop/models.py',
      'from django.db import models\n\n\nclass Order(models.Model):\n    total = models.IntegerField()\n',
    );
    await isTrueAfterSync();
    put(
      'shop/models.py',
      'from django.db import models\n\n\nclass Order(models.Model):\n    sum = models.IntegerField()\n',
    );
    expect(await lookedAt()).toEqual(['shop/models.py']);
    await isTrueAfterSync();
    rmSync(join(root, 'shop/manage.py'));
    await isTrueAfterSync();
  });
});
