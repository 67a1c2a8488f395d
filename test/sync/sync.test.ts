import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { FroeError } from '../../src/errors.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { type SyncOptions, type SyncReport, sync } from '../../src/sync/sync.js';
import { uncached, type VectorSource } from '../../src/sync/vectorSource.js';
import { queryWords } from '../../src/text/words.js';
import { docOf } from '../contract/store.js';
import { postgresStore } from '../postgres/stores.js';
import { contentOf } from './content.js';

/** What must hold of an index must hold of it in every store. */
const stores: Readonly<Record<string, () => Store>> = {
  sqlite: () => new SqliteStore(':memory:'),
  postgres: () => postgresStore(),
};

let root: string;
let store: Store;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'froe-sync-'));
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

/** Long ago, so that a stat says all. */
let clock = 1_600_000_000;
function put(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  clock += 10;
  utimesSync(file, clock, clock + 0.5);
}

/** Counts what is asked for; `fails` says which call breaks. */
class Counting {
  calls = 0;
  texts: string[] = [];
  fails: (call: number) => boolean = () => false;
  readonly vectors: VectorSource;

  constructor(local: boolean) {
    const embedder = { ...hashed(32), local };
    this.vectors = {
      embedder,
      embedTexts: async (chunks, signal) => {
        if (this.fails(++this.calls)) throw new FroeError('provider', 'the provider is down');
        this.texts.push(...chunks.map(({ text }) => text));
        return uncached(embedder).embedTexts(chunks, signal);
      },
    };
  }
}

const run = (options: Partial<SyncOptions> = {}): Promise<SyncReport> => sync(store, { root, ...options });
const found = async (question: string): Promise<string[]> =>
  (await store.searchText(queryWords(question), 20)).map(docOf);

describe.each(Object.entries(stores))('updating an index: %s', (_, open) => {
  beforeEach(() => {
    store = open();
    put('src/client.py', 'class Client:\n    def get(self):\n        return "elm"\n');
    put('src/server.py', 'def serve():\n    return "oak"\n');
    put('README.md', '# Wood\n\nAbout trees.\n');
  });

  it('indexes all files', async () => {
    expect(await run()).toMatchObject({ added: 3, changed: 0, removed: 0, unchanged: 0 });
    expect(await found('elm')).toEqual(['main:src/client.py']);
    expect(await found('trees')).toEqual(['main:README.md']);
    expect(await store.check()).toEqual([]);
  });

  it('does not count a file that was deleted during the run', async () => {
    const report = await run({ onProgress: () => rmSync(join(root, 'src/server.py'), { force: true }) });
    expect(report).toMatchObject({ added: 2, changed: 0, removed: 0, held: 0, unchanged: 0 });
    expect(report.troubles).toMatchObject([{ path: 'src/server.py' }]);
  });

  it('does nothing without changes', async () => {
    const model = new Counting(true);
    await run({ vectors: model.vectors });
    const before = model.calls;
    const read: number[] = [];
    const report = await run({ vectors: model.vectors, onProgress: ({ done }) => read.push(done) });
    expect(report).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3, chunks: 0, embedded: 0 });
    expect(read).toEqual([]); // no file was looked into
    expect(model.calls).toBe(before);
  });

  it('hashes only the touched file, and cuts and embeds nothing if its bytes are the same', async () => {
    const model = new Counting(true);
    await run({ vectors: model.vectors });
    const before = model.calls;
    utimesSync(join(root, 'README.md'), clock + 99, clock + 99.25);
    await sleep(25); // a file that changed within the last tick of the clock gets no stat
    const read: number[] = [];
    const report = await run({ vectors: model.vectors, onProgress: ({ done }) => read.push(done) });
    expect(report).toMatchObject({ changed: 0, unchanged: 3, chunks: 0, embedded: 0 });
    expect(read).toEqual([]); // it became no job
    expect(model.calls).toBe(before);
    const { mtimeMs } = statSync(join(root, 'README.md'));
    expect((await store.source('main:README.md'))?.mtime).toBe(mtimeMs);
  });

  it('cuts and embeds only what changed', async () => {
    const model = new Counting(true);
    const functions = Array.from({ length: 30 }, (_, i) => `def f${i}():\n    return "${`word${i} `.repeat(60)}"\n`);
    put('src/long.py', functions.join('\n'));
    await run({ vectors: model.vectors, cut: { maxTokens: 128 } });
    model.texts = [];
    functions[15] = `def f15():\n    return "${'changed '.repeat(60)}"\n`;
    put('src/long.py', functions.join('\n'));
    expect(await run({ vectors: model.vectors, cut: { maxTokens: 128 } })).toMatchObject({ changed: 1, unchanged: 3 });
    expect(model.texts.length).toBeGreaterThan(0);
    expect(model.texts.every((text) => text.includes('f15') || text.includes('changed'))).toBe(true);
    expect(await found('changed')).toEqual(expect.arrayContaining(['main:src/long.py']));
  });

  it('removes deleted and newly ignored files', async () => {
    await run();
    rmSync(join(root, 'src/client.py'));
    writeFileSync(join(root, '.froeignore'), 'README.md\n');
    expect(await run()).toMatchObject({ removed: 2 });
    expect(await found('elm')).toEqual([]);
    expect(await found('trees')).toEqual([]);
  });

  it('cuts everything again with other options', async () => {
    await run();
    expect(await run({ cut: { maxTokens: 64 } })).toMatchObject({ changed: 3, added: 0 });
    expect(await run({ cut: { maxTokens: 64 } })).toMatchObject({ changed: 0, unchanged: 3 });
  });

  it('records files without text, and does not read them again', async () => {
    writeFileSync(join(root, 'image.bin'), Buffer.from([0, 1, 2, 3, 0, 0, 0, 9].concat(Array(500).fill(0))));
    utimesSync(join(root, 'image.bin'), clock, clock + 0.5);
    expect(await run()).toMatchObject({
      added: 3,
      changed: 0,
      troubles: [{ code: 'binary', path: 'image.bin', message: 'is not text' }],
    });
    expect(await run()).toMatchObject({ unchanged: 4, changed: 0, added: 0, troubles: [] });
    expect((await store.source('main:image.bin'))?.metadata).toEqual({ skipped: 'binary' });
  });

  it('reads a file again that changed a moment before it was read', async () => {
    const file = join(root, 'README.md');
    writeFileSync(file, '# Wood\n\nAbout elms.\n');
    await run();
    const { atime, mtime } = statSync(file);
    writeFileSync(file, '# Wood\n\nAbout oaks.\n'); // as long as before
    utimesSync(file, atime, mtime); // and, as a coarse clock would have it, as old
    await run();
    expect(await found('oaks')).toContain('main:README.md');
  });

  it('is the same with one thread and with two', async () => {
    for (let i = 0; i < 60; i++) put(`many/${i}.md`, `# Page ${i}\n\n${`word${i} `.repeat(600)}\n`);
    for (let i = 0; i < 3; i++) put(`none/${i}`, '\0'.repeat(800_000)); // a thread is started for each MiB
    await run({ threads: 1 });
    const other = new SqliteStore(':memory:');
    await sync(other, { root, threads: 2 });
    expect(await contentOf(other)).toEqual(await contentOf(store));
    await other.close();
  });

  it('stops on request, and keeps what was committed', async () => {
    const controller = new AbortController();
    for (let i = 0; i < 200; i++) put(`many/${i}.md`, `# Page ${i}\n\nText ${i}.\n`);
    const stop = run({
      signal: controller.signal,
      chunksPerCommit: 60,
      onProgress: ({ done }) => done === 150 && controller.abort(),
    });
    await expect(stop).rejects.toThrow();
    const { sources } = await store.state();
    expect(sources).toBeGreaterThan(60);
    expect(await store.check()).toEqual([]);
    expect(await run()).toMatchObject({ unchanged: sources, added: 203 - sources });
  });
});

describe.each(Object.entries(stores))('a provider that fails: %s', (_, open) => {
  beforeEach(() => {
    store = open();
  });

  const pages = (version: string): void => {
    for (let i = 0; i < 12; i++) put(`${i}.md`, `# Page ${i}\n\n${version} of page ${i}.\n`);
  };

  it('still indexes the words of new sources, and the next run continues', async () => {
    pages('First');
    const model = new Counting(false);
    model.fails = () => true;
    const report = await run({ vectors: model.vectors });
    expect(report).toMatchObject({ added: 12, embedded: 0, failure: { code: 'provider' } });
    expect(await found('first')).toHaveLength(12);
    expect((await store.state()).pending).toBe(12);
    model.fails = () => false;
    expect(await run({ vectors: model.vectors })).toMatchObject({ unchanged: 12, embedded: 12 });
    expect((await store.state()).pending).toBe(0);
    expect(model.texts).toHaveLength(12); // each once
  });

  it('keeps the old version of a changed source, whichever call fails', async () => {
    const [many, chunksPerCommit] = [240, 60]; // four transactions, and a call for each
    const pagesOf = (version: string): void => {
      for (let i = 0; i < many; i++) put(`${i}.md`, `# Page ${i}\n\n${version} of page ${i}.\n`);
    };
    pagesOf('First');
    await run({ vectors: new Counting(false).vectors, chunksPerCommit });
    const before = await contentOf(store);
    pagesOf('Second');
    let left = many;
    for (let call = 1; left > 0; call++) {
      const failing = new Counting(false);
      failing.fails = (n) => n >= call;
      const { changed, held, failure } = await run({ vectors: failing.vectors, chunksPerCommit });
      left -= changed;
      expect(held).toBe(left);
      expect(failure?.code).toBe(left > 0 ? 'provider' : undefined);
      if (call === 1) expect(await contentOf(store)).toEqual(before);
      expect(await store.check()).toEqual([]);
      const texts = await Promise.all(Array.from({ length: many }, (_, i) => store.chunksOf(`main:${i}.md`)));
      expect(texts.filter(([chunk]) => chunk.content.includes('First'))).toHaveLength(left);
      expect((await store.state()).pending).toBe(0);
    }
    expect(await found('first')).toEqual([]);
  });

  it('does not mix the vectors of two models', async () => {
    pages('First');
    await run({ vectors: uncached(hashed(32)) });
    await expect(run({ vectors: uncached(hashed(64)) })).rejects.toMatchObject({ code: 'other-model' });
    expect(await run({ vectors: uncached(hashed(64)), replaceModel: true })).toMatchObject({ embedded: 12 });
    expect((await store.state()).model).toMatchObject({ dimensions: 64 });
  });

  const failing = (by: VectorSource['embedder'], after: number): VectorSource => {
    let made = 0;
    const embed: VectorSource['embedder']['embed'] = async (texts, purpose, signal) => {
      made += texts.length;
      if (made > after) throw new FroeError('provider', 'the provider is down');
      return by.embed(texts, purpose, signal);
    };
    return uncached({ ...by, id: 'test:far', local: false, embed });
  };

  it.each([0, 5])('allows another model in the next run after a failure after %i texts', async (after) => {
    pages('First');
    const failed = await run({ vectors: failing(hashed(64), after), chunksPerCommit: 2 });
    expect(failed.failure?.code).toBe('provider');
    expect((await store.state()).model).toMatchObject({ id: 'test:far', unfinished: true });
    const next = await run({ vectors: uncached(hashed(32)) });
    expect(next).toMatchObject({
      embedded: 12,
      troubles: [{ path: 'test:far', message: expect.stringMatching(/incomplete vectors/) }],
    });
    expect(await store.state()).toMatchObject({
      embedded: 12,
      pending: 0,
      model: { id: 'test:hashed', dimensions: 32 },
    });
    expect((await store.state()).model).not.toHaveProperty('unfinished');
    expect((await run({ vectors: uncached(hashed(32)) })).troubles).toEqual([]);
  });

  it('continues with a model that failed, and keeps it once it is complete', async () => {
    pages('First');
    await run({ vectors: failing(hashed(64), 0) });
    expect(await run({ vectors: failing(hashed(64), 100) })).toMatchObject({ embedded: 12, troubles: [] });
    await expect(run({ vectors: uncached(hashed(32)) })).rejects.toMatchObject({ code: 'other-model' });
  });

  it('drops no vector for a provider that makes none', async () => {
    pages('First');
    await run({ vectors: uncached(hashed(32)) });
    const before = await contentOf(store);
    await expect(run({ vectors: failing(hashed(64), 0), replaceModel: true })).rejects.toMatchObject({
      code: 'provider',
    });
    expect(await contentOf(store)).toEqual(before);
    expect(await store.state()).toMatchObject({ embedded: 12, pending: 0, model: { dimensions: 32 } });
    expect(await run({ vectors: uncached(hashed(32)) })).toMatchObject({ embedded: 0, troubles: [] });
  });

  it('embeds again without being asked if only the prefix changed and vectors are free', async () => {
    pages('First');
    await run({ vectors: uncached(hashed(32)) });
    expect(await run({ vectors: uncached({ ...hashed(32), prefixVersion: 1 }) })).toMatchObject({ embedded: 12 });
    const far = { ...hashed(32), prefixVersion: 2, local: false };
    await expect(run({ vectors: uncached(far) })).rejects.toThrow(/from an earlier version of froe/);
  });

  it('replaces an earlier version of the same model without being asked, and never a later one', async () => {
    pages('First');
    const older = uncached(hashed(32));
    const newer = uncached({ ...hashed(32), id: 'test:newer', supersedes: [older.embedder.id] });
    await run({ vectors: older });
    expect(await run({ vectors: newer })).toMatchObject({ embedded: 12 });
    expect(await store.state()).toMatchObject({ model: { id: 'test:newer' }, pending: 0 });
    await expect(run({ vectors: older })).rejects.toMatchObject({ code: 'other-model' });
  });
});
