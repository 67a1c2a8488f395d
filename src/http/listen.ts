/** Binds a Hono app to an address, and returns its URL. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { FroeError } from '../errors.js';

export interface Listening {
  /** `http://127.0.0.1:4040`, with the port that was chosen if 0 was requested. */
  readonly url: string;
  /** Also ends open requests: a stream of events would never end. */
  close(): Promise<void>;
}

export async function listen(app: Hono, { host, port }: { host: string; port: number }): Promise<Listening> {
  // Without options it creates a plain HTTP server.
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(inWords(host, port, error)));
    server.listen(port, host, () => resolve());
  });
  const { address, port: found, family } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${found}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function inWords(host: string, port: number, error: NodeJS.ErrnoException): FroeError {
  const reason =
    error.code === 'EADDRINUSE'
      ? 'is taken'
      : error.code === 'EACCES'
        ? 'is not permitted'
        : `cannot be used (${error.code})`;
  return new FroeError(
    'busy',
    `${host}:${port} ${reason}`,
    'Choose another with --port, or 0 for any free port.',
    error,
  );
}
