/** The samples in the README are what the commands print, or the build fails. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folder } from '../folder.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const readme = readFileSync(path('../../README.md'), 'utf8');

function check(text: string) {
  const copy = join(folder({ 'README.md': text }), 'README.md');
  return spawnSync(process.execPath, [path('../../scripts/readme-samples.mjs'), '--check', copy], { encoding: 'utf8' });
}

it('the README shows what froe chunk prints, and quotes files as they are', () => {
  expect(check(readme)).toMatchObject({ stderr: '', status: 0 });
});

it('a figure or a line changed by hand is reported', () => {
  const figure = readme.replace(/(notes\.txt · .* · )\d+ tokens/, '$199 tokens');
  const quote = readme.replace(/^( {3}\S+:[\d,-]+ \|.*\n\n {3}).*/m, '$1const made = up;');
  expect(new Set([readme, figure, quote]).size).toBe(3);
  expect(check(figure)).toMatchObject({ stderr: expect.stringContaining('froe chunk'), status: 1 });
  expect(check(quote)).toMatchObject({ stderr: expect.stringContaining(': const made = up;'), status: 1 });
});

it('a README without the markers is refused', () => {
  expect(check(readme.replaceAll('<!-- chunks:', '<!-- other:')).stderr).toContain('the README has no');
});
