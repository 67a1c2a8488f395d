/** Before an answer, the index is brought up to date with its tree, however the files were changed. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockStore } from '../../src/store/openStore.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { type CatchUpOptions, type CatchUpResult, catchUp } from '../../src/sync/catchUp.js';
import { sync } from '../../src/sync/sync.js';
import { folder } from '../folder.js';
import { gitIn, writeIn } from '../repository.js';
import { contentOf } from './content.js';

let root: string;
let store: Store;
let file: string;
const openEmptyIndex = (): void => {
  root = folder();
  file = join(folder(), 'index.db');
  store = new SqliteStore(file);
};
beforeEach(openEmptyIndex);
afterEach(() => store.close());

const put = (path: string, text: string): void => writeIn(root, path, text);
const git = (...words: string[]): string => gitIn(root, words);

function repository(files: Readonly<Record<string, string>>): void {
  git('init', '-q');
  for (const [path, text] of Object.entries(files)) put(path, text);
  git('add', '-A');
  git('commit', '-qm', 'first');
}

/** git stores times in seconds: after this, every further change is visible, and scans can be stored. */
const settle = (): Promise<void> => sleep(2100);

const catchUpNow = (more: Partial<CatchUpOptions> = {}): Promise<CatchUpResult> =>
  catchUp(store, { root, file, limit: 60, ...more });

const paths = async (): Promise<readonly string[]> => [...(await store.sources('main')).keys()];

/** The contents of an index, without the stats of its files. */
const contentWithoutStats = async (one: Store): Promise<unknown> =>
  JSON.parse(
    JSON.stringify(await contentOf(one), (key, value) =>
      ['mtime', 'ctime', 'ino', 'frequency', 'wanting'].includes(key) ? undefined : value,
    ),
  );

async function expectSameAsNewIndex(): Promise<void> {
  const other = new SqliteStore(':memory:');
  try {
    await sync(other, { root });
    expect(await contentWithoutStats(store)).toEqual(await contentWithoutStats(other));
  } finally {
    await other.close();
  }
}

describe('catching up before a query', () => {
  it('reads what changed, came and went, and nothing when nothing did', async () => {
    repository({ 'a.py': 'def a():\n    return 1\n', 'b.py': 'def b():\n    return 2\n', '.gitignore': '*.log\n' });
    await sync(store, { root });
    put('a.py', 'def a():\n    return 3\n\n\ndef appended():\n    return 4\n');
    put('c.py', 'def c():\n    return 5\n');
    put('out.log', 'nothing\n');
    rmSync(join(root, 'b.py'));
    expect(await catchUpNow()).toMatchObject({ unread: 0 });
    expect(await paths()).toEqual(['.gitignore', 'a.py', 'c.py']);
    await expectSameAsNewIndex();
    await sleep(50);
    await catchUpNow();
    const { writtenAt } = await store.state();
    expect(await catchUpNow()).toEqual({ unread: 0 });
    expect((await store.state()).writtenAt).toEqual(writtenAt);
  });

  it('counts what it has no time for, keeps what it has read, and continues the next time', async () => {
    for (let i = 0; i < 40; i++) put(`src/f${i}.py`, `def f${i}():\n    return ${i}\n`);
    await sync(store, { root });
    for (let i = 0; i < 40; i++) put(`src/f${i}.py`, `def g${i}():\n    return ${i}\n`);
    expect(await catchUpNow({ limit: 0 })).toEqual({ unread: 40 });
    const { unread } = await catchUpNow({ limit: 1e-9 });
    expect(unread).toBeLessThan(40);
    expect(unread).toBeGreaterThan(0);
    expect(await catchUpNow()).toMatchObject({ unread: 0 });
    await expectSameAsNewIndex();
  });

  it('reads named files first, then the most recently changed ones', async () => {
    const write = (text: string): void => {
      for (const [i, name] of ['a', 'c', 'b'].entries()) {
        put(`${name}.py`, `def ${name}():\n    return ${text}\n`);
        utimesSync(join(root, `${name}.py`), 0, 1_000_000_000 + i + text.length * 100 + 0.5);
      }
    };
    const known = async (text: string): Promise<readonly string[]> =>
      [...(await store.sources('main')).values()]
        .filter(({ size }) => size === `def a():\n    return ${text}\n`.length)
        .map(({ path }) => path);
    write('1');
    await sync(store, { root });
    write('22');
    expect((await catchUpNow({ limit: 1e-9 })).unread).toBeGreaterThan(0);
    expect(await known('22')).toContain('b.py');
    expect(await known('22')).not.toContain('a.py');
    write('333');
    expect((await catchUpNow({ limit: 1e-9, priority: (path) => Number(path === 'a.py') })).unread).toBeGreaterThan(0);
    expect(await known('333')).toContain('a.py');
    expect(await known('333')).not.toContain('c.py');
  });

  it('reads the files with the words of the query first if there is no time for all, also for a new index', async () => {
    const text = (i: number): string => `def f${i}():\n    """${'More than a small folder has. '.repeat(150)}"""\n`;
    for (let i = 0; i < 300; i++) put(`pkg/m${i}.py`, text(i));
    put('pkg/m250.py', `def heron():\n    return 'a bird'\n${text(250)}`);
    const known = async (): Promise<readonly string[]> => [...(await store.sources('main')).keys()];
    const { unread } = await catchUpNow({ limit: 1e-9, question: 'where is the heron?' });
    expect(await known()).toHaveLength(300 - (unread ?? 0));
    expect(unread).toBeGreaterThan(0);
    expect(await known()).toContain('pkg/m250.py');
    // And what remains is read as if it had been read at once.
    await sync(store, { root });
    const whole = new SqliteStore(join(folder(), 'index.db'));
    await sync(whole, { root });
    expect(await contentOf(store)).toEqual(await contentOf(whole));
    await whole.close();
  });

  it('began an index whose files are chunked again, and count as changed, only if the rest says something about them', async () => {
    put('Cart.tsx', 'export function Cart() {\n  return <Button />;\n}\n');
    put('Shop.tsx', 'export function Shop() {\n  return null;\n}\n');
    put('package.json', '{}\n');
    put('part.txt', 'One part.\n'.repeat(1 << 17)); // over a megabyte
    const last = ['part.txt', 'Button.tsx'];
    put('Button.tsx', 'export function Button() {\n  return null;\n}\n');
    const partly = await sync(store, {
      root,
      until: AbortSignal.abort(),
      priority: (path) => -last.indexOf(path),
      atLeast: 4,
    });
    expect(partly).toMatchObject({ added: 4, unread: 1 });
    expect(await sync(store, { root })).toMatchObject({ added: 1, changed: 1, unchanged: 3 });
    const whole = new SqliteStore(':memory:');
    await sync(whole, { root });
    expect(await store.chunksOf('main:Cart.tsx')).toEqual(await whole.chunksOf('main:Cart.tsx'));
    await whole.close();
  });

  it('answers from the committed state while another process writes, with a note', async () => {
    put('a.py', 'a = 1\n');
    await sync(store, { root });
    put('a.py', 'a = 22\n');
    const release = await lockStore(file);
    const { unread, hindered } = await catchUpNow();
    await release?.();
    expect({ unread, code: hindered?.code }).toEqual({ unread: 1, code: 'busy' });
    expect(await catchUpNow()).toEqual({ unread: 0 });
  });

  it('reads nothing that another process has read while it waited: it read all of it again', async () => {
    for (let i = 0; i < 10; i++) put(`f${i}.py`, `def f${i}():\n    return ${i}\n`);
    const release = await lockStore(file);
    const steps: unknown[] = [];
    const waiting = catchUpNow({ wait: 60, onProgress: (step) => steps.push(step) });
    await sleep(500); // it has looked at the tree
    const other = new SqliteStore(file);
    await sync(other, { root });
    put('late.py', 'late = 1\n');
    await other.close();
    await release?.();
    expect(await waiting).toMatchObject({ unread: 0 });
    expect(steps).toMatchObject([{ done: 1, total: 1 }]);
    await expectSameAsNewIndex();
  });

  it('does not use a snapshot that was made with other file patterns', async () => {
    repository({ 'a.py': 'a = 1\n', 'docs/b.md': '# B\n' });
    await sync(store, { root });
    await catchUpNow();
    await catchUpNow({ wants: (path) => path.endsWith('.py'), wantsVersion: 'code' });
    expect(await paths()).toEqual(['a.py']);
    await catchUpNow();
    expect(await paths()).toEqual(['a.py', 'docs/b.md']);
    await catchUpNow({ wants: (path) => path.endsWith('.md') });
    expect(await paths()).toEqual(['docs/b.md']);
  });

  it('leaves files that were cut with other options, until they change or are indexed', async () => {
    put('a.py', 'a = 1\n');
    put('b.py', 'b = 1\n');
    await sync(store, { root });
    const recipes = async (): Promise<readonly string[]> =>
      [...(await store.sources('main')).values()].map(({ recipe }) => recipe);
    const [first] = await recipes();
    const cut = { maxTokens: 99 };
    expect(await catchUpNow({ cut })).toEqual({ unread: 0 });
    expect(await recipes()).toEqual([first, first]);
    put('b.py', 'b = 22\n');
    expect(await catchUpNow({ cut })).toMatchObject({ unread: 0 });
    const [one, other] = await recipes();
    expect(one).toBe(first);
    expect(other).not.toBe(first);
    expect((await sync(store, { root, cut })).changed).toBe(1);
    expect(await recipes()).toEqual([other, other]);
  });

  it('reads a file again that was forgotten', async () => {
    repository({ 'a.py': 'a = 1\n' });
    await sync(store, { root });
    await catchUpNow();
    await store.write({ remove: ['main:a.py'] });
    await catchUpNow();
    await expectSameAsNewIndex();
  });

  it('detects changes that git does not check, once snapshots are stored', { timeout: 60_000 }, async () => {
    repository({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'sub/c.py': 'c = 1\n' });
    git('update-index', '--assume-unchanged', 'a.py');
    git('update-index', '--skip-worktree', 'b.py');
    await sync(store, { root });
    await settle();
    await catchUpNow();
    expect(JSON.parse((await store.treeScan('main')) ?? '{}')).toMatchObject({ git: { base: expect.any(String) } });
    for (const path of ['a.py', 'b.py', 'sub/c.py', 'new.py']) {
      put(path, 'x = 2\n');
      await catchUpNow();
      await expectSameAsNewIndex();
      await sleep(30);
      await catchUpNow();
    }
    // Rules of ours, in a file that git ignores.
    writeFileSync(join(root, '.git', 'info', 'exclude'), '.froeignore\n');
    await catchUpNow();
    put('sub/.froeignore', 'c.py\n');
    await catchUpNow();
    expect(await paths()).toEqual(['a.py', 'b.py', 'new.py']);
    rmSync(join(root, '.git', 'index'));
    await catchUpNow();
    await expectSameAsNewIndex();
  });

  it('detects nested repositories and new submodules', { timeout: 60_000 }, async () => {
    repository({ 'a.py': 'a = 1\n' });
    const own = root;
    root = folder();
    repository({ 'lib.py': 'lib = 1\n' });
    const other = root;
    root = join(own, 'vendored');
    mkdirSync(root);
    repository({ 'v.py': 'v = 1\n' });
    root = own;
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'lib');
    git('commit', '-qm', 'with a submodule');
    git('worktree', 'add', '-q', 'other', '-b', 'other');
    await sync(store, { root });
    expect(await paths()).toEqual(['.gitmodules', 'a.py', 'lib/lib.py', 'vendored/v.py']);
    await settle();
    await catchUpNow();
    for (const path of ['lib/lib.py', 'vendored/v.py', 'lib/more.py']) {
      put(path, 'x = 22\n');
      await catchUpNow();
      await expectSameAsNewIndex();
    }
    git('submodule', '-q', 'deinit', '-f', 'lib');
    await catchUpNow();
    expect(await paths()).toEqual(['.gitmodules', 'a.py', 'vendored/v.py']);
    await settle();
    await catchUpNow();
    git('-c', 'protocol.file.allow=always', 'submodule', 'update', '-q', '--init');
    await catchUpNow();
    expect(await paths()).toContain('lib/lib.py');
  });

  it('starts no program that a repository names', async () => {
    repository({ 'a.py': 'a = 1\n', '.gitattributes': '*.py filter=mine\n' });
    const [mark, hook] = [join(root, '.git', 'started'), join(root, '.git', 'hook')];
    writeFileSync(hook, `#!/bin/sh\ntouch ${mark}\ncat\n`);
    chmodSync(hook, 0o755);
    await sync(store, { root });
    await catchUpNow();
    git('config', 'core.fsmonitor', hook);
    put('a.py', 'a = 2\n');
    await catchUpNow();
    git('config', '--unset', 'core.fsmonitor');
    git('config', 'filter.mine.clean', hook);
    put('a.py', 'a = 3\n');
    await catchUpNow();
    expect(existsSync(mark)).toBe(false);
    await expectSameAsNewIndex();
  });
});

/** What people and programs do to a tree. */
const names = ['a.py', 'b.md', 'sub/c.py', 'sub/d.txt', 'deep/er/e.py', 'A.py'];
const named = fc.constantFrom(...names);
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('write' as const, 'sly' as const), path: named, n: fc.nat(9) }),
  fc.record({ do: fc.constant('remove' as const), path: named }),
  fc.record({ do: fc.constant('rename' as const), path: named, to: named }),
  fc.record({ do: fc.constant('ignore' as const), path: fc.constantFrom('.gitignore', '.froeignore'), n: fc.nat(5) }),
  fc.record({
    do: fc.constantFrom('swap' as const, 'commit' as const, 'stash' as const, 'pop' as const, 'checkout' as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Of one length, whatever the number. */
const textOf = (path: string, n: number): string =>
  path.endsWith('.py') ? `def f${n}():\n    return "${path}"\n` : `# Title ${n}\n\nOf ${path}.\n`;

const isOnBranch = (): boolean => readFileSync(join(root, '.git', 'HEAD'), 'utf8').startsWith('ref');

function take(one: Step): void {
  switch (one.do) {
    case 'write':
      put(one.path, textOf(one.path, one.n));
      break;
    case 'sly': {
      const { atime, mtime } = statSync(join(root, one.path)); // as touch -r would
      writeFileSync(join(root, one.path), textOf(one.path, one.n));
      utimesSync(join(root, one.path), atime, mtime);
      break;
    }
    case 'remove':
      rmSync(join(root, one.path), { force: true });
      break;
    case 'rename':
      mkdirSync(dirname(join(root, one.to)), { recursive: true });
      renameSync(join(root, one.path), join(root, one.to));
      break;
    case 'ignore':
      put(one.path, one.n === 5 ? '' : `${names[one.n]}\n`);
      break;
    case 'swap': {
      // A folder where a file was, or the other way round.
      const isFile = lstatSync(join(root, 'sub'), { throwIfNoEntry: false })?.isFile();
      rmSync(join(root, 'sub'), { recursive: true, force: true });
      if (isFile) put('sub/c.py', textOf('c.py', 1));
      else put('sub', 'no folder\n');
      break;
    }
    case 'commit':
      git('add', '-A');
      git('commit', '-qm', 'more');
      break;
    case 'checkout':
      git('checkout', '-qf', isOnBranch() ? 'HEAD~1' : '-');
      break;
    case 'stash':
      git('stash', '-u');
      break;
    case 'pop':
      git('stash', 'pop');
      break;
  }
}

/** Nothing to commit, no stash, a file where a folder should be: the tree is what it is. */
function attempt(one: Step): void {
  try {
    take(one);
  } catch {}
}

describe.each([true, false])('kept through any edits, in a repository: %s', (inGit) => {
  it('an index equals a new one', { timeout: 600_000 }, async () => {
    const edits = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    const holds = async (rounds: readonly (readonly Step[])[]): Promise<void> => {
      await store.close();
      openEmptyIndex();
      const first = { 'a.py': textOf('a.py', 0), 'sub/c.py': textOf('sub/c.py', 0) };
      if (inGit) repository(first);
      else for (const [path, text] of Object.entries(first)) put(path, text);
      await sync(store, { root });
      await catchUpNow();
      for (const steps of rounds) {
        for (const one of steps) attempt(one);
        expect(await catchUpNow()).toMatchObject({ unread: 0 });
        await expectSameAsNewIndex();
      }
    };
    await fc.assert(fc.asyncProperty(edits, holds), { numRuns: 12 });
  });
});
