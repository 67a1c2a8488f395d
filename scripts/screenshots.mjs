/**
 * Takes the screenshots of the README and of docs/viewer.md: froe's own sources in froe view.
 * Needs a built package and Chromium. Writes docs/images/; store them with a palette of 256 colours.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';
import { viewing } from './viewing.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const images = path('../docs/images');

const file = 'src/graph/graph.ts';
const chunk = encodeURIComponent(`main:${file}#Graph.callers`);
const question = 'how+is+a+source+cut+into+chunks';
const desktop = { width: 1280, height: 800 };
const shots = [
  {
    name: 'chunks',
    hash: `#/files/${file}?chunk=${chunk}&q=callers+of+a+place`,
    viewport: desktop,
    colorScheme: 'light',
    ready: '.referrer',
  },
  { name: 'search', hash: `#/search?q=${question}`, viewport: desktop, colorScheme: 'dark', ready: '.result' },
  {
    name: 'context',
    hash: `#/context?q=${question}&budget=4000`,
    viewport: desktop,
    colorScheme: 'dark',
    ready: '.budget',
  },
  {
    name: 'phone',
    hash: `#/files/${file}?chunk=${chunk}`,
    viewport: { width: 390, height: 700 },
    colorScheme: 'light',
    ready: '.chunk-bar',
  },
];

const place = mkdtempSync(join(tmpdir(), 'froe-shots-'));
const root = join(place, 'froe');
try {
  for (const part of ['src', 'docs', 'README.md']) cpSync(path(`../${part}`), join(root, part), { recursive: true });
  mkdirSync(images, { recursive: true });
  await viewing([root, '--index', join(place, 'index.db'), '--embedder', 'builtin'], take);
} finally {
  rmSync(place, { recursive: true });
}

async function take(url, extraHTTPHeaders) {
  const browser = await launch();
  try {
    for (const { name, hash, viewport, colorScheme, ready } of shots) {
      const page = await browser.newPage({ viewport, colorScheme, extraHTTPHeaders });
      await page.goto(url + hash);
      await page.locator(ready).first().waitFor();
      await page.reload(); // models and grammars are loaded by now
      await page.locator(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(images, `${name}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
