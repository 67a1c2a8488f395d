/**
 * A reranker over HTTP: what the providers have in common.
 *
 *     query, texts ─batches→ the shape that the server understands ─retries→ scores, in the order of the texts
 */
import { batches } from '../embed/batch.js';
import { type Clock, systemClock } from '../embed/clock.js';
import { describeFailure, missingKey, type RequestFailure } from '../embed/failure.js';
import { RateLimiter, type RateLimits } from '../embed/limiter.js';
import { field, post, type RequestResult } from '../embed/request.js';
import { retrying } from '../embed/retry.js';
import { tokenizer } from '../text/tokens/index.js';
import type { RequestShape, RerankRequest, RerankTarget } from './providers.js';
import type { Reranker } from './reranker.js';

export interface RemoteRerankerOptions extends RateLimits {
  /** Milliseconds that a query may take, with retries; default: that of the provider. */
  readonly timeout?: number | undefined;
  /** Maximum tries of a request. Default 3: fewer than for vectors, because a search waits. */
  readonly attempts?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** Characters of a text, some 4,000 tokens: models read no more, and a unit can be longer. */
const MAX_TEXT_CHARS = 16_000;

export function remoteReranker(target: RerankTarget, options: RemoteRerankerOptions = {}): Reranker {
  const { provider, model } = target;
  const { timeout = provider.timeout } = options;
  const sender = new RerankSender(target, { ...options, timeout });
  const failed = (failure: RequestFailure) => describeFailure(failure, target, {});
  return {
    id: target.id,
    async rerank(query, texts, signal) {
      if (target.keyNeeded && target.key === undefined) throw missingKey(target);
      const counter = tokenizer('cl100k_base');
      const queryTokens = counter.count(query);
      const cut = texts.map(beginning);
      const tokens = cut.map((text) => queryTokens + counter.count(text));
      const answers = await within(timeout, signal, async (inTime) => {
        const scores: number[] = [];
        for (const { start, end } of batches(tokens, provider.batch)) {
          const request = { model, query, texts: cut.slice(start, end) };
          const sum = tokens.slice(start, end).reduce((a, b) => a + b, 0);
          const answer = await sender.send(request, sum, inTime);
          if ('failure' in answer) throw failed(answer.failure);
          const read = readScores(answer.json, end - start);
          if (typeof read === 'string') throw failed({ kind: 'malformed', detail: read });
          scores.push(...read);
        }
        return scores;
      });
      if (answers) return answers;
      throw failed({ kind: 'timeout', detail: `no answer within ${timeout / 1000} s` });
    },
  };
}

/** Sends requests in the first shape that the server understands, with retries. */
class RerankSender {
  readonly #target: RerankTarget;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  readonly #maxTries: number;
  #understood: RequestShape | undefined;

  constructor(target: RerankTarget, options: RemoteRerankerOptions & { readonly timeout: number }) {
    const { clock = systemClock, timeout, attempts = 3 } = options;
    this.#target = target;
    this.#timeoutMs = timeout;
    this.#clock = clock;
    this.#limiter = new RateLimiter(options, clock);
    this.#maxTries = attempts;
  }

  async send(request: RerankRequest, tokens: number, signal: AbortSignal): Promise<RequestResult> {
    let refused: { readonly failure: RequestFailure } | undefined;
    for (const shape of this.#understood ? [this.#understood] : this.#target.provider.shapes) {
      const answer = await this.#trySend(shape, request, tokens, signal);
      if (!('failure' in answer)) this.#understood = shape;
      if (!('failure' in answer) || !isMisunderstood(answer.failure)) return answer;
      // A missing path says less than a refused request.
      if (refused === undefined || answer.failure.status !== 404) refused = answer;
    }
    this.#understood = undefined;
    return refused ?? { failure: { kind: 'malformed', detail: 'there is no way to ask' } };
  }

  #trySend(shape: RequestShape, request: RerankRequest, tokens: number, signal: AbortSignal): Promise<RequestResult> {
    const { baseUrl, key } = this.#target;
    const [clock, limiter, timeout] = [this.#clock, this.#limiter, this.#timeoutMs];
    const body = shape.body(request);
    const attempt = async (): Promise<RequestResult> => {
      await limiter.take(tokens, signal);
      return post({ url: baseUrl + shape.path, key, body, timeout, now: clock.now, signal });
    };
    const hold = (ms: number): void => limiter.hold(ms);
    return retrying(attempt, { maxTries: this.#maxTries, clock, hold, maxRetryAfterMs: timeout }, signal);
  }
}

/** Another shape may be understood: the path, the method or the fields were refused. */
const isMisunderstood = ({ status = 0 }: RequestFailure): boolean => [400, 404, 405, 422].includes(status);

/** Without half of a surrogate pair at the end. */
const beginning = (text: string): string =>
  text.length <= MAX_TEXT_CHARS ? text : text.slice(0, MAX_TEXT_CHARS).replace(/[\ud800-\udbff]$/, '');

/** Undefined if the time is up first. An abort throws the signal's reason. */
async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  what: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const cancel = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => stop.abort(), ms);
  try {
    return await what(stop.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/**
 * A score for each text, from any form of response:
 *
 *     { results: [{ index, relevance_score }] }     Cohere, Jina, llama.cpp, vLLM
 *     { data: [{ index, relevance_score }] }        Voyage
 *     [{ index, score }]                            text-embeddings-inference
 *
 * in any order. Every index must occur exactly once: if one occurs twice, another text has
 * lost its score. Returns what is wrong, in words, if something is.
 */
export function readScores(answer: unknown, texts: number): readonly number[] | string {
  const list = Array.isArray(answer) ? answer : (field(answer, 'results') ?? field(answer, 'data'));
  if (!Array.isArray(list)) return 'it holds no scores';
  if (list.length !== texts) return `${list.length} scores came back for ${texts} texts`;
  const scores = new Map<number, number>();
  for (const item of list) {
    const index = field(item, 'index');
    const score = field(item, 'relevance_score') ?? field(item, 'score');
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= texts)
      return 'a score belongs to no text';
    if (typeof score !== 'number' || !Number.isFinite(score)) return 'a score is not a number';
    scores.set(index, score);
  }
  return scores.size === texts ? Array.from({ length: texts }, (_, i) => scores.get(i) ?? 0) : 'a text has two scores';
}
