/** Commits and roots in a real browser: from lines to the commit that made them, and to an editor in the right folder. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserFile, launch } from '../../scripts/browser.mjs';
import { open } from '../../src/engine/engine.js';
import type { FileView } from '../../src/view/api.js';
import { Repository } from '../repository.js';
import { expectFitting, WIDTHS } from './accessible.js';
import { type Served, serveEngine } from './served.js';

/** Two functions, each of which fills a chunk of 64 tokens. */
const client = (tries: number): string =>
  ['send', 'close']
    .map((name) => {
      const lines = Array.from({ length: 8 }, (_, i) => `    ${name}_step_${i} = prepare(${i})\n`).join('');
      return `def ${name}(request):\n${lines}    return range(${name === 'send' ? tries : 0})\n`;
    })
    .join('\n\n');

describe.skipIf(!browserFile)('the history of lines, of two roots (needs chromium)', () => {
  const [api, web] = [new Repository(), new Repository()];
  let served: Served;
  let browser: Browser;
  let retried: string;
  beforeAll(async () => {
    api.commit({ message: 'Send requests', files: { 'src/client.py': client(1) }, date: '2026-01-05T10:00:00Z' });
    retried = api.commit({
      message: 'Retry requests\n\nA proxy drops the first one. It is sent again, because the proxy gives no error.',
      files: { 'src/client.py': client(3), 'wide.md': `# Wide\n\n${'wide'.repeat(300)}\n` },
      author: 'Bob Ray',
      date: '2026-02-05T10:00:00Z',
    });
    web.commit({ message: 'Add a page', files: { 'src/page.py': 'def page():\n    return "order"\n' } });
    const engine = await open({ api: api.root, web: web.root }, { embedder: 'none' });
    await engine.sync({ threads: 0, history: 100 });
    [served, browser] = await Promise.all([serveEngine(engine, { editor: 'vscode://file/{path}:{line}' }), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  const at = async (hash: string, width = 1280): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
    await page.goto(`${served.url}/${hash}`);
    await page.locator('main').waitFor();
    return page;
  };

  it('links a file and a chunk to their commits', async () => {
    const page = await at('#/files/api/src/client.py');
    const history = page.getByRole('region', { name: 'History' });
    expect(await history.isVisible()).toBe(false); // git is asked when somebody asks
    await page.getByRole('heading', { name: 'History' }).click();
    await history.getByRole('link', { name: 'Retry requests' }).waitFor();
    expect(await history.getByRole('listitem').count()).toBe(2);
    expect(await history.textContent()).toContain('because the proxy gives no error');
    expect(await history.textContent()).toContain('Bob Ray, 1 line');
    const answer = await fetch(`${served.url}/api/file?path=api/src/client.py&maxTokens=64`);
    const { chunks } = (await answer.json()) as FileView;
    const last = encodeURIComponent(chunks.at(-1)?.id ?? ''); // close(), as it was from the first
    await page.goto(`${served.url}/#/files/api/src/client.py?chunk=${last}&max=64`);
    await history.getByText('made this chunk what it is').waitFor();
    await expect.poll(() => history.getByRole('link').allTextContents()).toEqual(['Send requests']);
    await page.goto(`${served.url}/#/files/api/src/client.py`);
    await history.getByRole('link', { name: 'Retry requests' }).click();
    await page.getByRole('heading', { name: 'Retry requests' }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#/artifacts/commit:${retried}`);
    await page.getByText('-    return range(1)').waitFor();
    await page.getByText('A proxy drops the first one.').first().waitFor();
    expect(await page.locator('.file-head time').textContent()).toBe('2026-02-05');
    expect(await page.getByRole('link', { name: /^Open in editor/ }).count()).toBe(0); // it is no file
    await page.context().close();
  });

  it('opens a commit from the results', async () => {
    const page = await at(`#/search?q=${encodeURIComponent('retry type:commit')}`);
    const found = page.locator('.result').first();
    expect(await found.getByRole('heading').textContent()).toMatch(/^Retry requests/);
    await found.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Retry requests' }).waitFor();
    await page.locator('.hl-deleted', { hasText: '-    return range(1)' }).waitFor();
    await page.locator('.hl-inserted', { hasText: '+    return range(3)' }).waitFor();
    await page.context().close();
  });

  it.each(['0123456789abcdef0123456789abcdef01234567', 'deadbee', ''])(
    'reports the unknown commit %j',
    async (hash) => {
      const page = await at(`#/artifacts/commit:${hash}`);
      await page.getByRole('heading', { name: 'No such commit in the index' }).waitFor();
      await page.getByText('froe index --history').waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        await expectFitting(page, width);
      }
      await page.context().close();
    },
  );

  it('lists a commit that the index does not have, without a link', async () => {
    const older = await open(api.root, { index: ':memory:', embedder: 'none' });
    await older.sync({ threads: 0 });
    await older.sync({ threads: 0, history: 1 });
    const other = await serveEngine(older);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${other.url}/#/files/src/client.py`);
    await page.getByRole('heading', { name: 'History' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Send requests').waitFor();
    expect(await history.getByRole('link').allTextContents()).toEqual(['Retry requests']);
    await page.context().close();
    await other.close();
  });

  it('opens a file in an editor below the folder of its root', async () => {
    for (const [path, { root }] of [
      ['api/src/client.py', api],
      ['web/src/page.py', web],
    ] as const) {
      const page = await at(`#/files/${path}?line=2`);
      const link = page.getByRole('link', { name: `Open in editor: ${path}, line 2` });
      const below = path.slice(path.indexOf('/'));
      expect(await link.getAttribute('href')).toBe(`vscode://file${root}${below}:2`);
      await page.goto(`${served.url}/#/search?q=${path.includes('api') ? 'send' : 'page'}`);
      const found = page.locator('.result', { hasText: path }).first();
      await found.waitFor();
      const editor = found.getByRole('link', { name: /^Open in editor/ });
      expect(await editor.getAttribute('href')).toContain(`vscode://file${root}${below}:`);
      await page.context().close();
    }
  });

  const screens = ['#/files/api/src/client.py', '#/artifacts/commit:', '#/search?q=retry+type:commit'] as const;

  it.each(screens)('fits, and axe finds no problem, wide and narrow, light and dark: %s', async (hash) => {
    const isFile = hash.includes('/files/');
    const page = await at(hash.endsWith('commit:') ? `${hash}${retried}` : hash);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await page
        .locator(hash.includes('search') ? '.result' : '.source')
        .first()
        .waitFor();
      if (isFile && width === 390)
        await page
          .getByRole('button', { name: /chunks/i })
          .last()
          .click(); // the drawer
      if (isFile && width === 1440) await page.getByRole('heading', { name: 'History' }).click();
      if (isFile) await page.getByRole('link', { name: 'Retry requests' }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectFitting(page, width);
    }
    await page.context().close();
  });
});
