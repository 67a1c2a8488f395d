/** PostgreSQL finds what SQLite finds, in the same order: on this very repository's own sources. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { RETRIEVAL_DEPTH } from '../../src/search/retrieve.js';
import { search } from '../../src/search/search.js';
import { walk } from '../../src/sources/walk.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { ChunkFilter, Hit, Store } from '../../src/store/store.js';
import { sync } from '../../src/sync/sync.js';
import { uncached } from '../../src/sync/vectorSource.js';
import { queryWords } from '../../src/text/words.js';
import { postgresStore } from './stores.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const embedder = hashed(64);
const lite = new SqliteStore(':memory:');
const postgres = postgresStore();
const stores: readonly Store[] = [lite, postgres];

beforeAll(async () => {
  const wants = (path: string): boolean => /^(src\/(store|search|sync|chunk|text)\/|docs\/|test\/store\/)/.test(path);
  for (const store of stores) await sync(store, { root, wants, vectors: uncached(embedder) });
});
afterAll(() => Promise.all(stores.map((store) => store.close())));

/** First lines of what the files say of themselves, and words that are everywhere, nowhere, or odd. */
const questions: readonly string[] = [
  ...walk(`${root}src/chunk`)
    .files.slice(0, 12)
    .map((path) => readFileSync(`${root}src/chunk/${path}`, 'utf8').match(/\/\*\* ?([^\n]+)/)?.[1] ?? path),
  'const',
  'return',
  'import export const string number readonly',
  'how is a chunk cut into tokens',
  'writeSources nowhereatall',
  'embedHash',
  'the of and',
  "'; DROP TABLE chunks",
];
const filters: readonly ChunkFilter[] = [
  {},
  { paths: ['src/store/*'] },
  { languages: ['markdown'] },
  { notPaths: ['*.md'], types: ['function', 'code_chunk'] },
  { types: ['class'] }, // of few: the best are looked through until enough of them are met
  { tree: 'nowhere' },
];

/** Hits of one score in any order: they are tied. Scores are sums of floats, in whatever order. */
const ranked = (hits: readonly Hit[]): readonly string[] =>
  hits.map(({ id, score }) => `${score.toFixed(6)} ${id}`).sort((a, b) => (a < b ? 1 : -1));

describe('the two stores', () => {
  it('have the same contents', async () => {
    const [a, b] = await Promise.all(stores.map((store) => store.state()));
    const counts = { bytes: 0, version: 0, writtenAt: undefined };
    expect({ ...b, ...counts }).toEqual({ ...a, ...counts });
    expect(a.chunks).toBeGreaterThan(300);
    expect(await postgres.overview()).toEqual(await lite.overview());
    expect(await postgres.check()).toEqual([]);
  });

  it.each([5, 100])('return the same %i chunks for words, with the same scores', async (limit) => {
    for (const filter of filters) {
      for (const question of questions) {
        const words = queryWords(question);
        const [a, b] = await Promise.all(stores.map((store) => store.searchText(words, limit, filter)));
        const label = `${question} ${JSON.stringify(filter)}`;
        expect(
          b.map(({ score }) => score.toFixed(6)),
          label,
        ).toEqual(a.map(({ score }) => score.toFixed(6)));
        const documents = new Map(a.map(({ id, document }) => [id, document]));
        if (a.length < limit)
          for (const { id, document } of b) expect(document, label).toBeCloseTo(documents.get(id) ?? 0, 6);
        // Of those tied at the end, either may be in.
        const last = a.at(-1)?.score.toFixed(6);
        const inside = (hits: readonly Hit[]): readonly string[] =>
          ranked(hits.filter(({ score }) => hits.length < limit || score.toFixed(6) !== last));
        expect(inside(b), label).toEqual(inside(a));
      }
    }
  });

  it('return the same chunks for vectors', async () => {
    for (const filter of filters)
      for (const question of questions) {
        const [vector] = await embedder.embed([question], 'query');
        const [a, b] = await Promise.all(stores.map((store) => store.searchVector(vector, 20, filter)));
        expect(
          b.map(({ score }) => score.toFixed(5)),
          question,
        ).toEqual(a.map(({ score }) => score.toFixed(5)));
        expect(new Set(b.slice(0, 10).map(({ id }) => id)), question).toEqual(
          new Set(a.slice(0, 10).map(({ id }) => id)),
        );
      }
  });

  /** Of candidates that are tied where the list ends either may be in, and features compare with the others. */
  async function endsInTie(question: string): Promise<boolean> {
    const hits = await lite.searchText(queryWords(question), RETRIEVAL_DEPTH + 1, {});
    return hits.at(RETRIEVAL_DEPTH)?.score.toFixed(6) === hits.at(RETRIEVAL_DEPTH - 1)?.score.toFixed(6);
  }

  it('return the same results, best first', async () => {
    let compared = 0;
    for (const question of questions) {
      const [a, b] = await Promise.all(stores.map((store) => search(store, embedder, question, { limit: 10 })));
      expect(b.results[0]?.id, question).toBe(a.results[0]?.id);
      if (await endsInTie(question)) continue;
      compared++;
      expect(
        b.results.map(({ id }) => id),
        question,
      ).toEqual(a.results.map(({ id }) => id));
    }
    expect(compared).toBeGreaterThan(questions.length / 2);
  });
});
