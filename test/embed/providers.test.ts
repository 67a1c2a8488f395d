/** The request to each provider, and how its response is parsed. Real fetch, real HTTP. */
import { describe, expect, it } from 'vitest';
import {
  fakeProvider,
  lengthsOf,
  openAiAnswer,
  type RecordedRequest,
  requireEmbedder,
  vectorFor,
} from './fakeProvider.js';

const TEXTS = ['a', 'bbb', 'cc'];

describe('openai', () => {
  it('gets its own request format, and may answer in any order', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen, 1536));
    const one = requireEmbedder('openai/text-embedding-3-small', {
      baseUrl: `${server.url}/v1/`,
      env: { FROE_API_KEY: 'k-1' },
    });
    const vectors = await one.embed(TEXTS, 'passage');
    expect(lengthsOf(vectors)).toEqual([1, 3, 2]);
    expect(server.seen).toHaveLength(1);
    const [{ path, headers, body }] = server.seen;
    expect(path).toBe('/v1/embeddings');
    expect(headers.authorization).toBe('Bearer k-1');
    expect(body).toEqual({ model: 'text-embedding-3-small', input: TEXTS, encoding_format: 'float' });
  });

  it('trims the line break of a key, and refuses an invalid one', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen));
    const options = { baseUrl: server.url, dimensions: 3 };
    await requireEmbedder('openai/any', { ...options, env: { FROE_API_KEY: ' k-1\r\n' } }).embed(['a'], 'passage');
    expect(server.seen[0].headers.authorization).toBe('Bearer k-1');
    for (const key of ['two words', 'k\nX: y', 'clé']) {
      const make = () => requireEmbedder('openai/any', { ...options, env: { FROE_API_KEY: key } });
      expect(make).toThrow(/^FROE_API_KEY is not a key: a key is one word/);
    }
  });

  it('returns vectors of length 1', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen, 1536));
    const vectors = await requireEmbedder('openai/text-embedding-3-small', { baseUrl: server.url }).embed(
      TEXTS,
      'query',
    );
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  });

  it('gets the number of dimensions only if fewer are requested', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen, 256));
    const one = requireEmbedder('openai/text-embedding-3-large', { baseUrl: server.url, dimensions: 256 });
    expect(one).toMatchObject({ id: 'openai:text-embedding-3-large', dimensions: 256, maxTokens: 7000 });
    expect(await one.embed(['a'], 'passage')).toHaveLength(1);
    expect(server.seen[0].body.dimensions).toBe(256);
  });

  it('another server needs no key, and does not get the provider’s', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen));
    const env = { OPENAI_API_KEY: 'sk-secret' };
    const one = requireEmbedder('openai/bge-m3', { baseUrl: server.url, dimensions: 3, env });
    await one.embed(['a'], 'passage');
    expect(server.seen[0].headers.authorization).toBeUndefined();
    expect(server.seen[0].body).not.toHaveProperty('dimensions'); // it was said, not asked for
    expect(one.id).toBe(`openai:bge-m3@${new URL(server.url).host}`);
    expect(one.price).toBeUndefined();
  });
});

describe('voyage', () => {
  it('gets the purpose', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen, 1024));
    const one = requireEmbedder('voyage/voyage-code-3', { baseUrl: `${server.url}/v1` });
    expect(lengthsOf(await one.embed(TEXTS, 'passage'))).toEqual([1, 3, 2]);
    await one.embed(['q'], 'query');
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings']);
    expect(server.seen.map(({ body }) => body)).toEqual([
      { model: 'voyage-code-3', input: TEXTS, input_type: 'document', truncation: false },
      { model: 'voyage-code-3', input: ['q'], input_type: 'query', truncation: false },
    ]);
  });

  it('has sizes of its own', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen, 512));
    await requireEmbedder('voyage/voyage-code-3', { baseUrl: server.url, dimensions: 512 }).embed(['a'], 'passage');
    expect(server.seen[0].body.output_dimension).toBe(512);
  });
});

describe('ollama', () => {
  const answer = ({ body }: RecordedRequest) => ({
    json: { embeddings: body.input.map((text) => vectorFor(text, 768)) },
  });

  it('gets the prefixes that nomic was trained with, and never cuts a text short', async () => {
    const server = await fakeProvider(answer);
    const one = requireEmbedder('ollama/nomic-embed-text', { baseUrl: server.url });
    const vectors = await one.embed(['a', 'bbb'], 'passage');
    expect(lengthsOf(vectors)).toEqual([18, 20]);
    await one.embed(['a'], 'query');
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/embed', '/api/embed']);
    expect(server.seen.map(({ body }) => body)).toEqual([
      { model: 'nomic-embed-text', input: ['search_document: a', 'search_document: bbb'], truncate: false },
      { model: 'nomic-embed-text', input: ['search_query: a'], truncate: false },
    ]);
  });

  it('accepts unknown models, with slashes in their names', async () => {
    const server = await fakeProvider(({ body }) => ({
      json: { embeddings: body.input.map((text) => vectorFor(text, 4)) },
    }));
    const one = requireEmbedder('ollama/me/mine:latest', { baseUrl: server.url, dimensions: 4, maxTokens: 100 });
    expect(await one.embed(['a'], 'passage')).toHaveLength(1);
    expect(server.seen[0].body).toMatchObject({ model: 'me/mine', input: ['a'] });
    expect(one.maxTokens).toBe(100);
  });
});

describe('batches on the wire', () => {
  const word = 'wood '.repeat(499); // 500 tokens each, give or take

  it('are cut by tokens', async () => {
    const server = await fakeProvider(({ body }) => ({
      json: { embeddings: body.input.map((text) => vectorFor(text, 4)) },
    }));
    const texts = Array.from({ length: 20 }, (_, i) => `${word}${'x'.repeat(i)}`);
    const one = requireEmbedder('ollama/any', { baseUrl: server.url, dimensions: 4, maxTokens: 2000, concurrency: 1 });
    const vectors = await one.embed(texts, 'passage');
    expect(lengthsOf(vectors)).toEqual(texts.map(({ length }) => length));
    expect(server.seen.map(({ body }) => body.input.length)).toEqual([15, 5]); // 8,000 tokens hold 15 of them
    expect(server.seen.flatMap(({ body }) => body.input)).toEqual(texts);
  });

  it('are cut by count, run in parallel, and return in order', async () => {
    const server = await fakeProvider(async (seen, n) => {
      await new Promise((resolve) => setTimeout(resolve, n === 1 ? 50 : 0)); // the first is the last to answer
      return openAiAnswer(seen);
    });
    const texts = Array.from({ length: 1500 }, (_, i) => 'y'.repeat((i % 97) + 1));
    const one = requireEmbedder('openai/any', { baseUrl: server.url, dimensions: 3 });
    expect(lengthsOf(await one.embed(texts, 'passage'))).toEqual(texts.map(({ length }) => length));
    expect(server.seen.map(({ body }) => body.input.length).sort((a, b) => b - a)).toEqual([512, 512, 476]);
  });

  it('nothing is sent without texts', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen));
    expect(await requireEmbedder('openai/any', { baseUrl: server.url, dimensions: 3 }).embed([], 'passage')).toEqual(
      [],
    );
    expect(server.seen).toEqual([]);
  });
});
