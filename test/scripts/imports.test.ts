/** The scripts are not typed: what they import must be there all the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const folders = ['bench', 'eval', 'scripts', 'train'];
const scripts = folders.flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => `${folder}/${file}`),
);

/** `import { a, b as c } from '../build/x.js'` → src/x.ts, a and b. */
function importsOf(script: string): readonly { readonly module: string; readonly names: readonly string[] }[] {
  const text = readFileSync(new URL(script, root), 'utf8');
  return [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'\.\.\/(?:build|dist)\/([^']*)\.js'/g)].map(
    ([, names, module]) => ({
      module: `src/${module}.ts`,
      names: names
        .split(',')
        .map((name) => name.trim().split(' as ')[0])
        .filter((name) => name !== ''),
    }),
  );
}

describe('what scripts import of the sources', () => {
  const imports = scripts.flatMap((script) => importsOf(script).map((imported) => ({ script, ...imported })));

  it('is found by this test', () => expect(imports.length).toBeGreaterThan(80));

  it.each(imports)('$script: $module exports $names', async ({ module, names }) => {
    expect(Object.keys(await import(fileURLToPath(new URL(module, root))))).toEqual(expect.arrayContaining([...names]));
  });
});
