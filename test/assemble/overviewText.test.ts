/** The overview in a few lines. */
import { expect, it } from 'vitest';
import { overviewText } from '../../src/assemble/outlines.js';
import type { Overview } from '../../src/store/store.js';
import { prepared } from '../contract/store.js';

const overview: Overview = {
  sources: 1234,
  tokens: 567_890,
  languages: [
    ['python', 1000],
    ['markdown', 234],
  ],
  areas: [
    ['src/shop', 900],
    ['docs', 334],
  ],
  units: [['class', 2100]],
  stack: ['node 20', 'express 5.1.0'],
  databases: ['PostgreSQL 16', 'Redis (ioredis 5.3)'],
};
const at = async (path: string) => ({
  chunks: (await prepared(path, '# Oak\n')).chunks.map(({ chunk }) => chunk),
  score: 1,
});
const few = <T>(count: number, of: (n: number) => T): readonly T[] => [...Array(count).keys()].map(of);

it('lists units, stack, folders, and where the results are', async () => {
  const segments = [await at('docs/a.md'), await at('src/shop/a.md'), await at('src/shop/b.md')];
  expect(overviewText(overview, segments).split('\n')).toEqual([
    'Overview: 1,234 files, 567,890 tokens: python (1,000), markdown (234).',
    'Stack: node 20, express 5.1.0.',
    'Database: PostgreSQL 16, Redis (ioredis 5.3).',
    'Units: class (2,100).',
    'Areas: src/shop (900), docs (334).',
    'Relevant area: src/shop (900 files).',
  ]);
});

it('leaves out what is missing', async () => {
  expect(overviewText({ ...overview, sources: 0 }, [])).toBe('');
  expect(overviewText({ ...overview, stack: [], databases: [], units: [] }, []).split('\n')).toEqual([
    'Overview: 1,234 files, 567,890 tokens: python (1,000), markdown (234).',
    'Areas: src/shop (900), docs (334).',
  ]);
  expect(overviewText(overview, [await at('lib/a.md')])).toMatch(/\nRelevant area: lib\.$/);
});

it('names the first of several areas with as many results', async () => {
  expect(overviewText(overview, [await at('docs/a.md'), await at('src/shop/a.md')])).toMatch(/: docs \(334 files\)\.$/);
});

it('names at most eight units of a kind and twelve packages', () => {
  const many = overviewText(
    { ...overview, languages: few(9, (n) => [`l${n}`, 1]), stack: few(13, (n) => `s${n}`) },
    [],
  );
  expect(many).toContain('l7 (1).');
  expect(many).not.toContain('l8');
  expect(many).toContain('s11.');
  expect(many).not.toContain('s12');
});
