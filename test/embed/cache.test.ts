import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cacheFile, VectorCache } from '../../src/embed/cache.js';

const place = mkdtempSync(join(tmpdir(), 'froe-cache-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let files = 0;
const fresh = (): string => join(place, `${++files}`, 'vectors.db');

const space = { id: 'test:x', dimensions: 4, prefixVersion: 0 };
/** A vector of length 1 for every number. */
const unit = (n: number): Float32Array => Float32Array.of(Math.cos(n), Math.sin(n), 0, 0);

describe('the cache', () => {
  it('returns what was stored, after it is opened again', () => {
    const path = fresh();
    const one = new VectorCache(path);
    one.put(space, [
      ['a', unit(1)],
      ['b', unit(2)],
    ]);
    one.close();
    const two = new VectorCache(path);
    expect([...two.get(space, ['b', 'c', 'a'])]).toEqual([
      ['b', unit(2)],
      ['a', unit(1)],
    ]);
    expect(two.diagnostics).toEqual([]);
    two.close();
  });

  it('keeps models, sizes and prefixes apart', () => {
    const cache = new VectorCache(fresh());
    cache.put(space, [['a', unit(1)]]);
    for (const other of [{ id: 'test:y' }, { prefixVersion: 1 }]) {
      expect(cache.get({ ...space, ...other }, ['a']).size).toBe(0);
    }
    expect(cache.get({ ...space, dimensions: 2 }, ['a']).size).toBe(0);
    cache.put({ ...space, id: 'test:y' }, [['a', unit(2)]]);
    expect(cache.get(space, ['a']).get('a')).toEqual(unit(1));
    cache.close();
  });

  it('behaves like a map', () => {
    const entry = fc.tuple(fc.string(), fc.integer({ min: 0, max: 100 }));
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 5 }), { maxLength: 6 }), (puts) => {
        const cache = new VectorCache(fresh());
        const model = new Map<string, Float32Array>();
        for (const put of puts) {
          const vectors = put.map(([hash, n]) => [hash, unit(n)] as const);
          cache.put(space, vectors);
          for (const [hash, vector] of vectors) model.set(hash, vector);
        }
        expect(new Map(cache.get(space, model.keys()))).toEqual(model);
        cache.close();
      }),
      { numRuns: 20 },
    );
  });

  it('does not return a corrupted vector', () => {
    const path = fresh();
    const cache = new VectorCache(path);
    cache.put(space, [
      ['long', unit(1)],
      ['wrong', unit(2)],
      ['good', unit(3)],
    ]);
    const db = new DatabaseSync(path);
    db.exec("UPDATE vectors SET vector = zeroblob(20) WHERE hash = 'long'");
    db.exec("UPDATE vectors SET vector = zeroblob(16) WHERE hash = 'wrong'");
    db.close();
    expect([...cache.get(space, ['long', 'wrong', 'good']).keys()]).toEqual(['good']);
    cache.close();
  });

  it('evicts the least recently used', () => {
    const path = fresh();
    const day = 86_400_000;
    let now = 10 * day;
    const wide = { ...space, dimensions: 256 };
    const vector = new Float32Array(256).fill(1 / 16);
    const cache = new VectorCache(path, { maxBytes: 200_000, now: () => now });
    cache.put(wide, [['old but used', vector]]);
    for (let i = 0; i < 400; i++) {
      now += day;
      if (i % 20 === 0) expect(cache.get(wide, ['old but used']).size).toBe(1);
      cache.put(wide, [[`v${i}`, vector]]);
    }
    const left = [
      ...cache
        .get(
          wide,
          Array.from({ length: 400 }, (_, i) => `v${i}`),
        )
        .keys(),
    ];
    expect(left.length).toBeGreaterThan(50);
    expect(left.length).toBeLessThan(200);
    expect(left).toEqual(Array.from({ length: left.length }, (_, i) => `v${400 - left.length + i}`)); // the newest
    cache.close();
    expect(statSync(path).size).toBeLessThan(250_000);
  });
});

describe('a cache that cannot be used', () => {
  /** It holds nothing, says why, and is otherwise as good as any. */
  function useless(path: string) {
    const cache = new VectorCache(path);
    cache.put(space, [['a', unit(1)]]);
    expect(cache.get(space, ['a']).size).toBe(0);
    cache.close();
    return cache.diagnostics;
  }

  it.each([
    ['words', Buffer.from('this is no database '.repeat(500))],
    ['a header and then noise', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8192, 7)])],
  ])('%s', (_, bytes) => {
    const path = join(mkdtempSync(join(place, 'c-')), 'vectors.db');
    writeFileSync(path, bytes);
    expect(useless(path)).toEqual([
      { code: 'broken', path, message: expect.stringMatching(/could not be opened \(.*delete it to start anew$/) },
    ]);
    expect(readFileSync(path)).toEqual(bytes); // it may be somebody's
  });

  it('a file where the folder should be', () => {
    const file = join(place, 'file');
    writeFileSync(file, '');
    expect(useless(join(file, 'vectors.db'))).toMatchObject([{ code: 'unreadable' }]);
  });

  it('a folder where the file should be', () => {
    expect(useless(place)).toMatchObject([{ code: 'unreadable' }]);
  });

  it('one of a later version', () => {
    const path = fresh();
    new VectorCache(path).close();
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(useless(path)).toMatchObject([{ message: expect.stringContaining('it has version 99') }]);
  });

  it('breaks in the middle of a run, and the run continues', () => {
    const path = fresh();
    const cache = new VectorCache(path);
    cache.put(space, [['a', unit(1)]]);
    const db = new DatabaseSync(path);
    db.exec('DROP TABLE vectors');
    db.close();
    expect(cache.get(space, ['a']).size).toBe(0);
    cache.put(space, [['a', unit(1)]]);
    expect(cache.diagnostics).toMatchObject([{ path, message: expect.stringContaining('could not be read') }]);
    cache.close();
  });
});

describe('while another process writes', () => {
  it('returns what it has, and stores what it can', () => {
    const path = fresh();
    let now = 0;
    const cache = new VectorCache(path, { now: () => now, busyTimeoutMs: 10 });
    cache.put(space, [['a', unit(1)]]);
    now = 3 * 86_400_000; // what is read has to be marked again
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    expect([...cache.get(space, ['a']).keys()]).toEqual(['a']);
    cache.put(space, [['b', unit(2)]]);
    expect(cache.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('could not be marked as used'),
      expect.stringContaining('could not be written'),
    ]);
    other.exec('COMMIT');
    other.close();
    cache.put(space, [['c', unit(3)]]);
    expect([...cache.get(space, ['a', 'b', 'c']).keys()]).toEqual(['a', 'c']);
    cache.close();
  });
});

it('many processes may share a cache', async () => {
  const path = fresh();
  const module = new URL('../../build/embed/cache.js', import.meta.url).href;
  const script = `
    import { VectorCache } from ${JSON.stringify(module)};
    const [path, who] = process.argv.slice(1);
    const space = { id: 'test:x', dimensions: 4, prefixVersion: 0 };
    const cache = new VectorCache(path);
    for (let i = 0; i < 50; i++) {
      cache.put(space, [[who + i, Float32Array.of(1, 0, 0, 0)], ['shared' + i, Float32Array.of(0, 1, 0, 0)]]);
      cache.get(space, ['shared' + i]);
    }
    if (cache.get(space, ['shared0', who + '49']).size !== 2) throw new Error('lost');
    cache.close();
    if (cache.diagnostics.length > 0) throw new Error(JSON.stringify(cache.diagnostics));
  `;
  const run = (who: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, path, who]);
      let stderr = '';
      child.stderr.on('data', (part) => {
        stderr += part;
      });
      child.on('error', reject);
      child.on('close', () => resolve(stderr));
    });
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(run))).toEqual(['', '', '', '']);
  const cache = new VectorCache(path);
  const all = ['a', 'b', 'c', 'd', 'shared'].flatMap((who) => Array.from({ length: 50 }, (_, i) => who + i));
  expect(cache.get(space, all).size).toBe(250);
  cache.close();
});

it.each([
  [{}, '/home/me/.cache/froe/vectors.db'],
  [{ XDG_CACHE_HOME: '/x' }, '/x/froe/vectors.db'],
  [{ XDG_CACHE_HOME: '/x', FROE_CACHE_DIR: '/f' }, '/f/vectors.db'],
  [{ XDG_CACHE_HOME: '', FROE_CACHE_DIR: '' }, '/home/me/.cache/froe/vectors.db'],
])('its path, with %j', (env, expected) => {
  expect(cacheFile(env, '/home/me').replaceAll('\\', '/')).toBe(expected);
});
