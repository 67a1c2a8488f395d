/** The built site, as a browser shows it: pages, pictures, links, search, and not one error on the way. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserFile, launch } from '../scripts/browser.mjs';
import { titleOf } from './pages.mjs';

const dist = fileURLToPath(new URL('dist', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Files as any host of static pages serves them. */
function served(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? '/').replace(/[?#].*/, '')).replace(/\/$/, '/index.html');
    const file = join(dist, path);
    const isThere = existsSync(file) && extname(file) !== '';
    response.writeHead(isThere ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/html' });
    response.end(readFileSync(isThere ? file : join(dist, '404.html')));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

it('has been built', () => {
  expect(existsSync(join(dist, 'index.html')), 'Run: npm run site').toBe(true);
});

describe.skipIf(!browserFile)('the site (needs chromium)', () => {
  let server: Server;
  let home: string;
  let browser: Browser;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    server = await served();
    const address = server.address();
    home = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });
  beforeEach(async () => {
    errors = [];
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on(
      'response',
      (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`),
    );
    // It asks nobody else.
    await page.route(
      (url) => url.origin !== home,
      (route) => {
        errors.push(`asks ${route.request().url()}`);
        return route.abort();
      },
    );
  });
  afterEach(async () => {
    await page.close();
    expect(errors).toEqual([]);
  });

  it('begins with the README, its pictures too', async () => {
    await page.goto(`${home}/`, { waitUntil: 'networkidle' });
    expect(await page.textContent('h1')).toContain('froe');
    const pictures = page.locator('.vp-doc img');
    expect(await pictures.count()).toBeGreaterThan(0);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth))
        .toBeGreaterThan(100);
    }
  });

  it('leads from page to page', async () => {
    await page.goto(`${home}/docs/security.html`, { waitUntil: 'networkidle' });
    expect(await page.title()).toBe(`${titleOf('docs/security.md')} | froe`);
    await page.click(`.VPSidebar >> text="${titleOf('docs/addresses.md')}"`);
    await page.waitForURL(`${home}/docs/addresses.html`);
    await expect.poll(() => page.textContent('h1')).toContain(titleOf('docs/addresses.md'));
    await page.goto(`${home}/docs/api.html#froeengine`, { waitUntil: 'networkidle' });
    expect(await page.textContent('h2#froeengine')).toContain('froe/engine');
  });

  it('finds what is typed', async () => {
    await page.goto(`${home}/`, { waitUntil: 'networkidle' });
    await page.click('.VPNavBarSearch button');
    await page.fill('.VPLocalSearchBox input', titleOf('docs/scale.md'));
    const first = page.locator('.VPLocalSearchBox .result').first();
    await first.waitFor();
    expect(await first.getAttribute('href')).toMatch(/^\/docs\/scale\.html/);
    await first.click();
    await page.waitForURL(/\/docs\/scale\.html/);
    await expect.poll(() => page.textContent('h1')).toContain(titleOf('docs/scale.md'));
  });
});
