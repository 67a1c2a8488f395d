/** What a server asks of who talks to it: the token that was given, or on this machine alone one made for this run. */
import { randomBytes } from 'node:crypto';
import { isLoopback } from '../http/loopback.js';

interface Asked {
  readonly token: string | undefined;
  /** As the address that is printed carries it: `?token=…`, where nobody else could know it. */
  readonly query: string;
}

export function tokenOf({
  host,
  token = process.env.FROE_TOKEN || undefined,
}: {
  host: string;
  token?: string;
}): Asked {
  if (token !== undefined || !isLoopback(host)) return { token, query: '' };
  const made = randomBytes(24).toString('hex');
  return { token: made, query: `?token=${made}` };
}
