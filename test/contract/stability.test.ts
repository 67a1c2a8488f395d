/**
 * Promise 5: the same input gives the same ids and hashes, and an insertion
 * changes the piece it falls into and at most its immediate neighbours.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk } from '../../src/index.js';

interface Kind {
  readonly path: string;
  /** The i-th unit of a file, `lines` long. */
  readonly unit: (i: number, lines: number) => string;
}

const kinds: readonly Kind[] = [
  {
    path: 'a.py',
    unit: (i, n) => `def task_${i}(value):\n${`    value = step_${i}(value)\n`.repeat(n)}    return value\n\n\n`,
  },
  {
    path: 'a.js',
    unit: (i, n) =>
      `export function task${i}(value) {\n${`  value = step${i}(value);\n`.repeat(n)}  return value;\n}\n\n`,
  },
  { path: 'a.rb', unit: (i, n) => `def task_${i}(value)\n${`  value = step_${i}(value)\n`.repeat(n)}  value\nend\n\n` },
  {
    path: 'a.toml',
    unit: (i, n) => `[task_${i}]\n${Array.from({ length: n }, (_, k) => `key_${k} = ${i}\n`).join('')}\n`,
  },
  {
    path: 'a.yaml',
    unit: (i, n) => `task_${i}:\n${Array.from({ length: n }, (_, k) => `  key_${k}: ${i}\n`).join('')}`,
  },
];

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 20, maxLength: 60 });

const hashes = async (path: string, parts: readonly string[], granularity: 'pack' | 'node'): Promise<string[]> =>
  (await chunk(parts.join(''), { path, maxTokens: 200, granularity })).chunks.map((piece) => piece.embedHash);

/** How many pieces are new after an insertion, for a few hundred random files. */
async function changes({ path, unit }: Kind, granularity: 'pack' | 'node'): Promise<number[]> {
  const counts: number[] = [];
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.integer({ min: 1, max: 9 }), async (lengths, where, size) => {
      const units = lengths.map((n, i) => unit(i, n));
      const before = new Set(await hashes(path, units, granularity));
      const grown = units.toSpliced(where % (units.length + 1), 0, unit(999, size));
      counts.push((await hashes(path, grown, granularity)).filter((hash) => !before.has(hash)).length);
    }),
    { numRuns: 300 },
  );
  return counts;
}

describe.each(kinds)('$path', (kind) => {
  it('with a piece for every unit: an insertion is one new piece, and no more than its neighbours', async () => {
    const counts = await changes(kind, 'node');
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  });

  it('with small units sharing pieces: the same in 98 of 100, and never a landslide', async () => {
    const counts = await changes(kind, 'pack');
    expect(counts.filter((count) => count <= 3).length / counts.length).toBeGreaterThan(0.98);
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
    expect(Math.max(...counts)).toBeGreaterThan(1); // else the files were too small to show anything
  });
});
