/** Every failure of a provider, over real HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { FroeError } from '../../src/errors.js';
import { fakeClock, fakeProvider, type Handler, type Reply } from '../embed/fakeProvider.js';
import { withServer as at, byLength, refusal as refused, requireReranker } from './rerankServer.js';

const KEY = 'sk-very-secret';
const TWO = ['a', 'bb'];

async function against(handler: Handler, options: Parameters<typeof requireReranker>[1] = {}) {
  const clock = fakeClock();
  return { ...(await at(handler, { clock, env: { FROE_API_KEY: KEY }, ...options })), clock };
}

/** The error of a call that must not succeed, with nothing secret in it. */
async function refusal(promise: Promise<unknown>): Promise<FroeError> {
  const error = await refused(promise);
  expect(error).toBeInstanceOf(FroeError);
  expect(`${error.message} ${error.hint} ${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY);
  return error;
}

describe('a temporary error', () => {
  it.each([429, 500, 503])('%i is retried after the requested time', async (status) => {
    const { server, clock, one } = await against((seen, n) =>
      n < 3 ? { status, headers: { 'retry-after': '2' }, json: { error: 'busy' } } : byLength(seen),
    );
    expect(await one.rerank('q', TWO)).toEqual([1, 2]);
    expect(server.seen).toHaveLength(3);
    expect(clock.slept[0]).toBe(2000);
  });

  it('is not retried forever', async () => {
    const { server, one } = await against(() => ({ status: 503, json: { error: 'down' } }));
    expect(await refusal(one.rerank('q', TWO))).toMatchObject({
      code: 'provider',
      message: `Jina (${server.url}) is not taking requests (HTTP 503: down)`,
      hint: undefined,
    });
    expect(server.seen).toHaveLength(3);
  });

  it('a provider that asks for a longer wait than allowed is treated as down', async () => {
    const { server, clock, one } = await against(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    expect((await refusal(one.rerank('q', TWO))).message).toContain('HTTP 429');
    expect([server.seen.length, clock.slept]).toEqual([1, []]);
  });

  it('a refused connection is reported', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
    await new Promise((resolve) => server.close(resolve));
    const clock = fakeClock();
    const one = requireReranker('server/any', { baseUrl: `http://127.0.0.1:${port}`, clock });
    expect(await refusal(one.rerank('q', TWO))).toMatchObject({
      message: expect.stringMatching(/^The reranker \(http.*could not be reached: ECONNREFUSED/),
      hint: 'Check that it is running.',
    });
    expect(clock.slept).toHaveLength(2);
  });

  it('a missing response times out, and the connection is closed', async () => {
    const { server, one } = await against(() => undefined, { timeout: 50 });
    expect((await refusal(one.rerank('q', TWO))).message).toContain('gave no answer within 0.05 s');
    await expect.poll(server.dropped).toBe(server.seen.length);
  });
});

describe('a permanent error is tried once', () => {
  it.each([401, 403])('%i names the variable to set, and not the key', async (status) => {
    const { server, one } = await against(() => ({ status, json: { error: { message: `bad key ${KEY}` } } }));
    expect(await refusal(one.rerank('q', TWO))).toMatchObject({
      message: `Jina (${server.url}) refused the key (HTTP ${status})`,
      hint: 'Set FROE_API_KEY to a key that may use any.',
    });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    [400, { error: { message: `${KEY} is odd` } }, /refused a batch \(HTTP 400: … is odd\)/],
    [422, { detail: 'no' }, /HTTP 422: no/],
    [404, { error: 'model not found' }, /does not know the model 'any'/],
    [429, { error: { message: 'pay', code: 'insufficient_quota' } }, /pay \/ insufficient_quota/],
  ])('%i', async (status, json, message) => {
    const { server, one } = await against(() => ({ status, json }));
    expect((await refusal(one.rerank('q', TWO))).message).toMatch(message);
    expect(server.seen).toHaveLength(1);
  });

  it.each([301, 307, 308])('a text does not follow a redirect (%i)', async (status) => {
    const other = await fakeProvider(byLength);
    const { server, one } = await against(() => ({ status, headers: { location: `${other.url}/x` } }));
    expect((await refusal(one.rerank('q', TWO))).message).toContain(`it has moved to ${other.url}/x`);
    expect([server.seen.length, other.seen.length]).toEqual([1, 0]);
  });

  it.each([
    ['voyage/rerank-2.5', 'VOYAGE_API_KEY'],
    ['cohere/rerank-v3.5', 'COHERE_API_KEY'],
    ['jina/jina-reranker-v2-base-multilingual', 'JINA_API_KEY'],
  ])('%s without a key: no request is sent', async (spec, variable) => {
    const error = await refusal(
      requireReranker(spec, { env: { [variable]: '', OPENAI_API_KEY: KEY } }).rerank('q', TWO),
    );
    expect(error).toMatchObject({ code: 'provider', hint: expect.stringContaining(`Set ${variable} `) });
  });

  it('a provider’s own key is sent to no other server', async () => {
    const env = { VOYAGE_API_KEY: KEY, COHERE_API_KEY: KEY, CO_API_KEY: KEY, JINA_API_KEY: KEY };
    for (const name of ['voyage', 'cohere', 'jina', 'server']) {
      const { server, one } = await at(byLength, { env }, `${name}/any`);
      await one.rerank('q', TWO);
      expect(server.seen[0].headers.authorization).toBeUndefined();
    }
  });
});

describe('wrong answers', () => {
  const results = (...scores: unknown[]): Reply => ({
    json: { results: scores.map((relevance_score, index) => ({ index, relevance_score })) },
  });
  it.each<[string, Reply, RegExp]>([
    ['too few', results(1), /1 scores came back for 2 texts/],
    ['too many', results(1, 2, 3), /3 scores came back for 2 texts/],
    ['null', results(1, null), /a score is not a number/],
    ['words', results(1, 'high'), /a score is not a number/],
    ['NaN', { text: '{"results":[{"index":0,"relevance_score":NaN},{"index":1,"relevance_score":1}]}' }, /not JSON/],
    [
      'infinite',
      { text: '{"results":[{"index":0,"relevance_score":1e999},{"index":1,"relevance_score":1}]}' },
      /a score is not a number/,
    ],
    ['an index twice', { json: [1, 1].map((index) => ({ index, score: 1 })) }, /a text has two scores/],
    ['an index beyond', { json: [0, 2].map((index) => ({ index, score: 1 })) }, /a score belongs to no text/],
    ['half an index', { json: [0, 0.5].map((index) => ({ index, score: 1 })) }, /a score belongs to no text/],
    ['no index', { json: [{ score: 1 }, { score: 1 }] }, /a score belongs to no text/],
    ['nothing', { json: {} }, /it holds no scores/],
    ['a string', { json: 'results' }, /it holds no scores/],
    ['a page', { text: '<html>' }, /not JSON/],
  ])('%s', async (_, reply, message) => {
    const { server, one } = await against(() => reply);
    const error = await refusal(one.rerank('q', TWO));
    expect(error.message).toMatch(message);
    expect(error.message).toContain(`Jina (${server.url}) returned an invalid answer: `);
    expect(server.seen).toHaveLength(1);
  });
});

describe('cancelling', () => {
  it('stops during a request, with the caller’s own reason, and closes the connection', async () => {
    const { server, one } = await against(() => undefined);
    const stop = new AbortController();
    const running = one.rerank('q', TWO, stop.signal);
    await server.asked(1);
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect.poll(server.dropped).toBe(1);
    await expect(one.rerank('q', TWO, stop.signal)).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });
});
