/** Requests to the server and their results. A newer request cancels an older one. */
import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ApiError } from '../../src/view/api.js';

export interface Remote<T> {
  /** The last response; it stays while the next request is pending. */
  readonly value?: T | undefined;
  readonly error?: ApiError | undefined;
  readonly loading: boolean;
}

export const remote = <T>(): Signal<Remote<T>> => signal<Remote<T>>({ loading: false });

/** Sends a request whenever the address changes; none for an empty one. */
export function follow<T>(address: ReadonlySignal<string>, into: Signal<Remote<T>>): void {
  effect(() => {
    const url = address.value;
    if (url === '') return;
    const ended = new AbortController();
    into.value = { ...into.peek(), loading: true };
    ask<T>(url, { signal: ended.signal }).then(
      (value) => {
        into.value = { value, loading: false };
      },
      (error: unknown) => {
        if (!ended.signal.aborted) into.value = { error: inWords(error), loading: false };
      },
    );
    return () => ended.abort();
  });
}

class Refused extends Error {
  readonly body: ApiError;

  constructor(body: ApiError) {
    super(body.error);
    this.body = body;
  }
}

export async function ask<T>(address: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(address, init);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Refused(body as ApiError); // the error format of our own server
  return body as T; // src/view/api.ts has the type for each address
}

export const inWords = (error: unknown): ApiError =>
  error instanceof Refused
    ? error.body
    : { error: 'The server does not respond', hint: 'Check that froe view is running, then reload.' };
