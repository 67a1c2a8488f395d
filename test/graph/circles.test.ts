/** Files and classes with cyclic dependencies, or very many paths between them: each is visited once. */
import { expect, it } from 'vitest';
import { edgesOf } from './edges.js';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

it('two files that import a default from each other under one name', async () => {
  const edges = await edgesOf({
    'a.ts': "import plugin from './b.js';\nexport const first = plugin;\n",
    'b.ts': "import plugin from './a.js';\nexport const second = plugin;\n",
    'run.ts': "import plugin from './a.js';\nexport function run(): void {\n  plugin();\n}\n",
  });
  expect(edges).toContain('run.ts imports a.ts');
});

it('thirty files that re-export everything of each other', async () => {
  const names = range(30);
  const all = (self: number): string =>
    names
      .filter((n) => n !== self)
      .map((n) => `export * from './f${n}.js';\n`)
      .join('');
  const edges = await edgesOf({
    ...Object.fromEntries(names.map((n) => [`f${n}.ts`, all(n)])),
    'f29.ts': `${all(29)}export function found(): void {}\n`,
    'run.ts': "import { found, missing } from './f0.js';\nexport function run(): void {\n  found();\n  missing();\n}\n",
  });
  expect(edges.filter((edge) => edge.startsWith('run.ts#run'))).toEqual([
    'run.ts#run calls f29.ts#found',
    'run.ts#run calls f0.ts', // nobody has it: as much as is known
  ]);
});

it('classes of which each inherits from all six of the next layer', async () => {
  const layer = (n: number): string =>
    range(6)
      .map(
        (i) =>
          `class L${n}x${i}(${range(6)
            .map((j) => `L${n + 1}x${j}`)
            .join(', ')}):\n    pass\n\n\n`,
      )
      .join('');
  const last = range(6)
    .map((i) => `class L9x${i}:\n    def deep${i}(self):\n        pass\n\n\n`)
    .join('');
  const edges = await edgesOf({
    'tree.py': `${last}${range(9).reverse().map(layer).join('')}class Top(L0x0):\n    def go(self):\n        self.deep5()\n        self.missing()\n`,
  });
  expect(edges).toContain('tree.py#Top.go calls tree.py#L9x5.deep5');
});
