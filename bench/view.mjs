/**
 * The page of `froe view`, in a real browser on this machine: how much it
 * weighs, how soon something is seen, how soon a file is there with its chunks,
 * and how soon after the slider moves it is there anew. Every load has an empty cache.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch } from '../scripts/browser.mjs';
import { viewing } from '../scripts/viewing.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';
import { percentile } from './questions.mjs';

const FILES = 400;
const LOADS = 15;
const QUICK_LOADS = 3;

async function measure(settings) {
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const root = join(place, 'tree');
  try {
    writeFiles(root, corpora(settings), FILES);
    const seen = await viewing([root, '--index', join(place, 'index.db'), '--no-embed'], (url, headers) =>
      loads(url, headers, settings.quick ? QUICK_LOADS : LOADS),
    );
    const rows = Object.entries(seen).map(([what, times]) => ({
      what,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      loads: times.length,
    }));
    return [
      {
        title: 'The page of froe view, in milliseconds',
        columns: { what: 'text', p50: 'number', p95: 'number', loads: 'count' },
        rows,
        notes: [
          `Chromium and the server on one machine, an index of ${FILES} files, an empty cache each time; paint and file from the start of the navigation, by the browser's own clock. All of the page weighs ${(weight() / 1000).toFixed(1)} kB, compressed.`,
        ],
      },
    ];
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function loads(url, headers, count) {
  const { files } = await (await fetch(`${url}api/files`, { headers })).json();
  // The file with the most tokens has the most to draw.
  const { path } = files.reduce((most, file) => (file.tokens > most.tokens ? file : most));
  const browser = await launch();
  const seen = { 'first paint': [], 'file with its chunks': [], 're-cut': [] };
  try {
    for (let i = 0; i < count; i++) {
      const viewport = { width: 1280, height: 800 };
      const page = await (await browser.newContext({ viewport, extraHTTPHeaders: headers })).newPage();
      await page.goto(`${url}#/files/${path.split('/').map(encodeURIComponent).join('/')}`);
      await page.locator('.chip').first().waitFor();
      const [paint, file] = await page.evaluate(
        `[performance.getEntriesByName('first-contentful-paint')[0]?.startTime, performance.now()]`,
      );
      if (paint !== undefined) seen['first paint'].push(paint);
      seen['file with its chunks'].push(file);
      seen['re-cut'].push(await recut(page));
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  return seen;
}

/** From the key to the new number of chunks, inside the page. */
const recut = (page) =>
  page.evaluate(`new Promise((resolve) => {
    const count = document.querySelector('#chunk-count');
    const slider = document.querySelector('input[type=range]');
    const started = performance.now();
    new MutationObserver(() => resolve(performance.now() - started))
      .observe(count, { characterData: true, childList: true, subtree: true });
    slider.value = 4;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  })`);

function weight() {
  const home = fileURLToPath(new URL('../dist/web', import.meta.url));
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length, 0);
}

await operation(measure);
