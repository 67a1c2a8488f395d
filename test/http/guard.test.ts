import { request } from 'node:http';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guarded, guard } from '../../src/http/guard.js';
import { type Listening, listen } from '../../src/http/listen.js';

const TOKEN = 'a-token-of-thirty-two-characters';

function app(guarded: Guarded): Hono {
  const made = new Hono();
  made.use(guard(guarded));
  made.all('*', async (c) => c.text(`in: ${(await c.req.text()).length}`));
  return made;
}

type Headers = Readonly<Record<string, string>>;
const respond = async (guarded: Guarded, headers: Headers, init: RequestInit = {}, path = '/'): Promise<Response> =>
  await app(guarded).request(`http://x${path}`, { ...init, headers: { host: 'localhost:4040', ...headers } });
const status = async (...args: Parameters<typeof respond>): Promise<number> => (await respond(...args)).status;

const local: Guarded = { host: '127.0.0.1' };
const open: Guarded = { host: '0.0.0.0', token: TOKEN };
const knows = { authorization: `Bearer ${TOKEN}` };

describe('the host of a request', () => {
  it.each(['localhost:4040', 'LOCALHOST', '127.0.0.1:80', '127.8.9.1', '[::1]:4040'])('may be %s', async (host) => {
    expect(await status(local, { host })).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:4040',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.4',
    '0.0.0.0:4040',
    '[fe80::1]:4040',
    'localhost:4040@evil.example',
    'localhost evil.example',
    '',
  ])('may not be %j on loopback', async (host) => {
    const answer = await respond(local, { host });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ error: 'Host is not allowed' });
  });

  it('may be an address, or the name it was bound to, on other interfaces', async () => {
    expect(await status(open, { ...knows, host: '192.168.1.4:4040' })).toBe(200);
    expect(await status({ ...open, host: 'box.lan' }, { ...knows, host: 'box.lan:4040' })).toBe(200);
    expect(await status(open, { ...knows, host: 'evil.example' })).toBe(403);
    expect(await status({ ...open, host: 'box.lan' }, { ...knows, host: 'evil.lan' })).toBe(403);
  });
});

describe('a page', () => {
  const post = { method: 'POST', body: '{}' };
  it('of our own may send requests', async () => {
    expect(await status(local, { origin: 'http://localhost:4040', 'sec-fetch-site': 'same-origin' }, post)).toBe(200);
  });

  it.each(['http://evil.example', 'http://localhost:9999', 'null', 'http://localhost:4040.evil.example', 'file://'])(
    'of %s may not send requests',
    async (origin) => {
      expect(await status(local, { origin }, post)).toBe(403);
      expect(await status(local, { origin })).toBe(403);
    },
  );

  it('of another site may not embed a picture, but may link', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect(await status(local, foreign)).toBe(403);
    expect(await status(local, { ...foreign, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status(local, { ...foreign, 'sec-fetch-mode': 'navigate' })).toBe(200);
    expect(await status(local, { ...foreign, 'sec-fetch-mode': 'navigate' }, post)).toBe(403);
    expect(await status(local, { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200);
  });

  it('without headers of a browser is a program', async () => {
    expect(await status(local, {}, post)).toBe(200);
  });
});

describe('a token', () => {
  it('is needed to bind to other interfaces', () => {
    expect(() => guard({ host: '0.0.0.0' })).toThrow(expect.objectContaining({ code: 'bad-option' }));
    expect(() => guard({ host: '::' })).toThrow(/requires a token/);
    expect(() => guard({ host: 'box.lan' })).toThrow(/requires a token/);
  });

  it.each(['', 'short', 'with spaces in all of it', 'sixteen letters\n!'])('is not %j', (token) => {
    expect(() => guard({ host: '127.0.0.1', token })).toThrow(/16 characters/);
  });

  it('gives access', async () => {
    expect(await status(open, knows)).toBe(200);
    expect(await status(open, { authorization: `bearer  ${TOKEN}` })).toBe(200);
  });

  it.each([
    undefined,
    'Bearer ',
    'Bearer wrong',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Basic ${TOKEN}`,
    TOKEN,
  ])('gives no access if it is %j', async (authorization) => {
    const answer = await respond(open, authorization === undefined ? {} : { authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.text()).not.toContain('wrong');
  });

  it('is required on loopback, too, if it is set', async () => {
    expect(await status({ ...local, token: TOKEN }, {})).toBe(401);
    expect(await status({ ...local, token: TOKEN }, knows)).toBe(200);
  });

  it('in an address becomes a cookie, and is removed from the address', async () => {
    const answer = await respond(open, {}, {}, `/file?path=a&token=${TOKEN}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/file?path=a');
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toBe(`froe-token-4040=${TOKEN}; Path=/; HttpOnly; SameSite=Strict`);
    expect(await status(open, { cookie: cookie.split(';')[0] })).toBe(200);
    expect(await status(open, { cookie: 'froe-token-4040=wrong' })).toBe(401);
    expect(await status(open, {}, {}, '/file?token=wrong')).toBe(401);
    expect(await status(open, { host: '127.0.0.1:4041', cookie: cookie.split(';')[0] })).toBe(401); // another server's
  });

  it('in an address is enough for a program', async () => {
    expect(await status(open, {}, { method: 'POST' }, `/mcp?token=${TOKEN}`)).toBe(200);
    expect(await status(open, { accept: 'text/event-stream' }, {}, `/mcp?token=${TOKEN}`)).toBe(200);
    expect(await status(open, {}, { method: 'POST' }, '/mcp?token=wrong')).toBe(401);
  });
});

describe('a server', () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen(app({ ...local, maxBody: 1000 }), { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  /** By hand: fetch sets Host and the length of a body itself. */
  const send = (headers: Headers, bytes: number, part = 64_000): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const args = request(server.url, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode);
        args.destroy();
      });
      args.on('error', reject);
      for (let sent = 0; sent < bytes; sent += part) args.write(Buffer.alloc(Math.min(part, bytes - sent), 'x'));
      args.end();
    });

  it('returns its address', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(server.url, { method: 'POST', body: 'abc' })).text()).toBe('in: 3');
  });

  it('refuses fifty megabytes, announced or not', async () => {
    const fifty = 50_000_000;
    expect(await send({ 'content-length': String(fifty) }, 1000)).toBe(413);
    expect(await send({ 'transfer-encoding': 'chunked' }, 2000, 500)).toBe(413);
    expect(await send({ 'transfer-encoding': 'chunked' }, 1000, 500)).toBe(200);
    expect(await (await fetch(server.url)).text()).toBe('in: 0');
  });

  it('refuses a name that is not its own', async () => {
    expect(await send({ host: 'evil.example', 'content-length': '1' }, 1)).toBe(403);
  });

  it('reports that its port is in use', async () => {
    const port = Number(new URL(server.url).port);
    await expect(listen(new Hono(), { host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'busy',
      message: `127.0.0.1:${port} is taken`,
    });
  });
});
