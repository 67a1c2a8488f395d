/** The history of a partial clone: without a fetch, and completed when the objects are present. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { indexedText } from '../../src/engine/sourceText.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { COMMITS, type Store } from '../../src/store/store.js';
import { type SyncReport, sync } from '../../src/sync/sync.js';
import { sha256 } from '../../src/text/hash.js';
import { folder } from '../folder.js';
import { Repository } from '../repository.js';

const repository = new Repository();
const grow = (n: number): string => `def grow():\n    return ${n}\n`;
const hashes = [1, 2, 3, 4].map((n) =>
  repository.commit({ message: `Grow to ${n}`, files: { 'src/oak.py': grow(n), ...(n === 1 ? { a: 'a\n' } : {}) } }),
);
repository.git('mv', 'a', 'b');
hashes.push(repository.commit({ message: 'Rename it' }));
repository.git('config', 'uploadpack.allowFilter', 'true');

let store: Store;
beforeEach(() => {
  store = new SqliteStore(join(folder(), 'index.db'));
});
afterEach(() => store.close());

/** Cloned with git's own rules: froe's forbid a fetch. */
function cloned(filter: string): { readonly root: string; git(...words: readonly string[]): string } {
  const root = folder();
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  git('clone', '-q', `--filter=${filter}`, `file://${repository.root}`, '.');
  return { root, git };
}

const syncWithHistory = (root: string): Promise<SyncReport> => sync(store, { root, history: 10 });

/** The text of each commit, the newest first. */
async function texts(): Promise<readonly string[]> {
  const history = await store.history();
  const rows = (await history?.sources(COMMITS)) ?? new Map();
  const found: string[] = [];
  for (const hash of hashes.toReversed()) {
    const row = rows.get(hash);
    const text = indexedText((await history?.chunksOf(row.docId)) ?? [], row);
    expect(sha256(text)).toBe(row.hash);
    found.push(text);
  }
  return found;
}

const withDiff = /\n@@ .*\n|\nrename to b\n/;
const noDiff = (commits: number) => ({
  code: 'unreadable',
  path: 'history',
  message: expect.stringMatching(new RegExp(`^${commits} commits are kept without a diff`)),
});

describe('a clone without blobs', () => {
  it('has the files of every commit, and diffs where their blobs are here', async () => {
    const { root, git } = cloned('blob:none');
    const before = git('count-objects', '-v');
    const { history, troubles } = await syncWithHistory(root);
    expect(git('count-objects', '-v')).toBe(before); // nothing was fetched
    expect(history).toMatchObject({ added: 5, commits: 5 });
    expect(troubles).toEqual([noDiff(4)]);
    const [renamed, ...others] = await texts();
    expect(renamed).toMatch(withDiff);
    expect(others.filter((text) => withDiff.test(text))).toEqual([]);
    expect(others[0]).toBe(
      `commit ${hashes[3]}\nauthor Ann Lee\ndate 2026-03-01T10:00:00+00:00\n\nGrow to 4\n\n[diff not in this clone: M src/oak.py]\n`,
    );
    expect(others[3]).toContain('[diff not in this clone: A a, A src/oak.py]');
  });

  it('is completed, commit by commit, when the blobs are here, though HEAD is the same', async () => {
    const { root, git } = cloned('blob:none');
    await syncWithHistory(root);
    expect((await syncWithHistory(root)).history).toMatchObject({ added: 0, commits: 5 });
    git('show', hashes[3]); // fetches its two blobs
    const partly = await syncWithHistory(root);
    expect(partly.history).toMatchObject({ added: 1, removed: 0, commits: 5 });
    expect(partly.troubles).toEqual([noDiff(3)]);
    git('fetch', '-q', '--refetch', '--no-filter');
    const wholly = await syncWithHistory(root);
    expect(wholly).toMatchObject({ history: { added: 3, removed: 0, commits: 5 }, troubles: [] });
    expect((await texts()).filter((text) => !withDiff.test(text))).toEqual([]);
    expect((await syncWithHistory(root)).history).toMatchObject({ added: 0, commits: 5 });
  });
});

it('why asks for the versions of a file that are missing', async () => {
  const { root, git } = cloned('blob:none');
  const engine = await open(root, { index: ':memory:', embedder: 'none' });
  try {
    await engine.sync();
    await expect(engine.why('src/oak.py')).rejects.toMatchObject({ hint: expect.stringContaining('partial clone') });
    git('blame', 'src/oak.py');
    expect((await engine.why('src/oak.py')).commits.length).toBeGreaterThan(0);
  } finally {
    await engine.close();
  }
});

describe('a clone without trees', () => {
  it('has the messages alone', async () => {
    const { root } = cloned('tree:0');
    const { history, troubles } = await syncWithHistory(root);
    expect(history).toMatchObject({ added: 5, commits: 5 });
    expect(troubles).toEqual([noDiff(5)]);
    expect((await texts())[4]).toMatch(/\n\nGrow to 1\n\n\[diff not in this clone\]\n$/);
  });

  it('cannot tell which commits touched a folder inside, and says so', async () => {
    const { root } = cloned('tree:0');
    const { history, troubles } = await syncWithHistory(join(root, 'src'));
    expect(history).toMatchObject({ added: 0, removed: 0, commits: 0 });
    expect(troubles).toMatchObject([{ code: 'unreadable', message: 'has no git history that can be read' }]);
  });
});
