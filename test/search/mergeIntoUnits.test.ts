/** Scored chunks of documents → merged results. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepare } from '../../src/jobs/prepare.js';
import { type MergeOptions, mergeDefaults } from '../../src/search/merge.js';
import { mergeIntoUnits } from '../../src/search/mergeIntoUnits.js';
import { byScoreThenSize, type Result } from '../../src/search/result.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { sha256 } from '../../src/text/hash.js';

const body = (word: string): string => `${`${word} `.repeat(20).trim()}.\n\n`;
const guide = `${body('intro')}# Guide\n\n${body('guide')}## Entry\n\n${['Tokens', 'Sessions', 'Passwords', 'Colours']
  .map((title) => `### ${title}\n\n${body(title.toLowerCase())}`)
  .join('')}## Storage\n\n### Disks\n\n${body('disks')}# Other\n\n${body('other')}`;

it('of equal results the smaller comes first', () => {
  const result = (id: string, score: number, ...tokens: number[]): Result =>
    ({ id, score, chunks: tokens.map((tokenCount) => ({ tokenCount })) }) as unknown as Result; // all that is compared
  const sorted = [result('a', 0.5, 90), result('b', 0.5, 20, 30), result('c', 0.6, 500), result('d', 0.5, 50)];
  expect(sorted.sort(byScoreThenSize).map(({ id }) => id)).toEqual(['c', 'b', 'd', 'a']);
});

describe('hits in a document', () => {
  const store = new SqliteStore(':memory:');
  beforeAll(async () => {
    const known = { tree: 'main', path: 'guide.md', recipe: '', size: 1, mtime: 1, hash: sha256(guide) };
    const result = await prepare(Buffer.from(guide), known, { granularity: 'node' });
    if ('prepared' in result) await store.write({ put: [result.prepared] });
  });
  afterAll(() => store.close());

  /** By the word of which a chunk is full. */
  const united = async (scores: Readonly<Record<string, number>>, options: Partial<MergeOptions> = {}) => {
    const chunks = await store.chunksOf('main:guide.md');
    const hits = Object.entries(scores).map(([word, score]) => {
      const chunk = chunks.find(({ content }) => content.includes(`${word} ${word} ${word}`));
      if (!chunk) throw new Error(`no ${word}`);
      return { id: chunk.id, chunk, score, explanation: [{ reason: 'given', kind: 'add' as const, value: score }] };
    });
    hits.sort((a, b) => b.score - a.score);
    const found = await mergeIntoUnits(store, hits, { ...mergeDefaults, ...options });
    return found
      .sort((a, b) => b.score - a.score)
      .map(({ id, score, chunks, mergedBy }) => ({
        id: id.replace('main:guide.md', ''),
        score: Number(score.toFixed(3)),
        chunks: chunks.length,
        ...(mergedBy ? { by: mergedBy.rule } : {}),
      }));
  };

  it('become their section if more than half of it matches', async () => {
    expect(await united({ tokens: 0.6, sessions: 0.3, passwords: 0.2 })).toEqual([
      { id: '#entry', score: 1.1, chunks: 3, by: 'children' },
    ]);
  });

  it('match above a share of the best score, and others in the section are removed', async () => {
    expect(await united({ tokens: 0.6, sessions: 0.3, passwords: 0.2, colours: 0.01 })).toEqual([
      { id: '#entry', score: 1.1, chunks: 4, by: 'children' },
    ]);
    expect(await united({ tokens: 0.6, sessions: 0.3, passwords: 0.2 }, { match: 0.5 })).toEqual([
      { id: '#tokens', score: 0.6, chunks: 1 },
      { id: '#sessions', score: 0.3, chunks: 1 },
      { id: '#passwords', score: 0.2, chunks: 1 },
    ]);
    expect(await united({ tokens: 0.6, sessions: 0.01, passwords: 0.01 }, { match: 0 })).toMatchObject([
      { id: '#entry', chunks: 3 },
    ]);
  });

  it('stay at exactly half, unless that is enough', async () => {
    expect(await united({ tokens: 1, sessions: 1 })).toHaveLength(2);
    expect(await united({ tokens: 1, sessions: 1 }, { inclusive: true })).toMatchObject([{ id: '#entry', score: 2 }]);
  });

  it('become their section if one is enough, also alone in their document', async () => {
    expect(await united({ disks: 1 })).toEqual([{ id: '#disks', score: 1, chunks: 1 }]);
    expect(await united({ disks: 1 }, { least: 1 })).toEqual([{ id: '#storage', score: 1, chunks: 1, by: 'children' }]);
  });

  it('become the section whose own text matches', async () => {
    expect(await united({ guide: 0.5, tokens: 1 })).toEqual([{ id: '#guide', score: 1, chunks: 2, by: 'itself' }]);
  });

  it('become the document if the text above its first heading matches', async () => {
    expect(await united({ intro: 0.5, tokens: 1 })).toEqual([{ id: '', score: 1, chunks: 2, by: 'itself' }]);
    expect(await united({ tokens: 1, other: 1 })).toHaveLength(2);
  });
});
