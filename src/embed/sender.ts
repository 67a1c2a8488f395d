/** Sends one batch: waits for its slot, sends the request, retries, and validates the response. */
import type { BatchOutcome } from './batch.js';
import { type Clock, systemClock } from './clock.js';
import type { Purpose } from './embedder.js';
import { describeFailure, failsEveryRequest, isRetryable, missingKey, type RequestFailure } from './failure.js';
import { RateLimiter, type RateLimits } from './limiter.js';
import { post, type RequestResult } from './request.js';
import { retrying } from './retry.js';
import type { EmbedTarget } from './target.js';
import { readVectors } from './vectors.js';

export interface SendOptions extends RateLimits {
  /** Timeout of a request in milliseconds; default: the provider's. */
  readonly timeout?: number | undefined;
  /** Maximum attempts per request. Default 6. */
  readonly attempts?: number | undefined;
  readonly clock?: Clock | undefined;
}

export interface EmbedBatch {
  readonly texts: readonly string[];
  readonly tokens: number;
  readonly purpose: Purpose;
  readonly signal?: AbortSignal | undefined;
}

/** Throws only when cancelled. */
export type Send = (batch: EmbedBatch) => Promise<BatchOutcome>;

export function sender(target: EmbedTarget, options: SendOptions): Send {
  const { provider, model, dimensions } = target;
  const { clock = systemClock, timeout = provider.timeout, attempts = 6 } = options;
  const limiter = new RateLimiter(options, clock);
  const retry = { maxTries: attempts, clock, hold: (ms: number) => limiter.hold(ms) };
  const url = target.baseUrl + provider.path;

  const failed = (failure: RequestFailure): BatchOutcome => ({
    error: describeFailure(failure, target),
    reach: failsEveryRequest(failure) ? 'all' : isRetryable(failure) ? 'perhaps-all' : 'batch',
  });

  return async ({ texts, tokens, purpose, signal }) => {
    if (target.keyNeeded && target.key === undefined) return { error: missingKey(target), reach: 'all' };
    const prefix = target.prefixes?.[purpose] ?? '';
    const body = provider.body({
      model,
      texts: prefix === '' ? texts : texts.map((text) => prefix + text),
      purpose,
      dimensions: target.resized ? dimensions : undefined,
    });
    const attempt = async (): Promise<RequestResult> => {
      await limiter.take(tokens, signal);
      return post({ url, key: target.key, body, timeout, now: clock.now, signal });
    };
    const answer = await retrying(attempt, retry, signal);
    if ('failure' in answer) return failed(answer.failure);
    const vectors = readVectors(provider.rows(answer.json), texts.length, dimensions);
    return typeof vectors === 'string' ? failed({ kind: 'malformed', detail: vectors }) : { vectors };
  };
}
