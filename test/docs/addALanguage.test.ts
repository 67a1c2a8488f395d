/** docs/add-a-language.md shows a real language, and names fields that there are. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/add-a-language.md');
const trimmed = (text: string): string[] => text.split('\n').map((line) => line.trim());

it('shows src/languages/lua.ts, line by line, except for the parts left out', () => {
  const lines = trimmed(read('src/languages/lua.ts'));
  const shown = trimmed(/```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '').filter((line) => line !== '' && line !== '// …');
  expect(shown.length).toBeGreaterThan(20);
  let at = 0;
  for (const line of shown) {
    const next = lines.indexOf(line, at);
    expect([line, next >= at]).toEqual([line, true]);
    at = next + 1;
  }
});

it('names only fields that a language has', () => {
  const described = ['language', 'syntax', 'referenceSyntax', 'modules'].map((file) =>
    read(`src/languages/${file}.ts`),
  );
  const fields = new Set(
    described.flatMap((text) => [...text.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name)),
  );
  const [steps, trees] = page.split('## What a tree');
  const cells = (text: string, column: number): string =>
    text
      .split('\n')
      .map((line) => line.split(/(?<!`)\s*\|\s*/)[column] ?? '')
      .join('\n');
  const named = (text: string): string[] => [...text.matchAll(/`(\w+)(?:: true)?`/g)].map(([, name]) => name);
  const parts = named(cells(steps, 1));
  const treeFields = named(cells(trees, 2));
  expect(parts.length).toBeGreaterThan(5);
  expect(treeFields.length).toBeGreaterThan(8);
  expect([...parts, ...treeFields].filter((name) => !fields.has(name))).toEqual([]);
});

it('names the line of its example in the table', () => {
  const table = read('src/languages/index.ts');
  expect(table).toContain("import { lua } from './lua.js';\n");
  expect(table).toContain('\n  lua,\n');
});
