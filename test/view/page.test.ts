import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { page } from '../../src/view/page.js';
import { folder } from '../folder.js';

const home = fileURLToPath(new URL('../../dist/web', import.meta.url));
const files = readdirSync(home, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));

describe('the built page', () => {
  it('has less than 300 kB in all, compressed', () => {
    expect(files.length).toBeGreaterThan(2);
    const weight = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    expect(weight).toBeGreaterThan(5_000);
    expect(weight).toBeLessThan(300_000);
  });

  it('loads nothing from elsewhere: every address in its HTML is its own', () => {
    const html = readFileSync(join(home, 'index.html'), 'utf8');
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses.filter((address) => !address.startsWith('/') || address.startsWith('//'))).toEqual([]);
    expect(html).not.toMatch(/<script>|<style|\son[a-z]+=/);
  });

  it('is cached by the browser if its names are hashed', async () => {
    const app = page();
    const html = await app.request('/');
    expect([html.headers.get('content-type'), html.headers.get('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await html.text())?.[1] ?? '';
    const { status, headers } = await app.request(script);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
  });

  it('that is missing is reported', () => {
    expect(() => page(new URL(`file://${folder()}/none/`))).toThrow('The page has not been built');
  });
});
