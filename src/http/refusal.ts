/** How a request is turned away: one line, and nothing of what was asked repeated. */
import type { Context } from 'hono';

export const refusal = (c: Context, status: 400 | 401 | 403 | 404 | 413 | 429, error: string): Response =>
  c.json({ error }, status, {
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
