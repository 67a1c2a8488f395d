/** Nothing is embedded twice: counted by the requests that a provider sees. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HashedText } from '../../src/embed/cached.js';
import { type CachedEmbedder, cached, VectorCache } from '../../src/embed/index.js';
import { FroeError } from '../../src/errors.js';
import { fakeClock, fakeProvider, type Handler, lengthsOf, openAiAnswer, requireEmbedder } from './fakeProvider.js';

const place = mkdtempSync(join(tmpdir(), 'froe-cached-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let files = 0;
const fresh = (): string => join(place, `${++files}.db`);

const text = (text: string): HashedText => ({ hash: `h(${text})`, text });
const texts = (...texts: readonly string[]): readonly HashedText[] => texts.map(text);

async function against(handler: Handler, path = fresh()) {
  const server = await fakeProvider(handler);
  const open = (options: object = {}): CachedEmbedder =>
    cached(
      requireEmbedder('openai/any', {
        baseUrl: server.url,
        dimensions: 3,
        clock: fakeClock(),
        concurrency: 1,
        ...options,
      }),
      new VectorCache(path),
    );
  /** The texts of every request so far. */
  const asked = (): string[][] => server.seen.map(({ body }) => [...body.input]);
  return { open, asked };
}

describe('cached', () => {
  it('requests what is missing, once', async () => {
    const { open, asked } = await against((seen) => openAiAnswer(seen));
    const one = open();
    expect(lengthsOf(await one.embedTexts(texts('a', 'bb', 'a', 'ccc', 'bb')))).toEqual([1, 2, 1, 3, 2]);
    expect(asked()).toEqual([['a', 'bb', 'ccc']]);
    expect(lengthsOf(await one.embedTexts(texts('ccc', 'a')))).toEqual([3, 1]);
    expect(asked()).toHaveLength(1);
    // A run of tomorrow, in another worktree.
    const two = open();
    expect(two.missing(texts('dddd', 'a', 'dddd'))).toEqual(texts('dddd'));
    expect(lengthsOf(await two.embedTexts(texts('a', 'dddd')))).toEqual([1, 4]);
    expect(asked().slice(1)).toEqual([['dddd']]);
  });

  it('keeps what was returned before a failure', async () => {
    const many = Array.from({ length: 512 * 3 }, (_, i) => `t${i}`);
    let broken = true;
    const { open, asked } = await against((seen) =>
      broken && seen.body.input.includes('t600') ? { status: 400 } : openAiAnswer(seen),
    );
    await expect(open().embedTexts(texts(...many))).rejects.toMatchObject({ code: 'provider' });
    broken = false;
    expect(await open().embedTexts(texts(...many))).toHaveLength(many.length);
    expect(asked().map(({ length }) => length)).toEqual([512, 512, 512, 512]);
    expect(asked()[3]).toEqual(many.slice(512, 1024));
  });

  it('keeps what was returned before it was cancelled', async () => {
    const many = Array.from({ length: 512 * 3 }, (_, i) => `t${i}`);
    const stop = new AbortController();
    const { open, asked } = await against((seen, n) => {
      if (n === 2) stop.abort(new Error('enough'));
      return openAiAnswer(seen);
    });
    await expect(open().embedTexts(texts(...many), stop.signal)).rejects.toThrow('enough');
    expect(open().missing(texts(...many))).toHaveLength(1024);
    expect(asked()).toHaveLength(2);
  });

  it('returns the failure in place of the vector on request', async () => {
    const { open } = await against((seen) => openAiAnswer(seen));
    const results = await open({ maxTokens: 10 }).settleTexts(texts('a', 'wood '.repeat(20), 'bb'));
    expect(results.map((result) => result instanceof FroeError)).toEqual([false, true, false]);
  });

  it('works with a broken cache', async () => {
    const { open, asked } = await against((seen) => openAiAnswer(seen), place); // a folder is no file
    const one = open();
    expect(lengthsOf(await one.embedTexts(texts('a', 'a')))).toEqual([1, 1]);
    expect(lengthsOf(await one.embedTexts(texts('a')))).toEqual([1]);
    expect(asked()).toEqual([['a'], ['a']]);
  });

  it('returns nothing for no texts', async () => {
    const { open, asked } = await against((seen) => openAiAnswer(seen));
    expect(await open().embedTexts([])).toEqual([]);
    expect(asked()).toEqual([]);
  });
});
