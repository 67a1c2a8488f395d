/** Many clients over HTTP, and requests that are refused; one server for all tests. */
import type { ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { froe, resultOf, start } from '../cli/command.js';
import { folder } from '../folder.js';
import { environment, project, refusal, structuredAnswer, waitUntil } from './served.js';

const TOKEN = 'a-token-of-thirty-two-characters';
const root = project();
let server: ChildProcess;
let url: URL;

beforeAll(async () => {
  server = start(root, ['mcp', '--http', '--port', '0', '--write'], { env: { ...environment(), FROE_TOKEN: TOKEN } });
  let talk = '';
  server.stderr?.on('data', (part) => {
    talk += part;
  });
  await waitUntil(() => /serving (\S+);/.test(talk));
  url = new URL(/serving (\S+);/.exec(talk)?.[1] ?? '');
});
afterAll(async () => {
  const done = resultOf(server);
  server.kill('SIGTERM');
  expect((await done).code).toBe(0);
});

const connect = async (token = TOKEN): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  // The SDK's own type of a transport does not allow for exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, transport };
};

describe('over HTTP', () => {
  it('listens on loopback', () => {
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.pathname).toBe('/mcp');
  });

  it('serves several clients at once, each in its own session', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    expect(one.transport.sessionId).not.toBe(two.transport.sessionId);
    const [found, outlined] = await Promise.all([
      structuredAnswer(one.client, 'search', { query: 'parse_url', limit: 1 }),
      structuredAnswer(two.client, 'outline', { path: 'src' }),
    ]);
    expect(found.hits).toMatchObject([{ path: 'src/parse.py' }]);
    expect(outlined.text).toContain('class Client');
    expect((await one.client.readResource({ uri: 'froe://main/README.md' })).contents).toMatchObject([
      { text: '# Wood\n\nAbout trees.\n' },
    ]);
    expect((await two.client.listPrompts()).prompts).toHaveLength(3);
    await one.transport.terminateSession();
    await one.client.close();
    expect((await structuredAnswer(two.client, 'status', {})).sources).toBe(5); // the other goes on
    await two.client.close();
  });

  it('reports progress on the stream of the request', async () => {
    const { client } = await connect();
    writeFileSync(join(root, 'alder.txt'), 'Alder grows by water.\n');
    const reportedProgress: number[] = [];
    await waitUntil(async () => {
      await client.callTool({ name: 'status', arguments: { refresh: true } }, undefined, {
        onprogress: ({ progress }) => reportedProgress.push(progress),
      });
      rmSync(join(root, 'alder.txt'), { force: true });
      writeFileSync(join(root, 'alder.txt'), `Alder grows by water, ${Math.random()}.\n`); // if the watch was faster
      return reportedProgress.length > 0;
    });
    expect(reportedProgress).toContain(99);
    expect(await refusal(client, 'read', { target: '../x' })).toContain('outside of the root');
    await client.close();
  });

  it('keeps a session until it ends', async () => {
    const { client, transport } = await connect();
    const id = transport.sessionId ?? '';
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'mcp-session-id': id,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const ping = (): Promise<Response> =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' }) });
    expect((await ping()).status).toBe(200);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await ping()).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(404);
    await client.close();
  });
});

describe('requests that are refused', () => {
  const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const right = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  /** By hand: fetch sets Host itself. */
  const send = (headers: Readonly<Record<string, string>>, method = 'POST'): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = request(url, { method, headers: { ...right, ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on('error', reject);
      asked.end(method === 'POST' ? hello : undefined);
    });

  it('a client without a session that does not begin one', async () => {
    expect(await send({})).toBe(400);
    expect(await send({}, 'GET')).toBe(400);
    expect(await send({ 'mcp-session-id': 'guessed' })).toBe(404);
  });

  it('without the token', async () => {
    await expect(connect('another-token-of-some-length')).rejects.toThrow();
    expect(await send({ authorization: 'Bearer guess' })).toBe(401);
    expect(await send({ authorization: '' })).toBe(401);
  });

  it('a page after DNS rebinding', async () => {
    expect(await send({ host: 'evil.example' })).toBe(403);
    expect(await send({ host: `evil.example:${url.port}` })).toBe(403);
  });

  it('a page of another site', async () => {
    expect(await send({ origin: 'https://evil.example' })).toBe(403);
    expect(await send({ origin: 'null' })).toBe(403);
  });

  it('with fifty megabytes', async () => {
    expect(await send({ 'content-length': '50000000' })).toBe(413);
    const { client } = await connect();
    expect((await client.listTools()).tools).toHaveLength(10); // it is still there
    await client.close();
  });

  it('all, if it is public without a token', async () => {
    const { code, stderr } = await froe(folder(), ['mcp', '--http', '--host', '0.0.0.0'], { env: environment() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('requires a token')]);
  });
});
