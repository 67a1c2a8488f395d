import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedder } from '../../src/embed/index.js';
import { type Engine, type OpenOptions, open } from '../../src/engine/engine.js';
import { FroeError } from '../../src/errors.js';
import { folder } from '../folder.js';

async function refusal(call: Promise<unknown>): Promise<FroeError> {
  const error = await call.then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof FroeError) return error;
  throw error;
}

/** As a program without types hands it over. */
// biome-ignore lint/suspicious/noExplicitAny: what a program without types does is what is tried here
const untyped = (value: unknown): any => value;
const opened = (): Promise<Engine> =>
  open(folder({ 'a.py': 'def f():\n  pass\n' }), { index: ':memory:', embedder: 'test' });

describe('open()', () => {
  it('refuses a missing folder', async () => {
    const nowhere = join(folder(), 'nowhere');
    expect(await refusal(open(nowhere))).toMatchObject({ code: 'not-found', message: `${nowhere} does not exist` });
  });

  it('refuses a file', async () => {
    const file = join(folder({ 'a.md': 'a' }), 'a.md');
    expect(await refusal(open(file))).toMatchObject({ code: 'not-a-file', message: `${file} is not a folder` });
  });

  it.each([[undefined], [42], [null]])('refuses %s for a folder', async (root) => {
    expect((await refusal(open(untyped(root)))).message).toBe(`open() expects a string, not ${root}`);
  });

  it.each([
    [{ embeder: 'none' }, "open(): unknown option 'embeder'", /^Did you mean embedder\?/],
    [{ sync: { thread: 2 } }, "open(): sync: unknown option 'thread'", /^Did you mean threads\?/],
    [{ sync: { cut: { maxToken: 9 } } }, "open(): sync: cut: unknown option 'maxToken'", /^Did you mean maxTokens\?/],
  ])('refuses an unknown option: %j', async (options, message, hint) => {
    const error = await refusal(open(folder(), untyped(options)));
    expect(error).toMatchObject({ code: 'bad-option', message });
    expect(error.hint).toMatch(hint);
  });

  it('refuses an unknown embedder, and lists the known ones', async () => {
    const error = await refusal(open(folder(), { embedder: 'openia/text-embedding-3-small' }));
    expect(error.message).toBe("Unknown embedder 'openia/text-embedding-3-small'");
    expect(error.hint).toMatch(/builtin/);
  });
});

describe('a custom embedder', () => {
  const whole = embedder('test');
  const without = (name: string, value?: unknown): OpenOptions['embedder'] => untyped({ ...whole, [name]: value });

  it.each([
    ['id', undefined, 'The embedder has no id: it must be text'],
    ['id', '', 'The embedder has "" as id: it must be text'],
    ['dimensions', undefined, 'The embedder has no dimensions: it must be a whole number from 1'],
    ['dimensions', '256', 'The embedder has "256" as dimensions: it must be a whole number from 1'],
    ['embed', undefined, 'The embedder has no embed: it must be a function'],
    ['prefixVersion', undefined, 'The embedder has no prefixVersion: it must be a whole number from 0'],
    ['maxTokens', undefined, 'The embedder has no maxTokens: it must be a whole number from 1'],
    ['local', undefined, 'The embedder has no local: it must be true or false'],
  ])('is refused if its %s is %j', async (name, value, message) => {
    const given = without(name, value);
    const error = await refusal(open(folder(), { index: ':memory:', ...(given ? { embedder: given } : {}) }));
    expect(error).toMatchObject({ code: 'bad-option', message });
    expect(error.hint).toBe('An embedder has id, dimensions, prefixVersion, maxTokens, local, embed.');
  });

  it('is used unchanged', async () => {
    const froe = await open(folder({ 'a.md': 'a word\n' }), {
      index: ':memory:',
      ...(whole ? { embedder: whole } : {}),
    });
    await froe.sync();
    expect((await froe.state()).model?.id).toBe('test:hashed');
    await froe.close();
  });
});

describe('the calls of an Engine', () => {
  it.each([
    ['search', ['q', { limt: 3 }], "search(): unknown option 'limt'"],
    ['search', ['q', { limit: -1 }], 'search(): limit must be a whole number from 1, not -1'],
    ['search', ['q', { mode: 'fuzzy' }], 'search(): mode must be hybrid, keyword, vector or regex, not "fuzzy"'],
    ['search', ['q', { filter: { lang: ['py'] } }], "search(): filter: unknown option 'lang'"],
    ['search', ['q', { filter: { paths: 'src' } }], 'search(): filter: paths must be a list of texts, not "src"'],
    ['search', ['q', null], 'search(): options must be an object, not null'],
    ['search', [undefined], 'search() expects a string, not undefined'],
    ['context', ['q', { budget: 'x' }], 'context(): budget must be a whole number from 1, not "x"'],
    ['context', ['q', { scope: 'all' }], 'context(): scope must be focused, exploratory or comprehensive, not "all"'],
    ['context', [7], 'context() expects a string, not 7'],
    ['sync', [{ tread: 1 }], "sync(): unknown option 'tread'"],
    ['sync', [{ threads: -1 }], 'sync(): threads must be a whole number from 0 to 256, not -1'],
    ['get', [undefined], 'get() expects a string, not undefined'],
    ['read', ['a.py', { lines: 3 }], "read(): unknown option 'lines'"],
    ['outline', ['.', { budget: 'much' }], 'outline(): budget must be a number from 0, not "much"'],
    ['references', [42], 'references() expects a string, not 42'],
    ['impact', ['f', { depth: 3 }], "impact(): unknown option 'depth'"],
    ['forget', ['art_1'], 'forget() expects a list of ids, not "art_1"'],
    ['ingest', [{ filename: 'a.md' }], 'ingest(): content is required: it must be the bytes of a file'],
    ['ingest', [{ content: 'text', filename: 'a.md' }], 'ingest(): content must be the bytes of a file, not "text"'],
  ])('%s(…%j) is refused', async (name, args, message) => {
    const froe = await opened();
    expect((await refusal(untyped(froe)[name](...args))).message).toBe(message);
    await froe.close();
  });
});
