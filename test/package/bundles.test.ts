/**
 * No two files of the library import each other: in a circle of bundles a class could be used before it is defined.
 * Those of the command may, since each of their modules is run when it is first needed (vite.command.config.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAstAsync } from 'vite';
import { expect, it } from 'vitest';

type Imports = ReadonlyMap<string, readonly string[]>;

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Static imports only: `import()` runs when both files have been evaluated. */
async function staticImports(): Promise<Imports> {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.js') && !file.startsWith('web/'));
  const imported = async (file: string): Promise<[string, string[]]> => {
    const { body } = await parseAstAsync(readFileSync(join(dist, file), 'utf8'));
    const modules = body.flatMap((node) => ('source' in node && node.source ? String(node.source.value) : []));
    const own = modules.filter((module) => module.startsWith('.'));
    return [file, own.map((module) => normalize(join(dirname(file), module)).replaceAll('\\', '/'))];
  };
  return new Map(await Promise.all(files.map(imported)));
}

/** Removes files that import nothing of the rest until none is left to remove: what remains leads into a cycle. */
function inCycles(imports: Imports): readonly string[] {
  const rest = new Map(imports);
  for (let before = -1; before !== rest.size; ) {
    before = rest.size;
    for (const [file, modules] of rest) if (!modules.some((module) => rest.has(module))) rest.delete(file);
  }
  return [...rest.keys()].sort();
}

it('finds import cycles, direct or not, and the files that lead there', () => {
  const chain: Imports = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', []],
  ]);
  expect(inCycles(chain)).toEqual([]);
  expect(inCycles(new Map([...chain, ['c', ['d']], ['d', ['b']]]))).toEqual(['a', 'b', 'c', 'd']);
});

it('has bundles that do not import each other', async () => {
  const imports = await staticImports();
  expect(imports.get('cli/main.js')?.length).toBeGreaterThan(0);
  for (const [file, modules] of imports)
    expect({ file, missing: modules.filter((module) => !imports.has(module)) }).toEqual({ file, missing: [] });
  expect(inCycles(imports)).toEqual([]);
});
