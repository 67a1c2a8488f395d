/**
 * Trying again: exponential backoff with full jitter, so that many clients who
 * were refused together do not come back together.
 *
 *     wait before attempt n  =  random() × min(30 s, 0.5 s × 2ⁿ)     and never less than Retry-After
 */
import type { Clock } from './clock.js';
import { mayPass, type RequestFailure } from './failure.js';

const FIRST = 500;
const MOST = 30_000;
/** A provider that wants longer than this has closed for now: better to say so than to sit here. */
const LONGEST_ASKED = 120_000;

export interface Patience {
  /** How often a request is tried in all. */
  readonly attempts: number;
  readonly clock: Clock;
  /** Told how long the provider asked everybody to wait. */
  readonly hold: (ms: number) => void;
  /** Milliseconds that a provider may ask for; who asks for more is taken at its word. Default two minutes. */
  readonly longest?: number;
}

export async function retrying<T extends object>(
  attempt: () => Promise<T | { readonly failure: RequestFailure }>,
  { attempts, clock, hold, longest = LONGEST_ASKED }: Patience,
  signal?: AbortSignal,
): Promise<T | { readonly failure: RequestFailure }> {
  for (let tried = 1; ; tried++) {
    const answer = await attempt();
    if (!('failure' in answer)) return answer;
    const { retryAfter = 0 } = answer.failure;
    if (tried >= attempts || !mayPass(answer.failure) || retryAfter > longest) return answer;
    if (retryAfter > 0) hold(retryAfter);
    await clock.sleep(Math.max(retryAfter, backoff(tried - 1, clock.random())), signal);
  }
}

export const backoff = (attempt: number, random: number): number => random * Math.min(MOST, FIRST * 2 ** attempt);
