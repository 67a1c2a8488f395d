/**
 * Limits requests and tokens per minute by spreading them evenly: each request moves the
 * time at which the next may start.
 *
 *     60,000 tokens a minute = 1 a millisecond
 *     take(20,000) at 0 s   starts at once; the next may start at 20 s
 *     take( 5,000) at 1 s   waits until 20 s; the next may start at 25 s
 *
 * In any minute there is at most the limit and one batch. Unused capacity is not saved for
 * a burst: providers count by the minute, and refuse bursts after a pause.
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
  /** When the next request may start, in milliseconds of the clock. */
  #free = 0;
  #heldUntil = 0;

  constructor({ requestsPerMinute, tokensPerMinute }: RateLimits, clock: Clock) {
    this.#clock = clock;
    this.#perRequest = requestsPerMinute === undefined ? 0 : 60_000 / requestsPerMinute;
    this.#perToken = tokensPerMinute === undefined ? 0 : 60_000 / tokensPerMinute;
  }

  /** Resolves when a request of so many tokens may start. The slot is reserved at once: later callers start later. */
  async take(tokens: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const now = this.#clock.now();
      const turn = Math.max(now, this.#free);
      this.#free = turn + Math.max(this.#perRequest, tokens * this.#perToken);
      if (turn > now) await this.#clock.sleep(turn - now, signal);
      if (turn >= this.#heldUntil) return; // else it was held while it waited: it takes another turn, after that
    }
  }

  /** Stops all requests for so long: one was told to wait, and the others would be told the same. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
    this.#free = Math.max(this.#free, this.#heldUntil);
  }
}
