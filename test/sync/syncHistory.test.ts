/** The history of an index: exactly the commits that git has, each read once. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { indexedText } from '../../src/engine/sourceText.js';
import { prove } from '../../src/pipeline/verify.js';
import { search } from '../../src/search/search.js';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { COMMITS, type Store } from '../../src/store/store.js';
import { catchUp } from '../../src/sync/catchUp.js';
import { type RunOptions, type SyncReport, sync } from '../../src/sync/sync.js';
import { uncached } from '../../src/sync/vectorSource.js';
import { sha256 } from '../../src/text/hash.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';
import { Repository } from '../repository.js';

let repository: Repository;
let store: Store;
let file: string;
beforeEach(() => {
  repository = new Repository();
  file = join(folder(), 'index.db');
  store = new SqliteStore(file);
});
afterEach(() => store.close());

const syncNow = (more: Partial<RunOptions> = {}): Promise<SyncReport> =>
  sync(store, { root: repository.root, ...more });
const storedHashes = async (): Promise<readonly string[]> => {
  const history = await store.history();
  return history ? [...(await history.sources(COMMITS)).keys()].sort() : [];
};
const gitHashes = (): readonly string[] => repository.git('log', '--format=%H').split('\n').sort();

const grow = (n: number): string => `def grow():\n    return ${n}\n`;
function addCommits(commits: number): void {
  for (let i = 1; i <= commits; i++)
    repository.commit({ message: `Grow to ${i}`, files: { 'oak.py': grow(i) }, date: `2026-01-0${i}T10:00:00Z` });
}

describe('a history', () => {
  it('exists only on request, and does not change the index', async () => {
    addCommits(3);
    await sleep(2100); // until git's index is at rest: the second run then notes the state of git, and no other does
    await syncNow();
    const plain = await syncNow();
    expect(plain.history).toBeUndefined();
    expect(existsSync(`${file}-history`)).toBe(false);
    await store.close();
    const before = readFileSync(file);
    store = new SqliteStore(file);
    const answer = async () => (await search(store, undefined, 'grow oak')).results;
    const answered = await answer();
    expect((await syncNow({ history: 1000 })).history).toMatchObject({ added: 3, removed: 0, commits: 3 });
    expect(await storedHashes()).toEqual(gitHashes());
    expect(await answer()).toEqual(answered);
    await store.close();
    expect(readFileSync(file).equals(before)).toBe(true);
    store = new SqliteStore(file);
  });

  it('reads only new commits, and removes vanished ones', async () => {
    addCommits(3);
    await syncNow({ history: 1000 });
    expect((await syncNow({ history: 1000 })).history).toMatchObject({ added: 0, removed: 0, commits: 3 });
    repository.commit({ message: 'Fell it', files: { 'oak.py': undefined } });
    expect((await syncNow({ history: 1000 })).history).toMatchObject({ added: 1, removed: 0, commits: 4 });
    repository.commit({ message: 'Fell it with care', amend: true });
    expect((await syncNow({ history: 1000 })).history).toMatchObject({ added: 1, removed: 1, commits: 4 });
    repository.git('reset', '-q', '--hard', 'HEAD~2');
    expect((await syncNow({ history: 1000 })).history).toMatchObject({ added: 0, removed: 2, commits: 2 });
    expect(await storedHashes()).toEqual(gitHashes());
  });

  it('is removed by one run, and by no question: each compacted it again', async () => {
    addCommits(2);
    await syncNow({ history: 1000 });
    repository.commit({ message: 'Plant another', files: { 'elm.py': grow(1) } });
    await catchUp(store, { root: repository.root, file, limit: 60, history: 0 });
    expect(await storedHashes()).toHaveLength(2);
    expect((await syncNow({ history: 0 })).history).toMatchObject({ removed: 2, commits: 0 });
    const other = openDatabase(`${file}-history`, 0);
    other.exec('BEGIN IMMEDIATE'); // now nobody else can write
    expect((await syncNow({ history: 0 })).history).toMatchObject({ removed: 0, commits: 0 });
    other.close();
  });

  it('has as many commits as requested, and grows with new ones', async () => {
    addCommits(5);
    await syncNow({ history: 2 });
    const newest = (n: number): readonly string[] => repository.git('log', `-${n}`, '--format=%H').split('\n').sort();
    expect(await storedHashes()).toEqual(newest(2));
    expect((await syncNow()).history).toMatchObject({ added: 0, commits: 2 });
    repository.commit({ message: 'Water it' });
    expect((await syncNow()).history).toMatchObject({ added: 1, removed: 0, commits: 3 });
    expect(await storedHashes()).toEqual(newest(3));
    await syncNow({ history: 4 });
    expect(await storedHashes()).toEqual(newest(4));
    await syncNow({ history: 1 });
    expect(await storedHashes()).toEqual(newest(1));
    expect((await syncNow({ history: 0 })).history).toMatchObject({ removed: 1, commits: 0 });
    expect(await storedHashes()).toEqual([]);
  });

  it('keeps the whole text of each commit, exactly and without loss', async () => {
    addCommits(2);
    const many = Array.from({ length: 400 }, (_, i) => `value_${i} = compute(${i}, "ä€😀")\n`).join('');
    repository.commit({ message: 'Add many\n\nAll of them at once.', files: { 'many.py': many, 'ü.md': '# Ü\n' } });
    await syncNow({ history: 10 });
    const history = await store.history();
    for (const row of (await history?.sources(COMMITS))?.values() ?? []) {
      const chunks = (await history?.chunksOf(row.docId)) ?? [];
      const text = indexedText(chunks, row);
      expect(sha256(text)).toBe(row.hash);
      const { failures } = prove({
        ...{ bytes: Buffer.from(text), chunks, tokenizer: tokenizer('cl100k_base'), maxTokens: 512 },
      });
      expect(failures).toEqual([]);
      expect(text.startsWith(`commit ${row.path}\n`)).toBe(true);
    }
    expect((await history?.sources(COMMITS))?.size).toBe(3);
  });

  it('has vectors if the index has them', async () => {
    addCommits(9);
    const vectors = uncached(hashed());
    await syncNow({ history: 10, vectors });
    const state = await (await store.history())?.state();
    expect(state).toMatchObject({ sources: 9, pending: 0 });
    expect(state?.embedded).toBeGreaterThan(0);
    expect(state?.model?.unfinished).toBeUndefined();
  });

  it('keeps its commits if git cannot be run, with a note', async () => {
    addCommits(2);
    await syncNow({ history: 10 });
    execFileSync('mv', [join(repository.root, '.git'), join(repository.root, 'git')]);
    const { history, troubles } = await syncNow({ history: 10 });
    expect(history).toMatchObject({ added: 0, removed: 0, commits: 2 });
    const message = 'has no git history that can be read';
    expect(troubles).toContainEqual(expect.objectContaining({ code: 'unreadable', message }));
  });

  it('keeps commits whose blobs git cannot read without a diff, and completes them later: all older ones were lost', async () => {
    addCommits(5);
    repository.git('mv', 'oak.py', 'elm.py');
    repository.commit({ message: 'Rename it', files: { 'elm.py': `${grow(5)}# elm\n`, 'yew.py': 'old\n' } });
    repository.commit({ message: 'Look at it', files: { 'ash.py': grow(9) } });
    const blobFile = (name: string): string => {
      const hash = repository.git('rev-parse', name);
      return join(repository.root, '.git', 'objects', hash.slice(0, 2), hash.slice(2));
    };
    const lost = ['HEAD~4:oak.py', 'HEAD~2:oak.py'].map(blobFile).map((path) => ({ path, bytes: readFileSync(path) }));
    for (const { path } of lost) rmSync(path);
    const { history, troubles } = await syncNow({ history: 1000 });
    expect(history).toMatchObject({ added: 7, commits: 7 });
    expect(troubles).toMatchObject([
      { message: expect.stringMatching(/^4 commits are kept without a diff, because git/) },
    ]);
    expect(await storedHashes()).toEqual(gitHashes());
    expect(await syncNow()).toMatchObject({ history: { added: 0, commits: 7 }, troubles: [{}] });
    for (const { path, bytes } of lost) writeFileSync(path, bytes);
    expect(await syncNow()).toMatchObject({ history: { added: 4, commits: 7 }, troubles: [] });
    expect(await syncNow()).toMatchObject({ history: { added: 0, commits: 7 }, troubles: [] });
  });

  it('reports commits that exceed the limits, in one line', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => `value_${i} = ${i}\n`).join('');
    repository.commit({ message: 'Add many', files: { 'a.py': many, 'b.py': many } });
    const { troubles } = await syncNow({ history: 10 });
    expect(troubles).toMatchObject([
      { code: 'too-large', path: 'history', message: expect.stringContaining('1 commit ') },
    ]);
  });
});

describe('a question about commits', () => {
  beforeEach(async () => {
    repository.commit({
      ...{ message: 'Retry requests\n\nServers drop them at night.', author: 'Ann Lee', date: '2026-01-05T10:00:00Z' },
      files: { 'src/client.py': 'def send():\n    retry(3)\n' },
    });
    repository.commit({
      ...{ message: 'Describe retries', author: 'Bob Ray', date: '2026-02-05T10:00:00Z' },
      files: { 'docs/guide.md': '# Retry\n\nRequests are sent again.\n' },
    });
    await syncNow({ history: 10 });
  });
  const searchSubjects = async (typed: string): Promise<readonly string[]> =>
    (await search(store, undefined, typed)).results.map(({ chunks: [best] }) => best.breadcrumb.slice(2));
  const both = ['Describe retries', 'Retry requests'];

  it.each([
    ['retry type:commit', both],
    ['retry author:ann', ['Retry requests']],
    ['retry -author:ann', ['Describe retries']],
    ['retry since:2026-02', ['Describe retries']],
    ['retry -since:2026-02-01', ['Retry requests']],
    ['retry type:commit path:src', ['Retry requests']],
    ['retry type:commit -path:src', ['Describe retries']],
    ['retry type:commit lang:python', ['Retry requests']],
    ['retry type:commit since:2030', []],
    ['author:bob', ['Describe retries']],
    ['since:2025', both],
  ])('%s', async (typed, expected) => expect([...(await searchSubjects(typed))].sort()).toEqual(expected));

  it('finds no file, and an ordinary query finds no commit', async () => {
    const docs = async (typed: string): Promise<readonly string[]> =>
      (await search(store, undefined, typed)).results.map(({ docId }) => docId.split(':')[0]);
    expect(new Set(await docs('retry type:commit'))).toEqual(new Set(['commit']));
    expect(new Set(await docs('retry requests'))).toEqual(new Set(['main']));
    expect(await docs('-type:commit retry')).not.toContain('commit');
  });

  it('without words lists the newest first', async () =>
    expect(await searchSubjects('since:2025 type:commit')).toEqual(['Describe retries', 'Retry requests']));

  it('explains why nothing is found, and refuses an invalid date', async () => {
    expect((await search(store, undefined, 'retry author:eve')).nothing).toBe('no commit passes the filter');
    expect((await search(store, undefined, 'zebra type:commit')).nothing).toBe('no commit has any of these words');
    await expect(search(store, undefined, 'retry since:yesterday')).rejects.toThrow("'yesterday' is not a date");
  });

  it('needs commits: without them its operators are words, and its type is refused', async () => {
    const bare = new SqliteStore(':memory:');
    await sync(bare, { root: repository.root });
    expect((await search(bare, undefined, 'author:ann retry')).query).toMatchObject({
      unknown: ['author'],
      filter: {},
    });
    await expect(search(bare, undefined, 'retry type:commit')).rejects.toThrow('The index has no commits');
    const unknown = (one: Store): Promise<string> =>
      search(one, undefined, 'retry type:klingon').then(
        () => '',
        (error) => error.hint,
      );
    expect(await unknown(bare)).toMatch(/^The index contains code, docs, artifact, (?!commit)/);
    expect(await unknown(store)).toMatch(/^The index contains code, docs, artifact, commit, /);
    await bare.close();
  });
});
