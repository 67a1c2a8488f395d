/** docs/scale.md says what its script reckons. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

it('the tables of docs/scale.md are those of bench/sizing.mjs', () => {
  const { stdout, status } = spawnSync(process.execPath, [path('bench/sizing.mjs')], { encoding: 'utf8' });
  expect(status).toBe(0);
  const tables = stdout.trim().split('\n\n');
  expect(tables).toHaveLength(2);
  const text = readFileSync(path('docs/scale.md'), 'utf8');
  for (const table of tables) expect(text).toContain(table);
});
