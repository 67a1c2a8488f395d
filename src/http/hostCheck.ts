/**
 * Against DNS rebinding: a page at `evil.example` has its name point to 127.0.0.1,
 * and the browser then lets it read what we answer. Its requests still say
 * `Host: evil.example`, and that is refused.
 */
import type { MiddlewareHandler } from 'hono';
import { hostOf, isAddress, isLoopback } from './loopback.js';
import { refusal } from './refusal.js';

/** `bound`: where the server listens. Elsewhere than on loopback, its own name and plain addresses are as good. */
export function hostCheck(bound: string): MiddlewareHandler {
  const open = !isLoopback(bound);
  const isOurs = (host: string): boolean => isLoopback(host) || (open && (isAddress(host) || host === hostOf(bound)));
  return async (c, next) => {
    const said = c.req.header('host');
    const host = hostOf(said);
    if (host === undefined || !isOurs(host)) return refusal(c, 403, 'Host is not allowed');
    // `127.999.999.999` looks like an address: whoever reads the address of the request would stumble over it.
    if (!URL.canParse(`http://${said}`)) return refusal(c, 400, 'Invalid Host');
    return next();
  };
}
