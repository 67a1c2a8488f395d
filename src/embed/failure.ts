/** Failed requests: which can be retried, which would fail for every request, and how they are reported. */
import { FroeError } from '../errors.js';
import type { EmbedProvider } from './provider.js';
import type { EmbedTarget } from './target.js';

/** Why a request failed. */
export interface RequestFailure {
  readonly kind: 'status' | 'unreachable' | 'timeout' | 'malformed';
  /** The HTTP status, with `status`. */
  readonly status?: number;
  /** Milliseconds, from the provider's Retry-After. */
  readonly retryAfter?: number;
  /** In the provider's words or the system's. */
  readonly detail: string;
}

/** An exhausted quota or a text that is too long: another try cannot help. */
const PERMANENT = /insufficient_quota|context length/i;

/** Busy, broken or unreachable: the same request may succeed later. */
export const isRetryable = ({ kind, status = 0, detail }: RequestFailure): boolean =>
  kind === 'unreachable' ||
  kind === 'timeout' ||
  (kind === 'status' && (status === 408 || status === 429 || status >= 500) && !PERMANENT.test(detail));

/** Bad key, unknown model, no quota, wrong address: every other request would fail the same way. */
export const failsEveryRequest = ({ kind, status = 0, detail }: RequestFailure): boolean =>
  kind === 'status' &&
  ([401, 402, 403, 404].includes(status) ||
    (status >= 300 && status < 400) ||
    (status === 429 && PERMANENT.test(detail)));

/** What was asked: an embedder's target, or a reranker's. */
export interface FailedTarget extends Pick<EmbedTarget, 'model' | 'baseUrl' | 'keyVariable'> {
  readonly provider: Pick<EmbedProvider, 'title' | 'unreachable' | 'missing'>;
}

/** Hints that depend on what was being done. */
export interface FailureHints {
  readonly later?: string;
  readonly shorter?: string;
}

const embedding: FailureHints = {
  later: 'Run it again later: finished work is kept.',
  shorter: 'It counts tokens differently: lower --max-tokens.',
};

/** A failure as an error for the user: what happened where, and what can be done. */
export function describeFailure(
  failure: RequestFailure,
  target: FailedTarget,
  { later, shorter } = embedding,
): FroeError {
  const { kind, status, detail } = failure;
  const where = `${target.provider.title} (${target.baseUrl})`;
  const say = (message: string, hint?: string): FroeError => new FroeError('provider', `${where} ${message}`, hint);
  if (kind === 'unreachable') return say(`could not be reached: ${detail}`, target.provider.unreachable ?? later);
  if (kind === 'timeout') return say(`gave ${detail}`, later);
  if (kind === 'malformed') {
    return say(
      `returned an invalid answer: ${detail}`,
      /dimensions/.test(detail) ? 'Set them with --dimensions.' : CHECK_SETTINGS,
    );
  }
  // A provider's message about a key may contain part of it: it is not repeated.
  if (status === 401 || status === 403) return say(`refused the key (HTTP ${status})`, keyHint(target));
  const answer = `HTTP ${status}${detail === '' ? '' : `: ${detail}`}`;
  if (status === 404) {
    return say(
      `does not know the model '${target.model}' (${answer})`,
      target.provider.missing?.(target.model) ?? CHECK_SETTINGS,
    );
  }
  if (status === 429 || (status !== undefined && status >= 500))
    return say(`is not taking requests (${answer})`, later);
  return say(`refused a batch (${answer})`, /context length|too long|maximum/i.test(detail) ? shorter : undefined);
}

export const missingKey = (target: FailedTarget): FroeError =>
  new FroeError('provider', `${target.provider.title} requires a key`, keyHint(target));

const keyHint = ({ keyVariable, model }: FailedTarget): string => `Set ${keyVariable} to a key that may use ${model}.`;

const CHECK_SETTINGS = 'Check the base URL and the model name.';
