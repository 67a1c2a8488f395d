/** Attacks on the viewer: each is refused. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { EVIL, type Served, serve } from './served.js';

const TOKEN = 'a-token-of-thirty-two-characters';

let served: Served;
beforeAll(async () => {
  served = await serve({
    'src/a.txt': 'Oaks.\n',
    'src/in/b.txt': 'Elms.\n',
    'evil.html': EVIL,
    '.gitignore': '.env\n',
    '.env': 'KEY=1\n',
  });
});
afterAll(() => served.close());

interface HttpAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** By hand: fetch would tidy paths and headers up. */
const sendRequest = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(served.url);
    request({ hostname, port, path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: String(Buffer.concat(parts)) }),
      );
    })
      .on('error', reject)
      .end();
  });
const file = (path: string): Promise<HttpAnswer> => sendRequest(`/api/file?path=${encodeURIComponent(path)}`);

describe('a way out of the root', () => {
  it.each(['../../etc/passwd', '/etc/passwd', 'src/../../../etc/passwd', 'src/\0a.txt', '..', '/'])(
    'by %j is refused',
    async (path) => {
      const { status, body } = await file(path);
      expect([403, 404]).toContain(status);
      expect(body).not.toContain('root:');
    },
  );

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
  ])('by the address %s is refused', async (path) => {
    expect((await sendRequest(path)).status).toBe(404);
  });

  it('through a link that took the place of a file, or of a folder, is refused', async () => {
    const outside = folder({ 'b.txt': 'Outside.\n' });
    rmSync(join(served.root, 'src/a.txt'));
    symlinkSync(join(outside, 'b.txt'), join(served.root, 'src/a.txt'));
    rmSync(join(served.root, 'src/in'), { recursive: true });
    symlinkSync(outside, join(served.root, 'src/in'));
    for (const path of ['src/a.txt', 'src/in/b.txt']) {
      const { status, body } = await file(path);
      expect(status).toBe(403);
      expect(body).not.toContain('Outside.');
    }
  });

  it('does not lead to ignored or unread files', async () => {
    mkdirSync(join(served.root, '.git'));
    writeFileSync(join(served.root, '.git/config'), 'token = 1\n');
    for (const path of ['.env', '.git/config', 'src']) expect((await file(path)).status).toBe(404);
  });
});

describe('another site', () => {
  it('with its name resolving to us is refused', async () => {
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example']) {
      for (const path of ['/', '/api/files', '/api/file?path=evil.html']) {
        const { status, body } = await sendRequest(path, { host });
        expect([status, JSON.parse(body)]).toEqual([403, { error: 'Host is not allowed' }]);
      }
    }
  });

  it('may neither read nor post', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await sendRequest('/api/sync', { origin: 'https://evil.example' }, method);
      expect(status).toBe(403);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(
      (await sendRequest('/api/files', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).status,
    ).toBe(403);
  });

  it('may not frame us, and nothing but our own script runs', async () => {
    for (const path of ['/', '/api/files', '/nothing']) {
      const { headers } = await sendRequest(path);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('a flood', () => {
  it('of 50 MB is refused before it is read', async () => {
    const writing = await serve({ 'a.txt': 'Oaks.\n' }, { write: true });
    const answer = await fetch(`${writing.url}/api/sync`, { method: 'POST', body: 'x'.repeat(50_000_000) }).catch(
      (error: Error) => error,
    );
    // Whoever is still sending may see the line closed instead of the answer.
    expect(answer instanceof Error ? 413 : answer.status).toBe(413);
    expect((await fetch(`${writing.url}/api/files`)).status).toBe(200);
    await writing.close();
  });
});

describe('a server for other machines', () => {
  it('is not opened without a token', async () => {
    await expect(serve({ 'a.txt': 'Oaks.\n' }, {}, { host: '0.0.0.0' })).rejects.toThrow(/requires a token/);
  });

  it('accepts the token, and no guess', async () => {
    const open = await serve({ 'a.txt': 'Oaks.\n' }, {}, { host: '0.0.0.0', token: TOKEN });
    const status = async (headers: Record<string, string>, path = '/api/files'): Promise<number> =>
      (await fetch(`${open.url}${path}`, { headers, redirect: 'manual' })).status;
    expect(await status({})).toBe(401);
    expect(await status({}, '/')).toBe(401);
    expect(await status({ authorization: `Bearer ${TOKEN.slice(0, -1)}x` })).toBe(401);
    expect(await status({}, `/?token=${TOKEN.slice(0, -1)}x`)).toBe(401);
    expect(await status({ authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await status({}, `/?token=${TOKEN}`)).toBe(303);
    await open.close();
  });
});

describe('a source full of scripts', () => {
  it('is sent as data, never as a page', async () => {
    const { headers, body } = await file('evil.html');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({ text: EVIL });
  });
});
