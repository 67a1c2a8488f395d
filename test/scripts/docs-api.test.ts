import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const page = readFileSync(path('docs/api.md'), 'utf8');

describe('the reference of the API', () => {
  it('matches the types', () => {
    // It fails with what to do about it.
    expect(execFileSync(process.execPath, [path('scripts/docs-api.mjs'), '--check'], { encoding: 'utf8' })).toBe('');
  });

  it('has a part for each entry point that has types', () => {
    const { name, exports } = JSON.parse(readFileSync(path('package.json'), 'utf8'));
    const entries = Object.entries<{ types?: string }>(exports).filter(([, { types }]) => types !== undefined);
    const parts = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(parts).toEqual([...entries.map(([entry]) => entry.replace('.', name)), 'Other types']);
  });

  it('has the exports of an entry point, with comment and signature', async () => {
    const library = await import(new URL('../../dist/index.js', import.meta.url).href);
    const values = Object.keys(library).filter(
      (value) => !page.match(new RegExp(`^### (?:const |class )?${value}(?:\\(\\))?$`, 'm')),
    );
    expect(Object.keys(library).length).toBeGreaterThan(15);
    expect(values).toEqual([]);
    expect(page).toMatch(/^### chunk\(\)\n\nCuts one text.*\n[^#]*^function chunk\(input: string \| Uint8Array/ms);
    expect(page).toMatch(/^Types: .*\[Cut\]\(#type-cut\)/m);
  });

  it('has nothing that is not exported', () => {
    expect(page).not.toMatch(/#private|import\("|export |declare /);
  });
});
