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
  // Scripts, its own and those of others, are read by this function.
  spy = dataUrl(`import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const read = fs.readFileSync;
    fs.readFileSync = (file, ...options) => {
      if (/\\.c?js$/.test(file)) fs.appendFileSync(${JSON.stringify(list)}, file + '\\n');
      return read(file, ...options);
    };
    syncBuiltinESMExports();`);
  writeFileSync(join(root, 'oak.py'), 'def oak():\n    return 1\n\n\ndef elm():\n    return oak()\n');
  execFileSync(process.execPath, [froe, 'index', '.'], { cwd: root, stdio: 'ignore' });
});

function loadedBy(...words: string[]): readonly string[] {
  writeFileSync(list, '');
  execFileSync(process.execPath, ['--import', spy, froe, ...words], { cwd: root, stdio: 'ignore' });
  return readFileSync(list, 'utf8').split('\n').filter(Boolean);
}

/** What only one module has: the bundler keeps names of classes and keys. */
const declares = (file: string, declaration: RegExp): boolean => declaration.test(readFileSync(file, 'utf8'));
const holdsParsers = (file: string): boolean =>
  file.includes('web-tree-sitter') || declares(file, /\bFormats ?= ?class\b|\bclass Formats\b/);
const holdsDatabase = (file: string): boolean => file.includes(join('@photostructure', 'sqlite'));
const holdsLanguages = (file: string): boolean => declares(file, /\bsingleton_method: \{/);

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
  expect(loaded.some((file) => file.includes(join('dist', 'command')))).toBe(true);
  expect(loaded.filter(holdsParsers)).toEqual([]);
});

it('loads languages for the graph, and for no search', () => {
  expect(loadedBy('search', 'oak').filter(holdsLanguages)).toEqual([]);
  expect(loadedBy('refs', 'oak').some(holdsLanguages)).toBe(true);
});

it.each([[['--help']], [['--version']], [['help']]])('froe %s loads no command', (words) => {
  const loaded = loadedBy(...words);
  expect(loaded.some((file) => file.includes(join('dist', 'command')))).toBe(true);
  expect(loaded.filter((file) => holdsParsers(file) || holdsDatabase(file))).toEqual([]);
});

it('detects a database where it is needed', () => {
  expect(loadedBy('search', 'oak').some(holdsDatabase)).toBe(true);
});

it('detects parsers where they are needed', () => {
  expect(loadedBy('chunk', 'oak.py').some(holdsParsers)).toBe(true);
});
