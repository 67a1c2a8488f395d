/** One POST of JSON: returns an answer or a RequestFailure; throws only when cancelled. */
import type { RequestFailure } from './failure.js';

export interface Post {
  readonly url: string;
  /** Sent as a bearer token, and never part of a message. */
  readonly key: string | undefined;
  /** For APIs that expect the key in another header; `secret` is then what no message shows. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly secret?: string | undefined;
  readonly body: unknown;
  readonly timeout: number;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

export type RequestResult = { readonly json: unknown } | { readonly failure: RequestFailure };

export async function post({
  url,
  key,
  headers = {},
  secret = key,
  body,
  timeout,
  now,
  signal,
}: Post): Promise<RequestResult> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const cancel = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify(body),
      redirect: 'manual', // the text goes to the configured server only
      signal: stop.signal,
    });
    const text = await response.text();
    if (!response.ok) return { failure: refusal(response, text, secret, now()) };
    return read(text);
  } catch (error) {
    signal?.throwIfAborted();
    if (stop.signal.aborted) return { failure: { kind: 'timeout', detail: `no answer within ${timeout / 1000} s` } };
    return { failure: { kind: 'unreachable', detail: redacted(secret, causeOf(error)) } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

function read(text: string): RequestResult {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { failure: { kind: 'malformed', detail: 'the answer is not JSON' } };
  }
}

function refusal(response: Response, text: string, key: string | undefined, now: number): RequestFailure {
  const retryAfter = retryAfterMs(response.headers, now);
  const to = response.headers.get('location');
  const detail = to === null ? errorText(text) : `it has moved to ${to}`;
  return {
    kind: 'status',
    status: response.status,
    detail: redacted(key, detail),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** `{ error: { message, code } }`, `{ error: '…' }`, `{ detail: '…' }`, or the text itself, as one short line. */
function errorText(text: string): string {
  const answer = read(text);
  const json = 'json' in answer ? answer.json : undefined;
  const error = field(json, 'error');
  const parts = [field(error, 'message') ?? error ?? field(json, 'detail'), field(error, 'code')];
  const words = parts.filter((part) => typeof part === 'string').join(' / ') || text;
  return words.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** `retry-after-ms`, or `Retry-After` as seconds or as a date; in milliseconds. */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const fine = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (fine >= 0) return fine;
  const asked = headers.get('retry-after');
  if (asked === null) return undefined;
  const wait = /^\d+$/.test(asked.trim()) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** fetch() says "fetch failed"; what failed is in its cause. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = field(cause, 'code');
  if (typeof code === 'string') return code;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Removes the key from a message, even if the provider repeats it. */
const redacted = (key: string | undefined, text: string): string => (key ? text.replaceAll(key, '…') : text);

/** A field of an unknown value. */
export const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key] // it was checked to be an object with this key
    : undefined;
