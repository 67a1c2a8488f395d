/**
 * Promise 5: the same input gives the same ids and hashes, and an insertion
 * changes the chunk it falls into and at most its immediate neighbours.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutParsed, parse } from '../../src/pipeline/chunk.js';

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

const granularities = ['node', 'pack'] as const;
type Granularity = (typeof granularities)[number];

/** Read once and cut both ways: reading is most of the work. */
async function hashes(path: string, parts: readonly string[]): Promise<Record<Granularity, string[]>> {
  const parsed = await parse(parts.join(''), { path });
  const cutAs = (granularity: Granularity): string[] =>
    cutParsed(parsed, { path, maxTokens: 200, granularity }).chunks.map((chunk) => chunk.embedHash);
  return { node: cutAs('node'), pack: cutAs('pack') };
}

const insertion = fc.record({ where: fc.nat(), size: fc.integer({ min: 1, max: 9 }) });
const insertions = fc.array(insertion, { minLength: 3, maxLength: 3 });

/** How many chunks are new after an insertion, for three of them in each of a hundred random files. */
async function changes({ path, unit }: Kind): Promise<Record<Granularity, number[]>> {
  const counts: Record<Granularity, number[]> = { node: [], pack: [] };
  await fc.assert(
    fc.asyncProperty(sizes, insertions, async (lengths, places) => {
      const units = lengths.map((n, i) => unit(i, n));
      const before = await hashes(path, units);
      for (const { where, size } of places) {
        const after = await hashes(path, units.toSpliced(where % (units.length + 1), 0, unit(999, size)));
        for (const way of granularities) {
          const known = new Set(before[way]);
          counts[way].push(after[way].filter((hash) => !known.has(hash)).length);
        }
      }
    }),
    { numRuns: 100 },
  );
  return counts;
}

describe.each(kinds)('$path', (kind) => {
  let counts: Record<Granularity, number[]>;
  beforeAll(async () => {
    counts = await changes(kind);
  });

  it('with a chunk for every unit: an insertion adds one chunk and changes at most its neighbours', () => {
    expect(counts.node).toHaveLength(300);
    expect(Math.min(...counts.node)).toBe(1);
    expect(Math.max(...counts.node)).toBeLessThanOrEqual(3);
  });

  it('with small units sharing chunks: the same in 98 of 100 cases, and never many changes', () => {
    const { pack } = counts;
    expect(pack.filter((count) => count <= 3).length / pack.length).toBeGreaterThan(0.98);
    expect(Math.max(...pack)).toBeLessThanOrEqual(6);
    expect(Math.max(...pack)).toBeGreaterThan(1); // else the files were too small to show anything
  });
});
