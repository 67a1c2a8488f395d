/** The request to each provider, how its response is parsed, and their names. Real fetch, real HTTP. */
import { describe, expect, it } from 'vitest';
import { rerankEndpointOf, reranker } from '../../src/rerankers/index.js';
import { fakeProvider } from '../embed/fakeProvider.js';
import { byLength, requireReranker, textsIn, withServer } from './rerankServer.js';

const TEXTS = ['a', 'bbb', 'cc'];
const asked = { model: 'any', query: 'q', documents: TEXTS };

describe('the request', () => {
  it.each([
    ['voyage', { ...asked, top_k: 3, truncation: true }],
    ['cohere', { ...asked, top_n: 3 }],
    ['jina', { ...asked, top_n: 3, return_documents: false }],
    ['server', { ...asked, top_n: 3, return_documents: false }],
  ])('to %s has its own format', async (name, body) => {
    const { server, one } = await withServer(byLength, { env: { FROE_API_KEY: 'k-1' } }, `${name}/any`);
    expect(await one.rerank('q', TEXTS)).toEqual([1, 3, 2]);
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0].path).toBe('/rerank');
    expect(server.seen[0].headers.authorization).toBe('Bearer k-1');
    expect(server.seen[0].body).toEqual(body);
  });

  it('has the beginning of a long text, and never half a character', async () => {
    const { server, one } = await withServer(byLength);
    await one.rerank('q', [`${'x'.repeat(15_999)}😀y`, 'b']);
    expect(textsIn(server.seen[0])).toEqual(['x'.repeat(15_999), 'b']);
  });

  it('is sent in batches within the server’s limit', async () => {
    const { server, one } = await withServer(byLength, {}, 'server/any');
    const texts = Array.from({ length: 40 }, (_, i) => 'x'.repeat(i + 1));
    expect(await one.rerank('q', texts)).toEqual(texts.map(({ length }) => length));
    expect(server.seen.map((seen) => textsIn(seen).length)).toEqual([32, 8]);
  });

  it('is not sent again for the same query and texts', async () => {
    const { server, one } = await withServer(byLength);
    await one.rerank('q', TEXTS);
    expect(await one.rerank('q', TEXTS)).toEqual([1, 3, 2]);
    expect(server.seen).toHaveLength(1);
    await one.rerank('q', ['a', 'bbb', 'c']);
    await one.rerank('p', TEXTS);
    expect(server.seen).toHaveLength(3);
    for (let i = 0; i < 40; i++) await one.rerank(`q${i}`, ['a', 'b']);
    await one.rerank('q', TEXTS); // forgotten meanwhile
    expect(server.seen).toHaveLength(44);
  });
});

describe('answers are read', () => {
  const items = (key: string) => [2, 0, 1].map((index) => ({ index, [key]: index / 10 }));
  it.each([
    ['results', { results: items('relevance_score') }],
    ['data', { object: 'list', data: items('relevance_score') }],
    ['results with score', { results: items('score') }],
    ['a bare list', items('score')],
  ])('as %s', async (_, json) => {
    const { one } = await withServer(() => ({ json }), {}, 'server/any');
    expect(await one.rerank('q', TEXTS)).toEqual([0, 0.1, 0.2]);
  });
});

describe('a custom server', () => {
  it('with the API of text-embeddings-inference', async () => {
    const { server, one } = await withServer(
      (seen) =>
        seen.body.texts === undefined
          ? { status: 422, text: 'Failed to deserialize the JSON body: missing field `texts`' }
          : { json: textsIn(seen).map((text, index) => ({ index, score: text.length })) },
      {},
      'server/any',
    );
    expect(await one.rerank('q', TEXTS)).toEqual([1, 3, 2]);
    expect(server.seen.map(({ path }) => path)).toEqual(['/rerank', '/rerank']);
    expect(server.seen[1].body).toEqual({ query: 'q', texts: TEXTS, truncate: true });
    await one.rerank('p', TEXTS);
    expect(server.seen).toHaveLength(3); // now it is known how
  });

  it('that is below /v1', async () => {
    const { server, one } = await withServer(
      (seen) => (seen.path === '/v1/rerank' ? byLength(seen) : { status: 404, text: 'Not Found' }),
      {},
      'server/any',
    );
    expect(await one.rerank('q', TEXTS)).toEqual([1, 3, 2]);
    expect(server.seen).toHaveLength(3);
  });

  it('whose address was copied with its path', async () => {
    const server = await fakeProvider(byLength);
    for (const path of ['/rerank', '/v1/rerank', '/v1/rerank/']) {
      await requireReranker('server/any', { baseUrl: server.url + path }).rerank('q', TEXTS);
      expect(server.seen.at(-1)?.path).toBe(path.replace(/\/$/, ''));
    }
  });

  it('with another API is reported with its answer', async () => {
    const { one } = await withServer(
      ({ path }) => (path === '/rerank' ? { status: 400, json: { error: 'no such model' } } : { status: 404 }),
      {},
      'server/any',
    );
    await expect(one.rerank('q', TEXTS)).rejects.toThrow('refused a batch (HTTP 400: no such model)');
  });
});

describe('by name', () => {
  it('none has no reranker', () => {
    expect(reranker('none')).toBeUndefined();
    expect(rerankEndpointOf('none', 'http://x')).toBeUndefined();
  });

  it.each([
    ['voyage/rerank-2.5', undefined, 'voyage/rerank-2.5', 'https://api.voyageai.com/v1'],
    ['cohere/rerank-v3.5', undefined, 'cohere/rerank-v3.5', 'https://api.cohere.com/v2'],
    [
      'jina/jina-reranker-v2-base-multilingual',
      undefined,
      'jina/jina-reranker-v2-base-multilingual',
      'https://api.jina.ai/v1',
    ],
    ['jina/x', 'HTTP://Host:80/v1//', 'jina/x@host', 'http://host/v1'],
    ['server/org/x', 'http://host:8080', 'server/org/x@host:8080', 'http://host:8080'],
    ['server/x@host:8080', 'http://host:8080', 'server/x@host:8080', 'http://host:8080'], // what is shown can be typed
  ])('%s at %s', (spec, baseUrl, id, endpoint) => {
    expect(requireReranker(spec, { baseUrl }).id).toBe(id);
    expect(rerankEndpointOf(spec, baseUrl)).toBe(endpoint);
  });

  it.each([
    ['rerank-2.5', {}, /^Unknown reranker 'rerank-2.5'/, /Known: none, voyage\/…/],
    ['voyge/rerank-2.5', {}, /^Unknown reranker/, /^Did you mean voyage\/rerank-2.5\?/],
    ['voyage/', {}, /^Unknown reranker/, /server\/…/],
    ['toString/x', {}, /^Unknown reranker/, /Known/],
    ['server/x', {}, /^server\/… has no address/, /--reranker-base-url/],
    ['jina/x', { baseUrl: 'localhost:80' }, /not an http address/, /https:/],
    ['jina/x', { baseUrl: 'file:///etc' }, /not an http address/, /https:/],
    ['jina/x', { baseUrl: 'http://me:pw@x/' }, /contains a password/, /FROE_API_KEY/],
    ['jina/x', { baseUrl: 'http://x/?key=pw' }, /or a query/, /FROE_API_KEY/],
  ])('%s %j is refused', (spec, options, message, hint) => {
    expect(() => reranker(spec, options)).toThrow(
      expect.objectContaining({
        code: 'bad-option',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      }),
    );
  });
});
