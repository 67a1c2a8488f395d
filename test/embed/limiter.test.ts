import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/embed/clock.js';
import { RateLimiter } from '../../src/embed/limiter.js';

/** A clock that is moved by hand; sleepers are told their hour and let go at once. */
function handClock(): Clock & { time: number; readonly hours: number[] } {
  const clock = {
    time: 0,
    hours: [] as number[],
    now: () => clock.time,
    random: () => 0,
    sleep: async (ms: number) => {
      clock.hours.push(clock.time + ms);
    },
  };
  return clock;
}

describe('Limiter', () => {
  it('spreads tokens over the minute', async () => {
    const clock = handClock();
    const limiter = new RateLimiter({ tokensPerMinute: 60_000 }, clock);
    await limiter.take(20_000);
    expect(clock.hours).toEqual([]);
    clock.time = 1000;
    await limiter.take(5_000);
    await limiter.take(1);
    expect(clock.hours).toEqual([20_000, 25_000]);
    clock.time = 100_000; // a pause saves nothing up
    await limiter.take(10_000);
    await limiter.take(1);
    expect(clock.hours.slice(2)).toEqual([110_000]);
  });

  it('spreads requests over the minute, and the stricter of the two limits counts', async () => {
    const clock = handClock();
    const limiter = new RateLimiter({ requestsPerMinute: 60, tokensPerMinute: 60_000 }, clock);
    for (const tokens of [1, 5_000, 1]) await limiter.take(tokens);
    await limiter.take(1);
    expect(clock.hours).toEqual([1000, 6000, 7000]);
  });

  it('makes all requests wait when one was told to', async () => {
    const clock = handClock();
    const limiter = new RateLimiter({}, clock);
    await limiter.take(1_000_000);
    limiter.hold(30_000);
    limiter.hold(10_000); // a shorter wait does not shorten the longer
    await limiter.take(1);
    expect(clock.hours).toEqual([30_000]);
  });

  it('makes those wait again that were already waiting: they were sent during the hold', async () => {
    const clock = handClock();
    const limiter = new RateLimiter({ tokensPerMinute: 60_000 }, clock);
    await limiter.take(5_000);
    const waiting = [limiter.take(1_000), limiter.take(1_000)];
    limiter.hold(30_000);
    await Promise.all(waiting);
    expect(clock.hours).toEqual([5_000, 6_000, 30_000, 31_000]);
  });

  it('lets through in any minute at most the limit and one batch', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 60 }), async (sizes) => {
        const clock = handClock();
        const limiter = new RateLimiter({ tokensPerMinute: 1000 }, clock);
        const gone: { at: number; tokens: number }[] = [];
        for (const tokens of sizes) {
          const before = clock.hours.length;
          await limiter.take(tokens);
          gone.push({ at: clock.hours.length > before ? clock.hours[before] : clock.time, tokens });
        }
        for (const { at: from } of gone) {
          const minute = gone.filter(({ at }) => at >= from && at < from + 60_000 - 1e-6);
          const sum = minute.reduce((total, { tokens }) => total + tokens, 0);
          expect(sum).toBeLessThanOrEqual(1000 + minute[minute.length - 1].tokens);
        }
      }),
    );
  });
});
