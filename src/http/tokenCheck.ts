/**
 * Every request must bring the token, which keeps out other users of this machine as well as other machines:
 *
 *     Authorization: Bearer …     programs
 *     /?token=…                   a person, once; the answer is a cookie, and the address without it
 *     /mcp?token=…                a client that knows nothing but an address
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { FroeError } from '../errors.js';
import { refusal } from './refusal.js';

/** Browsers keep cookies by name and not by port: two servers would take each other's away. */
const cookieOf = (c: Context): string => `froe-token-${/:(\d+)$/.exec(c.req.header('host') ?? '')?.[1] ?? 80}`;
/** Who follows an address, and does not wait for a stream of events. */
const isPerson = (c: Context): boolean =>
  c.req.method === 'GET' && !c.req.header('accept')?.includes('text/event-stream');
/** Fewer characters could be guessed. */
const SHORTEST = 16;

export function tokenCheck(token: string): MiddlewareHandler {
  if (token.length < SHORTEST || !/^[\x21-\x7e]+$/.test(token))
    throw new FroeError(
      'bad-option',
      `A token must have at least ${SHORTEST} characters and no spaces`,
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

/** The token leaves the address at once: it should be in no history and in no link. */
function signIn(c: Context, token: string): Response {
  setCookie(c, cookieOf(c), token, { httpOnly: true, sameSite: 'Strict', path: '/' });
  const url = new URL(c.req.url);
  url.searchParams.delete('token');
  return c.redirect(`${url.pathname}${url.search}`, 303);
}

/** Takes as long for a guess that is nearly right as for one that is not: hashes are compared, and all of them. */
function sameAs(token: string): (guess: string | undefined) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const wanted = digest(token);
  return (guess) => guess !== undefined && timingSafeEqual(digest(guess), wanted);
}
