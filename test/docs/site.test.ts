/** The pages of the site. Building it and reading it in a browser: site/site.test.ts, by `npm run site:test`. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { groups, isPage, targetOf, titleOf } from '../../site/pages.mjs';
import { linksIn } from './links.js';

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const read = (file: string): string => readFileSync(path(file), 'utf8');
const listed = Object.values(groups).flat();

it('the sidebar has every document once, by its heading', () => {
  expect(new Set(listed).size).toBe(listed.length);
  const documents = readdirSync(path('docs')).filter((name) => name.endsWith('.md'));
  expect(listed.filter((page) => page.startsWith('docs/')).sort()).toEqual(
    documents.map((name) => `docs/${name}`).sort(),
  );
  const titles = listed.map(titleOf);
  expect(titles).toContain('Commands');
  expect(titles.filter((title) => /[`*[\]<]/.test(title))).toEqual([]);
});

it('every linked document is a page', () => {
  const links = ['README.md', ...listed].flatMap((page) => linksIn(page, read(page)));
  const missing = links
    .filter(({ path: to }) => to?.endsWith('.md') && !isPage(to))
    .map(({ from, to }) => `${from}: ${to}`);
  expect(links.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

it('a link leads to the same file on the site as here', () => {
  expect(targetOf('docs/security.md', '../SECURITY.md')).toBe('SECURITY.md');
  expect(targetOf('docs/mcp.md', 'query.md#what-hits-add-up-to')).toBe('docs/query.md');
  expect(targetOf('README.md', 'examples/')).toBe('examples');
  expect(['https://x.y', '#here', '/docs'].map((href) => targetOf('README.md', href))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('its build tools are installed separately, from the configured registry', () => {
  const { devDependencies } = JSON.parse(read('package.json'));
  const own = JSON.parse(read('site/package.json'));
  expect(Object.keys(own.devDependencies).filter((name) => name in devDependencies)).toEqual([]);
  expect(read('site/package-lock.json')).not.toContain('"resolved"');
});
