/**
 * An embedder over HTTP: what the providers have in common.
 *
 *     texts ─count→ refuse what is too long ─batches→ send, a few at a time → results, in the order of the texts
 */
import { FroeError } from '../errors.js';
import { tokenizer } from '../text/tokens/index.js';
import type { BatchOutcome } from './batch.js';
import { batches, inBatches } from './batch.js';
import { type Clock, systemClock } from './clock.js';
import type { Purpose } from './embedder.js';
import { type Arrival, embedFromSettle, type Settled, type SettlingEmbedder } from './embedder.js';
import { describeFailure, failsEveryRequest, isRetryable, missingKey, type RequestFailure } from './failure.js';
import { RateLimiter, type RateLimits } from './limiter.js';
import { post, type RequestResult } from './request.js';
import { retrying } from './retry.js';
import { specOf } from './spec.js';
import type { EmbedTarget } from './target.js';
import { readVectors } from './vectors.js';

export interface RemoteEmbedderOptions extends SendOptions {
  /** Maximum number of requests in flight. Default 4. */
  readonly concurrency?: number | undefined;
}

export function remoteEmbedder(target: EmbedTarget, options: RemoteEmbedderOptions = {}): SettlingEmbedder {
  const send = sender(target, options);

  const settle: SettlingEmbedder['settle'] = async (texts, purpose, { signal, arrived } = {}) => {
    signal?.throwIfAborted();
    const results = new Array<Settled>(texts.length);
    const keep = (answers: readonly Arrival[]): void => {
      for (const { index, result } of answers) results[index] = result;
      if (answers.length > 0) arrived?.(answers);
    };
    const counter = tokenizer('cl100k_base');
    const tokens = texts.map((text) => counter.count(text));
    keep(texts.flatMap((text, index) => unfit(text, index, tokens[index], target)));

    const sent = [...texts.keys()].filter((index) => results[index] === undefined);
    const sentTokens = sent.map((index) => tokens[index]);
    await inBatches({
      spans: batches(sentTokens, target.provider.batch),
      concurrency: options.concurrency ?? 4,
      send: ({ start, end }) =>
        send({
          texts: sent.slice(start, end).map((index) => texts[index]),
          tokens: sentTokens.slice(start, end).reduce((a, b) => a + b, 0),
          purpose,
          signal,
        }),
      arrived: (answers) => keep(answers.map(({ index, result }) => ({ index: sent[index], result }))),
    });
    return results;
  };

  const { id, dimensions, maxTokens, prefixVersion, price } = target;
  return {
    id,
    dimensions,
    maxTokens,
    prefixVersion,
    ...(price === undefined ? {} : { price }),
    local: false,
    settle,
    embed: embedFromSettle(settle),
  };
}

/** Refuses what the model would refuse or, worse, truncate without an error. */
function unfit(text: string, index: number, tokens: number, { id, maxTokens }: EmbedTarget): readonly Arrival[] {
  if (text === '') return [{ index, result: new FroeError('bad-option', 'An empty text has no vector') }];
  if (tokens <= maxTokens) return [];
  const message = `A text of ${tokens} tokens exceeds the ${maxTokens} of ${specOf(id)}`;
  return [{ index, result: new FroeError('too-large', message, 'Lower --max-tokens.') }];
}

interface SendOptions extends RateLimits {
  /** Timeout of a request in milliseconds; default: the provider's. */
  readonly timeout?: number | undefined;
  /** Maximum attempts per request. Default 6. */
  readonly attempts?: number | undefined;
  readonly clock?: Clock | undefined;
}

interface EmbedBatch {
  readonly texts: readonly string[];
  readonly tokens: number;
  readonly purpose: Purpose;
  readonly signal?: AbortSignal | undefined;
}

/** Throws only when cancelled. */
type Send = (batch: EmbedBatch) => Promise<BatchOutcome>;

function sender(target: EmbedTarget, options: SendOptions): Send {
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
