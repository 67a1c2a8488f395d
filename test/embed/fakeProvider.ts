/** A fake provider: real HTTP on this machine, and a record of every request. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import type { Clock } from '../../src/embed/clock.js';
import { type EmbedderOptions, embedder, type SettlingEmbedder } from '../../src/embed/index.js';

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly input: readonly string[]; readonly [key: string]: unknown };
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** The reply to the n-th request; undefined: it is never answered. */
export type Handler = (seen: RecordedRequest, n: number) => Reply | undefined | Promise<Reply | undefined>;

export interface FakeProvider {
  readonly url: string;
  readonly seen: readonly RecordedRequest[];
  /** Resolves when so many requests have come in. */
  readonly asked: (count: number) => Promise<void>;
  /** How many connections were given up before they were answered. */
  readonly dropped: () => number;
}

export async function fakeProvider(handler: Handler): Promise<FakeProvider> {
  const seen: RecordedRequest[] = [];
  const waiting: { readonly count: number; readonly go: () => void }[] = [];
  let dropped = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    response.on('close', () => {
      if (!response.writableFinished) dropped++;
    });
    request.on('end', async () => {
      const body = JSON.parse(String(Buffer.concat(parts)));
      const recorded = { path: request.url ?? '', headers: request.headers, body };
      seen.push(recorded);
      for (const { count, go } of waiting) if (seen.length >= count) go();
      const reply = await handler(recorded, seen.length);
      if (reply) sendReply(response, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    dropped: () => dropped,
    asked: (count) =>
      seen.length >= count ? Promise.resolve() : new Promise((go) => waiting.push({ count, go: () => go() })),
  };
}

function sendReply(response: ServerResponse, { status = 200, headers = {}, json, text }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text ?? JSON.stringify(json));
}

/** A vector that tells its text: the first number is the length of the text. */
export const vectorFor = (text: string, dimensions = 3): number[] => [
  text.length,
  ...new Array<number>(dimensions - 1).fill(1),
];

/** The reply of OpenAI and Voyage, with the last text first: the order is in the index. */
export const openAiAnswer = ({ body }: RecordedRequest, dimensions = 3): Reply => ({
  json: {
    data: body.input.map((text, index) => ({ index, embedding: vectorFor(text, dimensions) })).reverse(),
  },
});

/** Told apart by vectorFor(), once normalised. */
export const lengthsOf = (vectors: readonly Float32Array[]): number[] =>
  vectors.map((vector) => Math.round(vector[0] / vector[1]));

/** Returns from sleep at once and records its length; its random number is always 0.5. */
export function fakeClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let time = 1_000_000;
  return {
    slept,
    now: () => time,
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      time += ms;
    },
  };
}

/** The embedder of that name; not `none`. */
export function requireEmbedder(spec: string, options: EmbedderOptions = {}): SettlingEmbedder {
  const found = embedder(spec, options);
  if (found === undefined) throw new Error(`${spec} is no embedder`);
  return found;
}
