/**
 * Keeps to so many requests and tokens a minute, by spreading them evenly: what
 * is taken moves the time at which the next may go.
 *
 *     60,000 tokens a minute = 1 a millisecond
 *     take(20,000) at 0 s   goes at once; the next may go at 20 s
 *     take( 5,000) at 1 s   waits till 20 s; the next may go at 25 s
 *
 * In any minute there is at most the limit and one batch. Nothing is saved up
 * for a burst: providers count by the minute, and a burst after a pause is what
 * they refuse.
 */
import type { Clock } from './clock.js';

export interface RateLimits {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
}

export class RateLimiter {
  readonly #clock: Clock;
  readonly #perRequest: number;
  readonly #perToken: number;
  /** When the next may go, in the clock's milliseconds. */
  #free = 0;

  constructor({ requestsPerMinute, tokensPerMinute }: RateLimits, clock: Clock) {
    this.#clock = clock;
    this.#perRequest = requestsPerMinute === undefined ? 0 : 60_000 / requestsPerMinute;
    this.#perToken = tokensPerMinute === undefined ? 0 : 60_000 / tokensPerMinute;
  }

  /** Returns when a request of so many tokens may go. The turn is taken at once: who comes later goes later. */
  async take(tokens: number, signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const turn = Math.max(now, this.#free);
    this.#free = turn + Math.max(this.#perRequest, tokens * this.#perToken);
    if (turn > now) await this.#clock.sleep(turn - now, signal);
  }

  /** Nobody goes for so long: one was told to wait, and the others would be told the same. */
  hold(ms: number): void {
    this.#free = Math.max(this.#free, this.#clock.now() + ms);
  }
}
