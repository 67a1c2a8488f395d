/** docs/embedding.md has a row for every setting. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keyNames } from '../../src/config/keys.js';

it('the table of settings names all of them, and nothing else', () => {
  const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const [, table] = /\n## Settings\n[\s\S]*?\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  const cells = (table ?? '').split('\n').map((row) => row.split(' | ')[0]);
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([\w.]+)`/g), ([, name]) => name));
  // `merge.threshold`, … stands for its siblings.
  expect([...named].sort()).toEqual(
    keyNames.filter((name) => !name.startsWith('merge.') || name === 'merge.threshold').sort(),
  );
});
