import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leftOut, leftOutOn } from './platforms.js';

const home = new URL('.', import.meta.url);
const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && file !== 'test/platforms.test.ts');

/** What only some systems have, in the words of a test that uses it. */
const needs: Readonly<Record<'win32' | 'darwin', RegExp>> = {
  win32: /execFileSync\('(?:mkfifo|npm)'|spawn\('sh'|chmodSync\(|\.kill\('SIG(?:INT|TERM)'\)|'\/proc\/|`\/proc\//,
  darwin: /'\/proc\/|`\/proc\/|'mount'/,
};

describe.each(Object.entries(needs) as ['win32' | 'darwin', RegExp][])('%s', (platform, words) => {
  it('runs no test with missing requirements', () => {
    const needy = files.filter((file) => words.test(readFileSync(new URL(`../${file}`, home), 'utf8')));
    expect(needy.length).toBeGreaterThan(2);
    const out = new Set(leftOutOn(platform));
    expect(needy.filter((file) => !out.has(file))).toEqual([]);
  });

  it('runs most of them', () => {
    expect(leftOutOn(platform).length).toBeLessThan(files.length / 8);
  });
});

it('Linux runs all tests, and every excluded file exists', () => {
  expect(leftOutOn('linux')).toEqual([]);
  expect(Object.keys(leftOut).filter((file) => !files.includes(file))).toEqual([]);
});
