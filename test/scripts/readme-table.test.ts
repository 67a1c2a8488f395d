/** The README says what the last benchmark said, or the build fails. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const readme = path('../../README.md');

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [path('../../scripts/readme-table.mjs'), ...args], { encoding: 'utf8' });

it('accepts a README with the figures of the last run', () => {
  expect(run('--check')).toMatchObject({ stderr: '', status: 0 });
});

it('fails if a figure was changed by hand, and corrects it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'froe-readme-'));
  const copy = join(folder, 'README.md');
  try {
    const text = readFileSync(readme, 'utf8');
    writeFileSync(copy, text.replace(/(\*\*froe\*\* \| )[\d.]+×/, '$10.50×'));
    expect(readFileSync(copy, 'utf8')).not.toBe(text);
    expect(run('--check', copy).status).toBe(1);
    expect(run(copy).status).toBe(0);
    expect(readFileSync(copy, 'utf8')).toBe(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
