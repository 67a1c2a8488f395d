/**
 * What every server of ours stands behind, as one middleware. In order, the
 * cheapest and the most telling first:
 *
 *     Host (rebinding) → Origin (other sites) → token (when bound elsewhere) → size of the body
 *
 *     app.use(guard({ host: '127.0.0.1' }));
 */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { FroeError } from '../errors.js';
import { hostCheck } from './hostCheck.js';
import { isLoopback } from './loopback.js';
import { originCheck } from './originCheck.js';
import { refusal } from './refusal.js';
import { tokenCheck } from './tokenCheck.js';

export interface Guarded {
  /** Where the server listens: `127.0.0.1`, `0.0.0.0`, a name. */
  readonly host: string;
  /** Needed unless that is loopback; asked for whenever it is given. */
  readonly token?: string | undefined;
  /** Bytes of a request's body. Default 8 MB. */
  readonly maxBody?: number;
}

const MAX_BODY = 8_000_000;

export function guard({ host, token, maxBody = MAX_BODY }: Guarded): MiddlewareHandler {
  if (token === undefined && !isLoopback(host))
    throw new FroeError(
      'bad-option',
      `${host} is reachable from other machines and requires a token`,
      'Set FROE_TOKEN or --token, or omit --host to listen on loopback only.',
    );
  return every(
    hostCheck(host),
    originCheck,
    ...(token === undefined ? [] : [tokenCheck(token)]),
    bodyLimit({ maxSize: maxBody, onError: (c) => refusal(c, 413, `Request body exceeds ${maxBody} bytes`) }),
  );
}
