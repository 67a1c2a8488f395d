/** Which modules a query loads: parsers take a hundred milliseconds, and are not needed if nothing has changed. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { folder } from '../folder.js';

const froe = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const dataUrl = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

let root: string;
let list: string;
let spy: string;
beforeAll(() => {
  root = folder();
  list = join(folder(), 'loaded');
  const hook = `import { appendFileSync } from 'node:fs';
    export const load = (url, context, next) => (appendFileSync(${JSON.stringify(list)}, url + '\\n'), next(url, context));`;
  spy = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hook))});`);
  writeFileSync(join(root, 'oak.py'), 'def oak():\n    return 1\n\n\ndef elm():\n    return oak()\n');
  execFileSync(process.execPath, [froe, 'index', '.'], { cwd: root, stdio: 'ignore' });
});

function loadedBy(...words: string[]): readonly string[] {
  writeFileSync(list, '');
  execFileSync(process.execPath, ['--import', spy, froe, ...words], { cwd: root, stdio: 'ignore' });
  return readFileSync(list, 'utf8').split('\n').filter(Boolean);
}

/** Names that one module alone declares: the bundler keeps them. */
const declares = (url: string, declaration: RegExp): boolean =>
  url.startsWith('file:') && declaration.test(readFileSync(fileURLToPath(url), 'utf8'));
const holdsParsers = (url: string): boolean =>
  url.includes('web-tree-sitter') || declares(url, /\bFormats ?= ?class\b|\bclass Formats\b/);
const holdsDatabase = (url: string): boolean => url.includes('@photostructure/sqlite');
const holdsLanguages = (url: string): boolean => declares(url, /\bcodeLanguages ?=/);

it.each([
  ['search', 'oak'],
  ['search', '--mode', 'regex', 'oak'],
  ['context', 'oak'],
  ['get', 'oak.py'],
  ['refs', 'oak'],
  ['impact', 'oak'],
  ['status'],
  ['index'],
])('froe %s %s loads no parser', (...words) => {
  const loaded = loadedBy(...words);
  expect(loaded.some((url) => url.includes('dist/bundle'))).toBe(true);
  expect(loaded.filter(holdsParsers)).toEqual([]);
});

it('loads languages for the graph, and for no search', () => {
  expect(loadedBy('search', 'oak').filter(holdsLanguages)).toEqual([]);
  expect(loadedBy('refs', 'oak').some(holdsLanguages)).toBe(true);
});

it.each([[['--help']], [['--version']], [['help']]])('froe %s loads no command', (words) => {
  const loaded = loadedBy(...words);
  expect(loaded.some((url) => url.includes('dist/bundle'))).toBe(true);
  expect(loaded.filter((url) => holdsParsers(url) || holdsDatabase(url))).toEqual([]);
});

it('detects a database where it is needed', () => {
  expect(loadedBy('search', 'oak').some(holdsDatabase)).toBe(true);
});

it('detects parsers where they are needed', () => {
  expect(loadedBy('chunk', 'oak.py').some(holdsParsers)).toBe(true);
});
