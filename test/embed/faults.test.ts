/** Every failure of a provider, over real HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FroeError } from '../../src/errors.js';
import {
  fakeClock,
  fakeProvider,
  type Handler,
  lengthsOf,
  openAiAnswer,
  type RecordedRequest,
  type Reply,
  requireEmbedder,
  vectorFor,
} from './fakeProvider.js';

const KEY = 'sk-very-secret';

async function against(handler: Handler, options: Parameters<typeof requireEmbedder>[1] = {}) {
  const server = await fakeProvider(handler);
  const clock = fakeClock();
  const env = { FROE_API_KEY: KEY };
  const one = requireEmbedder('openai/any', {
    baseUrl: server.url,
    dimensions: 3,
    clock,
    env,
    concurrency: 1,
    ...options,
  });
  return { server, clock, one };
}

/** The error of a call that must not succeed, with nothing secret in it. */
async function refusal(promise: Promise<unknown>): Promise<FroeError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FroeError)) throw new Error('no FroeError came', { cause: error });
  expect(`${error.message} ${error.hint} ${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY);
  return error;
}

/** An address where somebody was, a moment ago. */
async function nowhere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe('a temporary error', () => {
  it.each([429, 500, 503])('%i is retried after the requested time', async (status) => {
    const { server, clock, one } = await against((seen, n) =>
      n < 3 ? { status, headers: { 'retry-after': '7' }, json: { error: 'busy' } } : openAiAnswer(seen),
    );
    expect(lengthsOf(await one.embed(['aa'], 'passage'))).toEqual([2]);
    expect(server.seen).toHaveLength(3);
    expect(clock.slept).toEqual([7000, 7000]);
  });

  it.each([
    ['a date', { 'retry-after': new Date(1_000_000 + 9_000).toUTCString() }, 9_000],
    ['milliseconds', { 'retry-after-ms': '1234', 'retry-after': '99' }, 1234],
    ['nonsense', { 'retry-after': 'soon' }, 250],
    ['the past', { 'retry-after': new Date(0).toUTCString() }, 250],
  ] as const)('Retry-After as %s', async (_, headers, slept) => {
    const { clock, one } = await against((seen, n) => (n === 1 ? { status: 429, headers } : openAiAnswer(seen)));
    await one.embed(['a'], 'passage');
    expect(clock.slept).toEqual([slept]);
  });

  it('a provider that stays down is given up after two batches, with a message', async () => {
    const { server, one } = await against(() => ({ status: 503, json: { error: 'down' } }), { attempts: 3 });
    const texts = Array.from({ length: 512 * 5 }, () => 'a');
    const results = await one.settle(texts, 'passage');
    expect(results.every((result) => result instanceof FroeError)).toBe(true);
    expect(server.seen).toHaveLength(6);
    expect(await refusal(one.embed(['a'], 'passage'))).toMatchObject({
      code: 'provider',
      message: `OpenAI (${server.url}) is not taking requests (HTTP 503: down)`,
    });
  });

  it('a refused connection is reported', async () => {
    const clock = fakeClock();
    const one = requireEmbedder('ollama/nomic-embed-text', { baseUrl: await nowhere(), clock, attempts: 3 });
    expect(await refusal(one.embed(['a'], 'passage'))).toMatchObject({
      code: 'provider',
      message: expect.stringMatching(/could not be reached: ECONNREFUSED/),
      hint: expect.stringContaining('ollama serve'),
    });
    expect(clock.slept).toHaveLength(2);
  });

  it('a missing response times out', async () => {
    const { server, one } = await against((seen, n) => (n === 1 ? undefined : openAiAnswer(seen)), { timeout: 500 });
    expect(await one.embed(['a'], 'passage')).toHaveLength(1);
    expect(server.seen).toHaveLength(2);
    const never = await against(() => undefined, { timeout: 20, attempts: 2 });
    expect((await refusal(never.one.embed(['a'], 'passage'))).message).toContain('no answer within 0.02 s');
  });
});

describe('a permanent error is tried once', () => {
  it.each([401, 403])('%i names the variable to set, and not the key', async (status) => {
    const { server, one } = await against(() => ({ status, json: { error: { message: `bad key ${KEY}` } } }));
    expect(await refusal(one.embed(['a'], 'passage'))).toMatchObject({
      message: `OpenAI (${server.url}) refused the key (HTTP ${status})`,
      hint: 'Set FROE_API_KEY to a key that may use any.',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('without a key no request is sent', async () => {
    for (const [spec, variable] of [
      ['openai/text-embedding-3-small', 'OPENAI_API_KEY'],
      ['voyage/voyage-code-3', 'VOYAGE_API_KEY'],
    ] as const) {
      const error = await refusal(requireEmbedder(spec, { env: { [variable]: '' } }).embed(['a'], 'passage'));
      expect(error).toMatchObject({ code: 'provider', hint: expect.stringContaining(`Set ${variable} `) });
    }
  });

  it.each([
    [400, { error: { message: 'maximum context length is 8192' } }, /refused a batch .*8192/, /max-tokens/],
    [400, { error: { message: `${KEY} is odd` } }, /HTTP 400: … is odd/, undefined],
    [422, { detail: 'no' }, /HTTP 422: no/, undefined],
    [404, { error: 'model not found' }, /does not know the model 'any'/, /model name/],
    [429, { error: { message: 'pay', code: 'insufficient_quota' } }, /pay \/ insufficient_quota/, /later/],
  ])('%i', async (status, json, message, hint) => {
    const { server, one } = await against(() => ({ status, json }));
    const error = await refusal(one.embed(['a'], 'passage'));
    expect(error.message).toMatch(message);
    if (hint) expect(error.hint).toMatch(hint);
    else expect(error.hint).toBeUndefined();
    expect(server.seen).toHaveLength(1);
  });

  it('Ollama without the model reports how to get it', async () => {
    const server = await fakeProvider(() => ({ status: 404, json: { error: 'model "nomic-embed-text" not found' } }));
    const error = await refusal(
      requireEmbedder('ollama/nomic-embed-text', { baseUrl: server.url }).embed(['a'], 'passage'),
    );
    expect(error.hint).toBe('Run: ollama pull nomic-embed-text');
  });

  it.each([301, 307, 308])('a text does not follow a redirect (%i)', async (status) => {
    const other = await fakeProvider((seen) => openAiAnswer(seen));
    const { server, one } = await against(() => ({ status, headers: { location: `${other.url}/x` } }));
    expect((await refusal(one.embed(['a'], 'passage'))).message).toContain(`it has moved to ${other.url}/x`);
    expect([server.seen.length, other.seen.length]).toEqual([1, 0]);
  });
});

describe('wrong answers', () => {
  const data = (...embeddings: unknown[]) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })) });
  it.each<[string, Reply, RegExp]>([
    ['too few', { json: data([1, 2, 3]) }, /1 vectors came back for 2 texts/],
    ['too many', { json: data([1, 2, 3], [1, 2, 3], [1, 2, 3]) }, /3 vectors came back for 2 texts/],
    ['another size', { json: data([1, 2, 3], [1, 2]) }, /2 dimensions instead of 3/],
    [
      'not a number',
      { text: '{"data":[{"index":0,"embedding":[1,null,3]},{"index":1,"embedding":[1,2,3]}]}' },
      /not a number/,
    ],
    [
      'infinite',
      { text: '{"data":[{"index":0,"embedding":[1,1e999,3]},{"index":1,"embedding":[1,2,3]}]}' },
      /not finite/,
    ],
    ['zeros', { json: data([0, 0, 0], [1, 2, 3]) }, /zero or not finite/],
    ['words', { json: data('AAAA', [1, 2, 3]) }, /a vector is missing/],
    [
      'an index twice',
      { json: { data: [1, 1].map((index) => ({ index, embedding: [1, 2, 3] })) } },
      /contains no vectors/,
    ],
    [
      'an index beyond',
      { json: { data: [0, 2].map((index) => ({ index, embedding: [1, 2, 3] })) } },
      /contains no vectors/,
    ],
    ['no index', { json: { data: [{ embedding: [1, 2, 3] }, { embedding: [1, 2, 3] }] } }, /contains no vectors/],
    ['nothing', { json: {} }, /contains no vectors/],
    ['null', { json: null }, /contains no vectors/],
    ['a web page', { text: '<html>' }, /not JSON/],
    ['half of it', { text: '{"data":[{"ind' }, /not JSON/],
  ])('%s', async (_, reply, message) => {
    const { server, one } = await against(() => reply);
    const error = await refusal(one.embed(['a', 'b'], 'passage'));
    expect(error).toMatchObject({ code: 'provider', message: expect.stringMatching(message) });
    expect(server.seen).toHaveLength(1);
  });
});

describe('one failed batch', () => {
  const texts = Array.from({ length: 512 * 3 }, (_, i) => (i === 600 ? 'bad' : 'a'));
  const handler = (seen: RecordedRequest): Reply =>
    seen.body.input.includes('bad') ? { status: 400, json: { error: 'bad input' } } : openAiAnswer(seen);

  it('does not affect the others on request', async () => {
    const { server, one } = await against(handler);
    const arrived: number[] = [];
    const results = await one.settle(texts, 'passage', { arrived: (answers) => arrived.push(answers.length) });
    expect(results.map((result) => (result instanceof FroeError ? 'x' : 'v')).join('')).toBe(
      'v'.repeat(512) + 'x'.repeat(512) + 'v'.repeat(512),
    );
    expect(arrived).toEqual([512, 512, 512]);
    expect(server.seen).toHaveLength(3);
  });

  it('ends the call otherwise, and nothing more is sent', async () => {
    const { server, one } = await against(handler);
    expect((await refusal(one.embed(texts, 'passage'))).message).toContain('bad input');
    expect(server.seen).toHaveLength(2);
  });

  it('texts over the cap and empty texts are never sent', async () => {
    const { server, one } = await against((seen) => openAiAnswer(seen), { maxTokens: 10 });
    const results = await one.settle(['a', 'wood '.repeat(20), '', 'bb'], 'passage');
    expect(results.map((result) => (result instanceof FroeError ? result.code : 'v'))).toEqual([
      'v',
      'too-large',
      'bad-option',
      'v',
    ]);
    expect(server.seen.map(({ body }) => body.input)).toEqual([['a', 'bb']]);
    expect((await refusal(one.embed(['a', 'wood '.repeat(20)], 'passage'))).message).toMatch(
      /^A text of \d+ tokens exceeds the 10 of openai\/any@/,
    );
    expect(server.seen).toHaveLength(1);
  });
});

describe('many failures', () => {
  it('end with every vector in its place, or the reason of its failure', async () => {
    const moods = fc.array(fc.constantFrom<'good' | 'busy' | 'odd' | 'short'>('good', 'good', 'busy', 'odd', 'short'), {
      minLength: 1,
    });
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    let mood: readonly string[] = [];
    const server = await fakeProvider((seen, n) => {
      const now = mood[n % mood.length];
      if (now === 'busy') return { status: 503 };
      if (now === 'odd') return { status: 400, json: { error: 'odd' } };
      if (now === 'short') return { json: { embeddings: [] } };
      return { json: { embeddings: seen.body.input.map((text) => vectorFor(text)) } };
    });
    await fc.assert(
      fc.asyncProperty(moods, sizes, async (day, lengths) => {
        mood = day;
        const texts = lengths.map((length) => 'z'.repeat(length));
        const one = requireEmbedder('ollama/any', {
          baseUrl: server.url,
          dimensions: 3,
          clock: fakeClock(),
          attempts: 3,
        });
        const arrived: number[] = [];
        const results = await one.settle(texts, 'passage', {
          arrived: (answers) => arrived.push(...answers.map(({ index }) => index)),
        });
        expect(arrived.sort((a, b) => a - b)).toEqual([...texts.keys()]); // each once
        expect(results).toHaveLength(texts.length);
        for (const [i, result] of results.entries()) {
          if (result instanceof FroeError) expect(result.code).toBe('provider');
          else expect(lengthsOf([result])).toEqual([lengths[i]]);
        }
        if (day.every((now) => now === 'good'))
          expect(results.some((result) => result instanceof FroeError)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});

describe('cancelling', () => {
  it('stops during a request, and closes the connection', async () => {
    const { server, one } = await against(() => undefined);
    const stop = new AbortController();
    const running = one.embed(['a'], 'passage', stop.signal);
    await server.asked(1);
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect.poll(server.dropped).toBe(1);
  });

  it('stops before the start', async () => {
    const { server, one } = await against((seen) => openAiAnswer(seen));
    const signal = AbortSignal.abort(new Error('never'));
    await expect(one.embed(['a'], 'passage', signal)).rejects.toThrow('never');
    await expect(one.settle(['a'], 'passage', { signal })).rejects.toThrow('never');
    expect(server.seen).toEqual([]);
  });

  it('stops while it waits to try again', async () => {
    const { server, one } = await against(() => ({ status: 429, headers: { 'retry-after': '60' } }), {
      clock: undefined, // the real one: were the wait not cut short, this test would run out of time
    });
    const stop = new AbortController();
    const running = one.settle(['a'], 'passage', { signal: stop.signal });
    await server.asked(1);
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(running).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });

  it('sends nothing more of many batches', async () => {
    const stop = new AbortController();
    const { server, one } = await against((seen) => openAiAnswer(seen));
    const texts = Array.from({ length: 512 * 4 }, () => 'a');
    const running = one.settle(texts, 'passage', {
      signal: stop.signal,
      arrived: () => stop.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });
});

describe('rates', () => {
  it('are kept', async () => {
    const { clock, one } = await against((seen) => openAiAnswer(seen), { requestsPerMinute: 6 });
    await one.embed(
      Array.from({ length: 512 * 3 }, () => 'a'),
      'passage',
    );
    expect(clock.slept).toEqual([10_000, 10_000]);
  });
});
