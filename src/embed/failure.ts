/** Why a request came to nothing, before anybody has decided to try again or to tell the user. */
export interface RequestFailure {
  readonly kind: 'status' | 'unreachable' | 'timeout' | 'malformed';
  /** The HTTP status, with `status`. */
  readonly status?: number;
  /** How long the provider asks us to wait, in milliseconds. */
  readonly retryAfter?: number;
  /** In the provider's words or the system's. */
  readonly detail: string;
}

/** Money that is used up does not come back by waiting; a text that is too long does not get shorter. */
const PERMANENT = /insufficient_quota|context length/i;

/** Busy, broken or away: the same request may do better later. */
export const isRetryable = ({ kind, status = 0, detail }: RequestFailure): boolean =>
  kind === 'unreachable' ||
  kind === 'timeout' ||
  (kind === 'status' && (status === 408 || status === 429 || status >= 500) && !PERMANENT.test(detail));

/** No key, no such model, no money, another address: every other request would meet the same. */
export const failsEveryRequest = ({ kind, status = 0, detail }: RequestFailure): boolean =>
  kind === 'status' &&
  ([401, 402, 403, 404].includes(status) ||
    (status >= 300 && status < 400) ||
    (status === 429 && PERMANENT.test(detail)));
