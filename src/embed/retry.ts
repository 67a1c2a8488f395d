/**
 * Retries: exponential backoff with full jitter, so that many clients that were refused
 * together do not come back together.
 *
 *     wait before retry n  =  random() × min(30 s, 0.5 s × 2ⁿ⁻¹)     and never less than Retry-After
 */
import type { Clock } from './clock.js';
import { isRetryable, type RequestFailure } from './failure.js';

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** A provider that asks for more is treated as down: an error is better than waiting. */
const MAX_RETRY_AFTER_MS = 120_000;

export interface RetryOptions {
  /** Maximum attempts per request. */
  readonly maxTries: number;
  readonly clock: Clock;
  /** Called with the time that the provider asked everybody to wait. */
  readonly hold: (ms: number) => void;
  /** Maximum wait that a provider may ask for, in milliseconds; more is a failure. Default two minutes. */
  readonly maxRetryAfterMs?: number;
}

export async function retrying<T extends object>(
  attempt: () => Promise<T | { readonly failure: RequestFailure }>,
  { maxTries: attempts, clock, hold, maxRetryAfterMs: longest = MAX_RETRY_AFTER_MS }: RetryOptions,
  signal?: AbortSignal,
): Promise<T | { readonly failure: RequestFailure }> {
  for (let tried = 1; ; tried++) {
    const answer = await attempt();
    if (!('failure' in answer)) return answer;
    const { retryAfter = 0 } = answer.failure;
    if (tried >= attempts || !isRetryable(answer.failure) || retryAfter > longest) return answer;
    if (retryAfter > 0) hold(retryAfter);
    await clock.sleep(Math.max(retryAfter, backoffMs(tried - 1, clock.random())), signal);
  }
}

export const backoffMs = (attempt: number, random: number): number =>
  random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
