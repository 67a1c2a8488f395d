import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestFailure } from '../../src/embed/failure.js';
import { backoffMs, retrying } from '../../src/embed/retry.js';
import { fakeClock } from './fakeProvider.js';

const status = (code: number, more: Partial<RequestFailure> = {}): { failure: RequestFailure } => ({
  failure: { kind: 'status', status: code, detail: '', ...more },
});

/** Answers in turn; says how often it was tried and what was slept. */
async function tried(answers: readonly ({ failure: RequestFailure } | { json: unknown })[], attempts = 4) {
  const clock = fakeClock();
  const held: number[] = [];
  let count = 0;
  const attempt = async () => answers[Math.min(count++, answers.length - 1)];
  const answer = await retrying(attempt, { maxTries: attempts, clock, hold: (ms) => held.push(ms) });
  return { answer, count, slept: clock.slept, held };
}

const ok = { json: 1 };

describe('retrying', () => {
  it.each([[408], [429], [500], [502], [503], [529]])('%i is retried', async (code) => {
    expect(await tried([status(code), ok])).toMatchObject({ answer: ok, count: 2, slept: [250] });
  });

  it.each([400, 401, 403, 404, 413, 422, 301])('%i is not retried', async (code) => {
    expect(await tried([status(code), ok])).toMatchObject({ answer: status(code), count: 1, slept: [] });
  });

  it('waits longer each time, and gives up', async () => {
    expect(await tried([status(500)], 5)).toMatchObject({
      answer: status(500),
      count: 5,
      slept: [250, 500, 1000, 2000],
    });
  });

  it('retries without a response, but not after an invalid one', async () => {
    const failed = (kind: RequestFailure['kind']) => ({ failure: { kind, detail: '' } });
    expect(await tried([failed('unreachable'), failed('timeout'), ok])).toMatchObject({ answer: ok, count: 3 });
    expect(await tried([failed('malformed'), ok])).toMatchObject({ count: 1 });
  });

  it('waits as requested, for the other requests, too', async () => {
    const asked = await tried([status(429, { retryAfter: 7000 }), ok]);
    expect(asked).toMatchObject({ answer: ok, slept: [7000], held: [7000] });
    expect(await tried([status(503, { retryAfter: 1 }), ok])).toMatchObject({ slept: [250] }); // never less than the backoff
  });

  it('does not wait for hours', async () => {
    expect(await tried([status(429, { retryAfter: 3_600_000 }), ok])).toMatchObject({ count: 1, slept: [] });
  });

  it('does not retry an exhausted quota', async () => {
    expect(await tried([status(429, { detail: 'x / insufficient_quota' }), ok])).toMatchObject({ count: 1 });
  });

  it('can be cancelled while it waits', async () => {
    const stop = new AbortController();
    const clock = { ...fakeClock(), sleep: async () => stop.signal.throwIfAborted() };
    const attempt = async () => {
      stop.abort(new Error('enough'));
      return status(500);
    };
    await expect(retrying(attempt, { maxTries: 9, clock, hold: () => {} }, stop.signal)).rejects.toThrow('enough');
  });
});

it('backoff stays between zero and half a minute', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
      const wait = backoffMs(attempt, random);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** attempt));
    }),
  );
});
