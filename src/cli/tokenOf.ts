/** The token of a server: the given one, or on loopback a new one for this run. */
import { randomBytes } from 'node:crypto';
import { isLoopback } from '../http/loopback.js';

interface ServerToken {
  readonly token: string | undefined;
  /** `?token=…` for the printed address if the token is new, else empty. */
  readonly query: string;
}

export function tokenOf({
  host,
  token = process.env.FROE_TOKEN || undefined,
}: {
  host: string;
  token?: string;
}): ServerToken {
  if (token !== undefined || !isLoopback(host)) return { token, query: '' };
  const made = randomBytes(24).toString('hex');
  return { token: made, query: `?token=${made}` };
}
