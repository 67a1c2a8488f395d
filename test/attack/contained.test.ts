/** One bad file must not affect others: the memory and time of its parser are bounded. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { workOf } from './workOf.js';

const place = mkdtempSync(join(tmpdir(), 'froe-contained-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const SPLIT_WITHOUT_GRAMMAR = 'split by brackets, keywords and indentation instead';

/** They took tree-sitter to two gigabytes, where its runtime ended for good. */
const hungry: Readonly<Record<string, string>> = {
  'types.ts': 'a<bas ,'.repeat(11_500),
  'directives.py': '.. a::\n'.repeat(12_000),
};
const healthy: Readonly<Record<string, string>> = {
  'plank.ts': 'export class Plank {\n  saw(at: number) {\n    return at;\n  }\n}\n',
  'plank.py': 'class Plank:\n    def saw(self, at):\n        return at\n',
  'plank.go': 'package wood\n\nfunc Saw(at int) int {\n\treturn at\n}\n',
};

describe('a file that exhausts the memory of its parser', () => {
  it.each(Object.entries(hungry))(
    '%s is cut by delimiters with a diagnostic, and affects no other file',
    async (path, text) => {
      const cutAll = () => Promise.all(Object.entries(healthy).map(([name, said]) => chunk(said, { path: name })));
      const before = await cutAll();
      const { chunks, diagnostics } = await chunk(text, { path });
      expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(SPLIT_WITHOUT_GRAMMAR)]);
      expect(chunks.length).toBeGreaterThan(10);
      const after = await cutAll();
      expect(after).toEqual(before);
      expect(after.flatMap(({ diagnostics: said }) => said)).toEqual([]);
    },
  );

  it('affects no file read at the same time', async () => {
    const [[path, text]] = Object.entries(hungry);
    const [name, said] = ['plank.ts', healthy['plank.ts']];
    const cuts = await Promise.all([
      chunk(said, { path: name }),
      chunk(text, { path }),
      ...Array.from({ length: 5 }, () => chunk(said, { path: name })),
    ]);
    expect(cuts.map(({ diagnostics }) => diagnostics.length)).toEqual([0, 1, 0, 0, 0, 0, 0]);
  });

  it('is recorded in the index: the next run does not try again', async () => {
    const root = mkdtempSync(join(place, 'tree-'));
    for (const [path, text] of Object.entries({ ...healthy, 'types.ts': hungry['types.ts'] }))
      writeFileSync(join(root, path), text);
    const engine = await open(root, { embedder: 'none' });
    try {
      const first = await engine.sync();
      expect(first).toMatchObject({ added: 4 });
      expect(first.troubles.map(({ path, message }) => `${path} ${message}`)).toEqual([
        `types.ts could not be read as TypeScript; ${SPLIT_WITHOUT_GRAMMAR}`,
      ]);
      const work = await workOf(async () => {
        expect(await engine.sync()).toMatchObject({ added: 0, changed: 0, unchanged: 4, troubles: [] });
      });
      expect(work).toBe(0);
    } finally {
      await engine.close();
    }
  });
});

/** Each took seconds to minutes for 100 kB, most of them with the square of their length. */
const slow: Readonly<Record<string, readonly [path: string, pattern: string]>> = {
  'attributes as C': ['x.c', '[[a]]\n'],
  'ends as Elixir': ['x.ex', 'end\n?a'],
  'directives as Python': ['x.py', '.. a::\n'],
  'backticks as Ruby': ['x.rb', '`'],
  'braces as TSX': ['x.tsx', '{a'],
  'braces as Java': ['x.java', '{a'],
};

describe('a file that keeps its parser busy', () => {
  it.each(Object.entries(slow))('%s is given up at the work limit', async (_, [path, pattern]) => {
    const kilos = 20;
    const text = pattern.repeat(Math.ceil((kilos * 1024) / pattern.length));
    await chunk(pattern, { path }); // loads the grammar
    const work = await workOf(async () => {
      const { diagnostics } = await chunk(text, { path });
      expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(SPLIT_WITHOUT_GRAMMAR)]);
    });
    expect(work).toBeLessThan((10 + 10 + kilos) * 1_000_000);
  });
});
