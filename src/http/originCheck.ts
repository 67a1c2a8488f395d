/**
 * Pages of other sites may not ask anything: a browser says in `Origin` whose
 * page it is, and in `Sec-Fetch-Site` also where it leaves the origin out, as
 * for an image. Who follows a link to us is let in. Programs say neither.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { refusal } from './refusal.js';

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

/** `http://localhost:4040` → `localhost:4040`; `null`, as a sandbox says, is nobody. */
const hostIn = (origin: string): string | undefined => /^https?:\/\/([^/]+)$/i.exec(origin)?.[1].toLowerCase();
