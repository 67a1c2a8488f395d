import { describe, expect, it } from 'vitest';
import { type ChunkOptions, chunk, FroeError, parse } from '../../src/index.js';

async function refusal(call: Promise<unknown>): Promise<FroeError> {
  const error = await call.then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof FroeError) return error;
  throw error;
}

/** As a program without types hands it over. */
const untyped = (value: unknown) => value as string;
const options = (value: unknown) => value as ChunkOptions;

describe('chunk() and parse()', () => {
  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [42, '42'],
    [{ text: 'a' }, 'an object of Object'],
    [['a'], '["a"]'],
    [Promise.resolve('a'), 'a promise (await it first)'],
  ])('refuse input that is not text: %s', async (input, said) => {
    expect(await refusal(chunk(untyped(input)))).toMatchObject({
      code: 'bad-source',
      message: `chunk() expects a string or the bytes of a file, not ${said}`,
      hint: 'Pass a string, a Buffer or a Uint8Array.',
    });
    expect((await refusal(parse(untyped(input)))).message).toMatch(/^parse\(\) expects a string/);
  });

  it('have a hint for an ArrayBuffer', async () => {
    expect((await refusal(chunk(untyped(new ArrayBuffer(2))))).hint).toBe('Pass new Uint8Array(buffer).');
  });

  it.each([
    [{ maxToken: 100 }, "unknown option 'maxToken'", 'Did you mean maxTokens? '],
    [{ max_tokens: 100 }, "unknown option 'max_tokens'", 'Did you mean maxTokens? '],
    [{ chunkSize: 100 }, "unknown option 'chunkSize'", 'Known: docId, granularity, '],
    [{ window: { width: 9 } }, "window: unknown option 'width'", 'Known: overlap, size, threshold'],
  ])('refuse an unknown option: %j', async (given, message, hint) => {
    const error = await refusal(chunk('a', options(given)));
    expect(error).toMatchObject({ code: 'bad-option', message: `chunk(): ${message}` });
    expect(error.hint?.startsWith(hint)).toBe(true);
  });

  it.each([
    [
      { strategy: 'semantic' },
      /^chunk\(\): strategy must be auto, window, text, markdown, .* or lines, not "semantic"$/,
    ],
    [{ maxTokens: '512' }, /^chunk\(\): maxTokens must be a whole number from 8, not "512"$/],
    [
      { tokenizer: 'gpt2' },
      /^chunk\(\): tokenizer must be cl100k_base or o200k_base or a tokenizer of your own, not "gpt2"$/,
    ],
    [{ granularity: 'line' }, /^chunk\(\): granularity must be pack or node, not "line"$/],
    [{ prefix: 'text' }, /^chunk\(\): prefix must be a function, not "text"$/],
    [{ path: 7 }, /^chunk\(\): path must be text, not 7$/],
  ])('refuse an invalid value: %j', async (given, message) => {
    expect((await refusal(chunk('a', options(given)))).message).toMatch(message);
  });

  it('refuse an unknown language, and name the nearest', async () => {
    const error = await refusal(chunk('a', { language: 'pyton' }));
    expect(error).toMatchObject({ code: 'bad-option', message: "Unknown language 'pyton'" });
    expect(error.hint).toMatch(/^Did you mean python\? Known: .*\bruby\b/);
  });

  it('accept common names of a language', async () => {
    expect((await parse('x = 1\n', { language: 'py' })).source.language).toBe('python');
    expect((await parse('let x = 1;\n', { language: 'ts' })).source.language).toBe('typescript');
    expect((await parse('a\n', { language: 'lines' })).source.language).toBe('lines');
  });
});
