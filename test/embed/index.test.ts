/** Embedders by name, the table of models, the estimate. */
import { describe, expect, it } from 'vitest';
import { type EmbedderOptions, embedder, endpointOf, estimate } from '../../src/embed/index.js';
import { isEmbedProvider } from '../../src/embed/providers.js';
import { flagsOf, specOf } from '../../src/embed/spec.js';
import { modelSpecs, models } from '../../src/models.js';
import { requireEmbedder } from './fakeProvider.js';

describe('by name', () => {
  it('none has no embedder', () => {
    expect(embedder('none')).toBeUndefined();
  });

  it.each([
    ['openai/text-embedding-3-small', 'openai:text-embedding-3-small', 1536, 7000, 0.02],
    ['openai/text-embedding-3-large', 'openai:text-embedding-3-large', 3072, 7000, 0.13],
    ['voyage/voyage-code-2', 'voyage:voyage-code-2', 1536, 14000, 0.12],
    ['voyage/voyage-code-3', 'voyage:voyage-code-3', 1024, 30000, 0.18],
    ['ollama/nomic-embed-text', 'ollama:nomic-embed-text', 768, 7000, undefined],
    ['ollama/nomic-embed-text:latest', 'ollama:nomic-embed-text', 768, 7000, undefined],
    ['test', 'test:hashed', 256, 8192, undefined],
    ['builtin', 'froe/builtin-3', 512, 8192, undefined],
  ])('%s', (spec, id, dimensions, maxTokens, price) => {
    const one = requireEmbedder(spec);
    expect(one).toMatchObject({ id, dimensions, maxTokens, local: spec === 'test' || spec === 'builtin' });
    expect(one.price).toBe(price);
  });

  it.each([
    ['gpt', {}, /Unknown embedder 'gpt'/, /Known: none, builtin, test, .*voyage\/voyage-code-3/],
    ['openai/', {}, /Unknown embedder/, /ollama\/…$/],
    ['/x', {}, /Unknown embedder/, /Known/],
    ['toString/x', {}, /Unknown embedder/, /Known/],
    ['openai/mine', {}, /does not know the model 'mine'/, /--dimensions/],
    ['openai/toString', {}, /does not know the model/, /--dimensions/],
    ['openai/voyage-code-3', {}, /does not know the model/, /--dimensions/], // it is Voyage's
    ['openai/text-embedding-3-small', { dimensions: 1537 }, /does not support 1537/, /1 to 1536/],
    ['voyage/voyage-code-3', { dimensions: 300 }, /does not support 300/, /256, 512, 1024, 2048/],
    ['voyage/voyage-code-2', { dimensions: 512 }, /does not support 512/, /supports 1536/],
    ['openai/mine', { dimensions: 1.5 }, /whole number/, undefined],
    ['openai/mine', { dimensions: 3, baseUrl: 'localhost:80' }, /not an http address/, /https:/],
    ['openai/mine', { dimensions: 3, baseUrl: 'file:///etc' }, /not an http address/, /https:/],
    ['openai/mine', { dimensions: 3, baseUrl: 'http://me:pw@x/' }, /contains a password/, /FROE_API_KEY/],
    ['openai/mine', { dimensions: 3, baseUrl: 'http://x/?key=pw' }, /or a query/, /FROE_API_KEY/],
  ])('%s %j is refused', (spec, options, message, hint) => {
    let error: unknown;
    try {
      embedder(spec, options);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'bad-option', message: expect.stringMatching(message) });
    expect(String((error as { hint?: string }).hint)).toMatch(hint ?? /undefined/);
    expect(String((error as Error).message)).not.toContain('pw');
  });

  it('the address that texts are sent to', () => {
    expect(endpointOf('none')).toBeUndefined();
    expect(endpointOf('test', 'http://x')).toBeUndefined();
    expect(endpointOf('openai/x')).toBe('https://api.openai.com/v1');
    expect(endpointOf('openai/x', 'HTTP://Host:80/v1//')).toBe('http://host/v1');
    expect(endpointOf('ollama/x')).toBe('http://127.0.0.1:11434');
  });
});

describe('a name that is shown', () => {
  const at = (spec: string, options: EmbedderOptions = {}) => {
    const one = requireEmbedder(spec, options);
    return { id: one.id, dimensions: one.dimensions };
  };

  const shownAs: readonly (readonly [spec: string, shown: string, options: EmbedderOptions])[] = [
    ['builtin', 'builtin', {}],
    ['builtin', 'builtin', { dimensions: 64 }],
    ['test', 'test', {}],
    ...modelSpecs.map((spec) => [spec, spec, {}] as const),
    ['openai/text-embedding-3-small', 'openai/text-embedding-3-small', { dimensions: 512 }],
    ['openai/mine', 'openai/mine', { dimensions: 9 }],
    ['ollama/hf.co/org/mine:q8', 'ollama/hf.co/org/mine:q8', { dimensions: 9 }],
    ['openai/mine', 'openai/mine@host:8080', { dimensions: 9, baseUrl: 'http://host:8080/v1' }],
    ['openai/@cf/baai/bge', 'openai/@cf/baai/bge', { dimensions: 9 }],
  ];
  it.each(shownAs)('%s is shown as %s, and can be typed: %j', (spec, shown, options) => {
    const one = at(spec, options);
    expect(specOf(one.id)).toBe(shown);
    expect(at(shown, options)).toEqual(one);
    expect(at(one.id, options)).toEqual(one);
    const typed = / --dimensions (\d+)/.exec(flagsOf(one))?.[1];
    expect(
      at(shown, { baseUrl: options.baseUrl, dimensions: typed === undefined ? undefined : Number(typed) }),
    ).toEqual(one);
  });

  it('of an earlier version of the built-in model means the current one', () => {
    expect(at('froe/builtin-1')).toEqual(at('builtin'));
  });

  it('of another provider stays the same', () => {
    expect(specOf('my-model')).toBe('my-model');
  });

  it('that is misspelt gets a suggestion', () => {
    expect(() => embedder('openai/text-embeding-3-small')).toThrow(/does not know the model/);
    expect(() => embedder('bultin')).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/^Did you mean builtin\?/) }),
    );
  });
});

describe('the models', () => {
  it('each have a known provider', () => {
    expect(Object.values(models).filter(({ provider }) => !isEmbedProvider(provider))).toEqual([]);
  });

  it('can be made, every one', () => {
    for (const spec of modelSpecs)
      expect(requireEmbedder(spec).maxTokens).toBeLessThan(models[spec.split('/')[1]].window);
  });
});

describe('estimate', () => {
  it('adds up', () => {
    expect(estimate({ price: 0.02 }, [500_000, 250_000, 250_000])).toEqual({
      chunks: 3,
      tokens: 1_000_000,
      cost: 0.02,
    });
    expect(estimate({}, [])).toEqual({ chunks: 0, tokens: 0 });
  });
});
