import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawFolders, drawMap, inMapOrder, type MappedFile, mapFile } from '../../src/enrich/map.js';
import { parse, tokenizer } from '../../src/index.js';

const count = (text: string): number => tokenizer('cl100k_base').count(text);

const mapped = async (path: string, text: string): Promise<MappedFile> => mapFile(path, await parse(text, { path }));

describe('the map of a tree', () => {
  it('shows more of every file before it shows all of one', async () => {
    const files = [
      await mapped('a.py', 'class A:\n    def one(self):\n        pass\n\n    def two(self):\n        pass\n'),
      await mapped('b.py', 'def b():\n    pass\n'),
      await mapped('notes.txt', 'Nothing defined.\n'),
    ];
    expect(drawMap(files, 1000, count)).toBe(
      'a.py\n  class A:\n    def one(self):\n    def two(self):\nb.py\n  def b():\nnotes.txt\n',
    );
    expect(drawMap(files, 14, count)).toBe('a.py: A\nb.py: b\nnotes.txt\n');
    expect(drawMap(files, 5, count)).toBeUndefined();
  });

  it('says in the outline of a file that its language could not be read', async () => {
    const broken = `class A {\n    int x() {\n        return 1;\n    }\n}\n${'@ # ) { = \n'.repeat(40)}`;
    expect(drawMap([await mapped('A.java', broken)], 1000, count)).toBe(`A.java
  (could not be read as Java; split by brackets, keywords and indentation instead; definitions may be missing)
  class A
    int x()
`);
  });

  it('lists sources first, then tests and the like, and dot folders last', () => {
    const paths = [
      '.github/ci.yml',
      '.eslintrc',
      'README.md',
      'a/.hidden/x.ts',
      'src/app.ts',
      'test/app.test.ts',
      'go.sum',
    ];
    const order = paths.map((path) => ({ path })).sort(inMapOrder);
    expect(order.map(({ path }) => path)).toEqual([
      ...['README.md', 'src/app.ts', 'go.sum', 'test/app.test.ts', '.eslintrc', '.github/ci.yml', 'a/.hidden/x.ts'],
    ]);
  });

  it('never exceeds its budget', () => {
    const name = fc.stringMatching(/^[a-z]{1,12}$/);
    const file = fc
      .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.array(name, { maxLength: 6 }))
      .map(([parts, names]): MappedFile => {
        const path = `${parts.join('/')}.py`;
        return {
          path,
          levels: [
            `${path}\n`,
            `${path}: ${names.join(', ')}\n`,
            `${path}\n${names.map((n) => `  def ${n}():\n`).join('')}`,
          ],
        };
      });
    fc.assert(
      fc.property(fc.array(file, { maxLength: 40 }), fc.integer({ min: 1, max: 400 }), (files, budget) => {
        expect(count(drawMap(files, budget, count) ?? drawFolders(files, budget, count))).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 300 },
    );
  });
});
