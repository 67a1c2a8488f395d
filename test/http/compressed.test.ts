import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { compressed } from '../../src/http/compressed.js';

const LONG = 'oak and elm, '.repeat(1000);
const app = new Hono()
  .use(compressed)
  .get('/long', (c) => c.json({ LONG }))
  .get('/short', (c) => c.json({ short: true }))
  .get('/refused', (c) => c.json({ LONG }, 403))
  .get('/picture', () => new Response(LONG, { headers: { 'content-type': 'image/png' } }));
const get = async (path: string, accepts: string) => {
  const answer = await app.request(path, { headers: { 'accept-encoding': accepts } });
  const { status, headers } = answer;
  const body = Buffer.from(await answer.arrayBuffer());
  return { status, encoding: headers.get('content-encoding'), vary: headers.get('vary'), body };
};

describe('an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('is compressed for who takes %s', async (accepts, encoding, unpack) => {
    const answer = await get('/long', accepts);
    expect(answer).toMatchObject({ status: 200, encoding, vary: 'accept-encoding' });
    expect(answer.body.length).toBeLessThan(500);
    expect(JSON.parse(unpack(answer.body).toString())).toEqual({ LONG });
  });

  it.each(['', 'identity', 'gzip;q=0', 'zstd'])('stays as it is for who takes %j', async (accepts) => {
    const { encoding, body } = await get('/long', accepts);
    expect([encoding, JSON.parse(body.toString())]).toEqual([null, { LONG }]);
  });

  it('that is small, or no text, stays as it is', async () => {
    expect(await get('/short', 'br')).toMatchObject({ encoding: null, body: Buffer.from('{"short":true}') });
    expect((await get('/picture', 'br')).encoding).toBeNull();
  });

  it('keeps its status', async () => {
    expect(await get('/refused', 'gzip')).toMatchObject({ status: 403, encoding: 'gzip' });
  });
});
