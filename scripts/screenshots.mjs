/**
 * Takes the pictures of the README: froe's own sources, as froe view shows them.
 * Needs a built package and Chromium. Writes docs/images/.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';
import { viewing } from './viewing.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const images = path('../docs/images');

const chunk = encodeURIComponent('main:src/engine/engine.ts#Engine.context');
const question = 'how+is+a+source+cut+into+chunks';
const shots = [
  { name: 'chunks', hash: `#/files/src/engine/engine.ts?chunk=${chunk}`, colorScheme: 'light', ready: '.chip.on' },
  { name: 'context', hash: `#/context?q=${question}&budget=4000`, colorScheme: 'dark', ready: '.budget' },
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
    for (const { name, hash, colorScheme, ready } of shots) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, extraHTTPHeaders });
      await page.goto(url + hash);
      await page.locator(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(images, `${name}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
