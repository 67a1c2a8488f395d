/**
 * The checks in front of every server, as one middleware; in order, the cheapest first:
 *
 *     Host (DNS rebinding) → Origin (other sites) → token (if it is set) → size of the body
 *
 *     app.use(guard({ host: '127.0.0.1' }));
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { getCookie, setCookie } from 'hono/cookie';
import { FroeError } from '../errors.js';
import { hostOf, isAddress, isLoopback } from './loopback.js';

export interface Guarded {
  /** The address that the server listens on: `127.0.0.1`, `0.0.0.0`, a name. */
  readonly host: string;
  /** Required unless that is loopback; checked if it is set. */
  readonly token?: string | undefined;
  /** Bytes of a request's body. Default 8 MB. */
  readonly maxBody?: number;
}

const MAX_BODY_BYTES = 8_000_000;

export function guard({ host, token, maxBody = MAX_BODY_BYTES }: Guarded): MiddlewareHandler {
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

/** Refuses a request in one line that repeats nothing of it. */
export const refusal = (c: Context, status: 400 | 401 | 403 | 404 | 413 | 429, error: string): Response =>
  c.json({ error }, status, {
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });

/**
 * Against DNS rebinding: a page at `evil.example` has its name point to 127.0.0.1,
 * and the browser then lets it read our answers. Its requests still have
 * `Host: evil.example`, and are refused.
 *
 * `bound`: where the server listens. If that is not loopback, its own name and plain addresses are allowed, too.
 */
export function hostCheck(bound: string): MiddlewareHandler {
  const open = !isLoopback(bound);
  const isOurs = (host: string): boolean => isLoopback(host) || (open && (isAddress(host) || host === hostOf(bound)));
  return async (c, next) => {
    const header = c.req.header('host');
    const host = hostOf(header);
    if (host === undefined || !isOurs(host)) return refusal(c, 403, 'Host is not allowed');
    // `127.999.999.999` looks like an address, but the URL of the request could not be parsed.
    if (!URL.canParse(`http://${header}`)) return refusal(c, 400, 'Invalid Host');
    return next();
  };
}

/**
 * Refuses requests of other sites' pages. A browser sends the site of the page in
 * `Origin`, and in `Sec-Fetch-Site` where it omits the origin, as for an image.
 * Following a link to us is allowed. Programs send neither.
 */
export const originCheck: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  const foreign = origin === undefined ? isForeignFetch(c) : hostIn(origin) !== c.req.header('host')?.toLowerCase();
  return foreign ? refusal(c, 403, 'Origin is not allowed') : next();
};

function isForeignFetch(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  const followed = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate';
  return site !== undefined && site !== 'same-origin' && site !== 'none' && !followed;
}

/** `http://localhost:4040` → `localhost:4040`; undefined for `null`, which a sandbox sends. */
const hostIn = (origin: string): string | undefined => /^https?:\/\/([^/]+)$/i.exec(origin)?.[1].toLowerCase();

/** Browsers store cookies by name, not by port: with one name, two servers would overwrite each other's. */
const cookieOf = (c: Context): string => `froe-token-${/:(\d+)$/.exec(c.req.header('host') ?? '')?.[1] ?? 80}`;
/** A browser that opens an address, as opposed to a client that waits for a stream of events. */
const isPerson = (c: Context): boolean =>
  c.req.method === 'GET' && !c.req.header('accept')?.includes('text/event-stream');
/** Fewer characters could be guessed. */
const MIN_TOKEN_CHARS = 16;

/**
 * Every request must carry the token, which keeps out other users of this machine as well as other machines:
 *
 *     Authorization: Bearer …     programs
 *     /?token=…                   a person, once; the answer sets a cookie and redirects to the address without it
 *     /mcp?token=…                a client that is configured only by an address
 */
function tokenCheck(token: string): MiddlewareHandler {
  if (token.length < MIN_TOKEN_CHARS || !/^[\x21-\x7e]+$/.test(token))
    throw new FroeError(
      'bad-option',
      `A token must have at least ${MIN_TOKEN_CHARS} characters and no spaces`,
      'Create one: openssl rand -hex 24',
    );
  const isRight = sameAs(token);
  return async (c, next) => {
    const bearer = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (isRight(bearer) || isRight(getCookie(c, cookieOf(c)))) return next();
    if (isRight(c.req.query('token'))) return isPerson(c) ? signIn(c, token) : next();
    return refusal(c, 401, 'Invalid or missing token');
  };
}

/** Removes the token from the address at once, so that it is in no history and in no link. */
function signIn(c: Context, token: string): Response {
  setCookie(c, cookieOf(c), token, { httpOnly: true, sameSite: 'Strict', path: '/' });
  const url = new URL(c.req.url);
  url.searchParams.delete('token');
  return c.redirect(`${url.pathname}${url.search}`, 303);
}

/** Compares hashes in constant time: a guess that is nearly right takes as long as any other. */
function sameAs(token: string): (guess: string | undefined) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const wanted = digest(token);
  return (guess) => guess !== undefined && timingSafeEqual(digest(guess), wanted);
}
