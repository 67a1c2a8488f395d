/** The page in a real browser: what a person does with it, by pointer and by keys alone. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserFile, launch } from '../../scripts/browser.mjs';
import { artifactId } from '../../src/chunk/window.js';
import type { FileView } from '../../src/view/api.js';
import { expectFitting, violations, WIDTHS } from './accessible.js';
import { ARTIFACTS, CLIENT, EVIL, FILES, LARGE, type Served, serve } from './served.js';

describe.skipIf(!browserFile)('the page (needs chromium)', () => {
  let served: Served;
  let browser: Browser;
  /** What the browser complained of: broken scripts, and what the policy forbade. */
  let complaints: string[] = [];
  beforeAll(async () => {
    [served, browser] = await Promise.all([
      serve(
        { ...FILES, ...LARGE },
        { editor: 'vscode://file/{path}:{line}' },
        { host: '127.0.0.1' },
        'none',
        ARTIFACTS,
      ),
      launch(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(complaints).toEqual([]);
    complaints = [];
  });

  const at = async (hash = '', how: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, ...how })).newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${served.url}/${hash}`);
    await page.locator('main').waitFor();
    return page;
  };
  const hashOf = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);
  /** As the library has it, through the API. */
  const cut = async (how: string): Promise<FileView> =>
    (await (await fetch(`${served.url}/api/file?path=src/client.py${how}`)).json()) as FileView;
  const chunks = ({ chunks }: FileView): number => chunks.filter(({ outline }) => outline === null).length;

  it('shows a file with its chunks', async () => {
    const page = await at();
    await page.getByRole('treeitem', { name: 'src', exact: true }).click();
    await page.getByRole('treeitem', { name: 'client.py' }).click();
    const file = await cut('');
    await page.locator('#chunk-count', { hasText: `${chunks(file)} chunks` }).waitFor();
    expect(hashOf(page)).toBe('#/files/src/client.py');
    const lines = await page
      .locator('.row')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('.stretch')].map((part) => part.textContent).join('')),
      );
    expect(lines.join('\n')).toBe(CLIENT.trimEnd().concat('\n'));
    expect(await page.locator('.facts .is-true').textContent()).toBe('as indexed');
    await page.locator('.stretch', { hasText: 'def put' }).hover();
    const known = file.chunks.find(({ name }) => name === 'Client.put');
    const card = page.getByRole('region', { name: 'Chunk', exact: true });
    await card.getByText(known?.id ?? 'none', { exact: true }).waitFor();
    expect(await card.textContent()).toContain(`${known?.tokens} of 512 tokens`);
    expect(await card.textContent()).toContain(known?.prefix.trimEnd());
  });

  it('re-cuts at once when a slider moves, and keeps the options in the address', async () => {
    const page = await at('#/files/src/client.py');
    const slider = page.getByRole('slider', { name: 'Budget' });
    await slider.focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft'); // 512 → 64
    await page.locator('#chunk-count', { hasText: `${chunks(await cut('&maxTokens=64'))} chunks` }).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('64 tokens');
    expect(hashOf(page)).toBe('#/files/src/client.py?max=64');
    await page.getByLabel('Strategy').selectOption('window');
    await page.getByRole('slider', { name: 'Overlap' }).focus();
    await page.keyboard.press('End'); // half a chunk
    const windows = await cut('&maxTokens=64&strategy=window&overlap=32');
    await page.locator('#chunk-count', { hasText: `${chunks(windows)} chunks` }).waitFor();
    expect(hashOf(page)).toContain('max=64&overlap=32&strategy=window');
    expect(await page.getByRole('slider', { name: 'Overlap' }).getAttribute('aria-valuetext')).toBe('32 tokens');
    await page.getByRole('button', { name: 'as indexed' }).click();
    await page.locator('.facts .is-true').waitFor();
    expect(hashOf(page)).toBe('#/files/src/client.py');
  });

  it('shows the same from a shared link', async () => {
    const file = await cut('&maxTokens=64');
    const chunk = file.chunks.filter(({ outline }) => outline === null)[4];
    const link = `#/files/src/client.py?chunk=${encodeURIComponent(chunk.id)}&max=64`;
    const page = await at(link, { viewport: { width: 1280, height: 420 } });
    const check = async (): Promise<void> => {
      await page.getByRole('heading', { name: 'Chunk 5' }).waitFor();
      await page.getByText(chunk.id, { exact: true }).waitFor();
      expect(await page.getByRole('slider', { name: 'Budget' }).getAttribute('aria-valuetext')).toBe('64 tokens');
      const chip = page.getByRole('button', { name: /^Chunk 5:/ });
      expect(await chip.getAttribute('aria-pressed')).toBe('true');
      const box = await chip.boundingBox();
      expect(box?.y).toBeLessThan(420);
    };
    await check();
    await page.reload();
    await check();
    await page.goto(`${served.url}/#/search?q=oak`);
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await page.goBack();
    await check();
  });

  it('lists artifacts next to the files, and opens them like files', async () => {
    const page = await at();
    const heading = page.getByRole('treeitem', { name: 'Artifacts' });
    expect(await heading.getAttribute('aria-expanded')).toBe('true');
    await page.getByText('9 files and 2 artifacts').waitFor();
    await page.getByRole('treeitem', { name: 'chat' }).click();
    const row = page.getByRole('treeitem', { name: 'Larches <img' });
    await row.click();
    await page.getByRole('heading', { name: 'Larches <img src=x onerror=pwned=6>' }).waitFor();
    expect(await row.getAttribute('aria-selected')).toBe('true');
    expect(hashOf(page)).toMatch(/^#\/artifacts\/art_[0-9a-f]{12}$/);
    expect(await page.locator('.file-head .facts').textContent()).toMatch(/^chatfrom slacksensitive\d+ chunks/);
    expect(await page.getByRole('region', { name: 'Chunking' }).count()).toBe(0); // its source is not kept
    await page.getByText('We spoke of larches and <b>which of them</b> to fell on day 0.').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Chunk 2', exact: true }).waitFor();
    const link = page.url();
    await page.goto(`${served.url}/#/files/README.md`);
    await page.getByRole('heading', { name: 'README.md' }).waitFor();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Chunk 2', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Chunk 2', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('seasoned yew');
    await page.keyboard.press('Enter');
    await page.locator('.result').first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Yew for the bows' }).waitFor();
    expect(await page.locator('time').textContent()).toBe('2026-05-04');
    await page.goto(`${served.url}/#/context?q=seasoned+yew`);
    await page.locator('.passage a').first().click();
    await page.getByRole('heading', { name: 'Yew for the bows' }).waitFor();
  });

  it('searches, and explains every score', async () => {
    const page = await at();
    await page.getByRole('searchbox').fill('froe splits oak');
    await page.keyboard.press('Enter');
    const first = page.locator('.result').first();
    await first.getByText(/^README\.md:/).waitFor();
    expect(hashOf(page)).toBe('#/search?q=froe+splits+oak');
    const table = first.getByRole('table');
    expect(await table.isVisible()).toBe(false); // until somebody asks
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await table.waitFor();
    expect(await table.textContent()).toMatch(/words#1.*raw/);
    await page.getByRole('searchbox').fill('delete request');
    await page.locator('.result', { hasText: 'src/client.py' }).first().waitFor();
    expect(hashOf(page)).toBe('#/search?q=delete+request');
  });

  it('packs a context, and shows the budget and what was left out', async () => {
    const page = await at('#/context?q=client+request+oak+file&budget=250');
    const tokens = page.locator('#context-tokens');
    await tokens.waitFor();
    const [used, budget] = (await tokens.textContent())?.match(/\d+/g)?.map(Number) ?? [];
    expect(budget).toBe(250);
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(250);
    const left = Number(await page.locator('#left-out').textContent());
    expect(left).toBeGreaterThan(0);
    await page.getByLabel('Format').selectOption('claude');
    await page.locator('.context-text pre', { hasText: /^</ }).waitFor();
    await page.getByRole('slider', { name: 'Budget' }).focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.locator('#left-out', { hasText: /^0$/ }).waitFor();
    expect(hashOf(page)).toBe('#/context?q=client+request+oak+file&budget=3000&format=claude');
  });

  it('shows the state of the index', async () => {
    const page = await at('#/index');
    await page.getByText('Up to date.').waitFor();
    expect(await page.getByRole('region', { name: 'Files by kind' }).textContent()).toContain('python');
    const sizes = page.getByRole('region', { name: 'Chunks by tokens' }).locator('li');
    await sizes.nth(2).waitFor(); // counted after the files are
    expect(await sizes.count()).toBeGreaterThan(2);
    expect(await page.getByRole('button', { name: 'Update the index' }).count()).toBe(0);
  });

  it('is dark if the system is, or by choice', async () => {
    const page = await at('#/index', { colorScheme: 'dark' });
    const paper = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await paper()).toBe('rgb(23, 22, 20)');
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    expect(await paper()).toBe('rgb(251, 249, 245)');
    await page.reload();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await paper()).toBe('rgb(23, 22, 20)');
  });

  /** By what the chat is called where it comes from. */
  const CHAT = `#/artifacts/${artifactId({ content: '', sourceSystem: 'slack', sourceId: 'talk' }, 12)}`;
  /** Every screen, with what shows that it is there. */
  const screens = [
    ['#/files', '.overview'],
    ['#/files/src/client.py?q=request', '.source mark'],
    ['#/files/src/client.py?max=64&line=12', '.named'],
    [CHAT, '.source'],
    ['#/search?q=delete+request', '.result mark'],
    ['#/context?q=oak+request', '.budget'],
    ['#/index', '.figures'],
    ['#/files/src/clent.py', '.ways'],
    ['#/nowhere', '.ways'],
  ] as const;
  const settled = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

  it.each(screens)('fits, and axe finds no problem, wide and narrow, light and dark: %s', async (hash, ready) => {
    const page = await at(hash);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await page.locator(ready).first().waitFor();
      await settled(page);
      if (hash.includes('client.py?q')) await page.keyboard.press('j'); // a chunk stands out from the others
      await expectFitting(page, width);
    }
    complaints = complaints.filter((said) => !said.includes('404')); // the browser notes an unknown file, too
  });

  it('has no problem that axe finds in its help', async () => {
    const page = await at('#/index');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    const page = await at();
    await page.getByRole('treeitem', { name: 'README.md' }).waitFor();
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('t', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter'); // big, src → open, deep, client.py
    await page.getByRole('heading', { name: 'src/client.py' }).waitFor();
    await press('j', 'j', 'k', 'j');
    await page.getByRole('heading', { name: 'Chunk 2' }).waitFor();
    await press('Escape');
    await page.getByText('Choose a band').waitFor();
    await press('ArrowLeft'); // from the file to its folder
    expect(await page.locator(':focus').getAttribute('aria-expanded')).toBe('true');
    await press('ArrowLeft');
    expect(await page.locator(':focus').getAttribute('aria-expanded')).toBe('false');
    await press('?');
    await page.getByRole('dialog').waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await press('/');
    await page.keyboard.type('delete request');
    await press('Enter');
    await page.locator('.result').first().waitFor();
    await press('j'); // the box has let the focus go
    expect(await page.locator(':focus').getAttribute('href')).toContain('#/files/src/client.py?chunk=');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await press('Enter');
    await page.getByRole('heading', { name: 'src/client.py' }).waitFor();
    await press('3');
    await page.getByRole('heading', { name: 'Context' }).waitFor();
    await press('4');
    await page.getByRole('heading', { name: 'Index' }).waitFor();
    await press('1', 'Tab');
    expect(await page.locator(':focus').count()).toBe(1);
  });

  it('shows a source full of scripts as text', async () => {
    const page = await at('#/files/evil.html');
    await page.locator('.stretch', { hasText: 'onerror' }).first().waitFor();
    const shown = await page
      .locator('.row')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('.stretch')].map((part) => part.textContent).join('')),
      );
    expect(shown.join('\n')).toBe(EVIL.trimEnd());
    for (const hash of [
      '#/search?q=globalThis',
      '#/context?q=onerror',
      `#/files/${encodeURIComponent('odd <img src=x onerror=pwned=5> name.txt')}`,
    ]) {
      await page.goto(`${served.url}/${hash}`);
      await settled(page);
    }
    await page.getByRole('heading', { name: 'odd <img src=x onerror=pwned=5> name.txt' }).waitFor();
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    expect(await page.locator('main :is(script, img, iframe)').count()).toBe(0);
  });

  it('renders only the lines on screen of a megabyte', async () => {
    const page = await at('#/files/big/tale.txt');
    await page.getByText('Line 0 of a long tale').waitFor();
    const source = page.locator('.source');
    await source.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.getByText('Line 13999 of a long tale').waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(120);
    await page.goto(`${served.url}/#/files/big/line.txt`);
    await page.getByText('… 298,001 more characters in this line').waitFor();
  });

  it('is authorised by its token once, and then by a cookie that no script can read', async () => {
    const token = 'a-token-of-thirty-two-characters';
    const open = await serve({ 'a.txt': 'Oaks.\n' }, {}, { host: '0.0.0.0', token });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${open.url}/?token=${token}#/files/a.txt`);
    await page.getByText('Oaks.').waitFor();
    expect(page.url()).toBe(`${open.url}/#/files/a.txt`);
    expect(await page.evaluate('document.cookie')).toBe('');
    await open.close();
  });

  it('colours code, and marks the words of the query in results and in the file', async () => {
    const page = await at('#/search?q=put+request');
    const result = page.locator('.result', { hasText: 'src/client.py' }).first();
    await result.waitFor();
    expect(await result.locator('.hl-keyword').allTextContents()).toContain('def');
    expect(new Set(await result.locator('mark').allTextContents())).toContain('put');
    await result.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'src/client.py' }).waitFor();
    expect(hashOf(page)).toContain('q=put+request');
    await page.locator('.source .hl-keyword', { hasText: /^def$/ }).first().waitFor();
    const marks = await page.locator('.source mark').allTextContents();
    expect(new Set(marks.map((mark) => mark.toLowerCase()))).toEqual(new Set(['put', 'request', 'requests']));
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.getByText(`of ${marks.length} matches for`).waitFor();
    expect(await page.locator('mark.current').count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('mark').first().waitFor({ state: 'detached' });
    expect(hashOf(page)).not.toContain('q=');
  });

  it('filters a query by type, language and path', async () => {
    const page = await at('#/search?q=request+oak+main');
    const paths = async (): Promise<Set<string>> => {
      const places = await page.locator('.result .facts .mono').allTextContents();
      return new Set(places.map((place) => place.replace(/:.*/, '')));
    };
    const narrowedTo = (wanted: readonly string[]) => expect.poll(paths, { timeout: 20_000 }).toEqual(new Set(wanted));
    await page.locator('.result').first().waitFor();
    expect((await paths()).size).toBeGreaterThan(1);
    expect(await page.getByLabel('Root').count()).toBe(0); // there is one
    await page.getByLabel('Language').selectOption('markdown');
    await narrowedTo(['README.md']);
    expect(hashOf(page)).toContain('lang=markdown');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Path').fill('src/use.py');
    await page.getByLabel('Path').press('Enter');
    await narrowedTo(['src/use.py']);
    await page.getByLabel('Type').selectOption('class');
    await narrowedTo([]);
    expect(hashOf(page)).toContain('type=class&within=src/use.py');
  });

  it('shows the references to a file, with links', async () => {
    const page = await at('#/files/src/client.py');
    const list = page.getByRole('region', { name: 'Referenced by' });
    await list.getByText('creates Client').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(2); // its import, and main
    expect(await list.locator('.referrer > p').allTextContents()).toEqual(['src/use.py']);
    await list.getByRole('link', { name: 'main' }).first().click();
    await page.getByRole('heading', { name: 'src/use.py' }).waitFor();
    expect(hashOf(page)).toBe('#/files/src/use.py?line=5');
    expect(await page.locator('.named .line').textContent()).toBe('5');
  });

  it('opens a file in an editor, at the line', async () => {
    const page = await at('#/files/src/client.py?line=7');
    const link = page.getByRole('link', { name: 'Open in editor: src/client.py, line 7' });
    expect(await link.getAttribute('href')).toBe(`vscode://file${served.root}/src/client.py:7`);
  });

  it('has the tree and the controls of a narrow page in drawers', async () => {
    const page = await at('', { viewport: { width: 390, height: 844 } });
    expect(await page.getByRole('tree').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'File tree' }).click();
    await page.getByRole('treeitem', { name: 'src', exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('treeitem', { name: 'client.py' }).click();
    await page.getByRole('heading', { name: 'src/client.py' }).waitFor();
    expect(await page.getByRole('tree').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Next chunk' }).click();
    await page.getByRole('button', { name: /1 of \d+ ·/ }).click();
    await page.getByRole('slider', { name: 'Budget' }).waitFor();
    await page.getByRole('heading', { name: 'Chunk 1', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goto(`${served.url}/#/search?q=request`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Language').selectOption('python');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Filters · python' }).waitFor();
  });

  it('suggests a similar address for an unknown one', async () => {
    const page = await at('#/files/src/clent.py');
    await page.getByRole('alert').getByText('Not in the index: src/clent.py').waitFor();
    await page.getByRole('link', { name: 'src/client.py' }).click();
    await page.getByRole('heading', { name: 'src/client.py' }).waitFor();
    await page.goto(`${served.url}/#/files/src/deep`);
    await page.getByRole('link', { name: 'src/deep/er/down.ts' }).waitFor();
    await page.goto(
      `${served.url}/#/files/src/client.py?chunk=${encodeURIComponent('main:src/client.py#Client.putt')}`,
    );
    await page.getByRole('alert').getByRole('link', { name: 'Client.put' }).click();
    await page.getByRole('heading', { name: /^Chunk \d+$/ }).waitFor();
    await page.goto(`${served.url}/#/artifacts/art_000000000000`);
    await page.getByRole('alert').getByText('No such artifact').waitFor();
    await page.goto(`${served.url}/#/nowhere`);
    await page.getByText('#/nowhere').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Files' }).click();
    await page.locator('.overview').waitFor();
    complaints = complaints.filter((said) => !said.includes('404')); // the browser notes the answers, too
  });
});
