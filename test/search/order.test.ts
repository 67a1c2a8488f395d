/** The first n results are the same for every limit; every score equals the sum of its steps; both stores agree. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Embedder, embedder } from '../../src/embed/index.js';
import { embedText } from '../../src/enrich/prefix.js';
import { explanationEntries, formatExplanation, scoreOf } from '../../src/search/explanation.js';
import { type Result, type SearchOptions, type SearchResults, search } from '../../src/search/search.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { prepared } from '../contract/store.js';
import { postgresStore } from '../postgres/stores.js';

const builtin = embedder('builtin', { env: {} }) as Embedder; // only `none` has none
const words = 'cache request header redirect session cookie retry timeout parser token index vector'.split(' ');

/** Files of a few functions or sections, each about some of the words. */
const files = fc.array(
  fc.record({
    isCode: fc.boolean(),
    folder: fc.constantFrom('src', 'test', 'docs'),
    parts: fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 6,
    }),
  }),
  { minLength: 1, maxLength: 14 },
);
type Files = typeof files extends fc.Arbitrary<infer T> ? T : never;
const questions = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' ')),
  fc.constantFrom(
    '"cache request"',
    'session -cookie',
    'cacheRequest',
    'what is a token',
    'symbol:retryTimeout',
    'nothingofthis',
  ),
);
const options = fc.record({
  mode: fc.constantFrom('hybrid', 'keyword', 'vector'),
  fusion: fc.constantFrom('score', 'rrf'),
  merge: fc.constantFrom(false, undefined),
  elbow: fc.constantFrom(undefined, 0.6),
  minScore: fc.constantFrom(0, 0.2),
});

const fileOf = ({ isCode, folder, parts }: Files[number], i: number): readonly [path: string, text: string] =>
  isCode
    ? [`${folder}/${parts[0][0]}${i}.py`, parts.map((some, k) => pythonOf(some, k)).join('\n')]
    : [`${folder}/${parts[0][0]}${i}.md`, `# ${parts[0].join(' ')}\n\n${parts.map(sectionOf).join('\n')}`];
const pythonOf = (some: readonly string[], k: number): string =>
  `def ${some.slice(0, 2).join('_')}${k}():\n    """${some.join(' ')}"""\n    return ${some.join(' + ')}\n`;
const sectionOf = (some: readonly string[], k: number): string => `## ${some[0]} ${k}\n\n${some.join(' of the ')}.\n`;

async function fillStore(store: Store, all: Files): Promise<Store> {
  await store.useModel({ id: builtin.id, dimensions: builtin.dimensions, prefixVersion: builtin.prefixVersion });
  const put = await Promise.all(all.map((one, i) => prepared(...fileOf(one, i))));
  const chunks = put.flatMap(({ chunks: items }) => items.map(({ chunk }) => chunk));
  const vectors = await builtin.embed(
    chunks.map((chunk) => embedText(chunk)),
    'passage',
  );
  await store.write({ put, vectors: chunks.map(({ embedHash }, i) => ({ hash: embedHash, vector: vectors[i] })) });
  return store;
}

/** Results of the same text as another. */
const copiesIn = ({ results }: SearchResults): number => results.flatMap(({ copies = [] }) => copies).length;
const resultLines = ({ results }: SearchResults): string[] => results.map(({ id, score }) => `${id} ${score}`);

const kinds: readonly (readonly [name: string, open: () => Store, runs: number])[] = [
  ['SQLite', () => new SqliteStore(':memory:'), 40],
  ['PostgreSQL', () => postgresStore(), 6],
];

describe.each(kinds)('an answer out of %s', (_, open, runs) => {
  it('has the same beginning for any limit', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(files, fc.array(questions, { minLength: 1, maxLength: 4 }), options, async (all, asked, how) => {
        const store = await fillStore(open(), all);
        for (const question of asked) {
          const of = (limit: number) => search(store, builtin, question, { ...how, limit } as SearchOptions);
          const every = await of(500);
          for (const limit of [1, 3, 10, 70]) {
            const some = await of(limit);
            expect(resultLines(some)).toEqual(resultLines(every).slice(0, limit));
            expect(some.confidence).toBe(every.confidence);
          }
          for (const result of every.results) expectAccount(result);
          expect(new Set(every.results.map(({ id }) => id)).size).toBe(every.results.length);
          const scores = every.results.map(({ score }) => score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        }
        await store.close();
      }),
      { numRuns: runs },
    ),
  );

  it('continues as long as there are results', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 450 }, (_, i) => ({
      isCode: false,
      folder: 'docs' as const,
      parts: [['cache', 'request', words[i % words.length], words[(i * 5 + 3) % words.length]]],
    }));
    const store = await fillStore(open(), many);
    const { chunks } = await store.state();
    expect(chunks).toBeGreaterThan(420);
    for (const mode of ['keyword', 'vector', 'hybrid'] as const) {
      const of = (limit: number) => search(store, builtin, 'cache request', { mode, limit, merge: false });
      const all = await of(5000);
      const every = resultLines(all);
      expect(every.length + copiesIn(all)).toBe(chunks);
      for (const limit of [60, 61, 200, 399, 420]) expect(resultLines(await of(limit))).toEqual(every.slice(0, limit));
    }
    const phrase = await search(store, builtin, '"cache of the request"', { limit: 5000, merge: false });
    expect(phrase.results.length + copiesIn(phrase)).toBeGreaterThan(400);
    await store.close();
  });
});

it('is the same from both stores, including confidence', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(files, questions, options, async (all, question, how) => {
      const stores = await Promise.all(kinds.map(([, open]) => fillStore(open(), all)));
      const [one, other] = await Promise.all(
        stores.map((store) => search(store, builtin, question, how as SearchOptions)),
      );
      expect(other.confidence).toBe(one.confidence);
      expect(other.evidence).toEqual(one.evidence);
      await Promise.all(stores.map((store) => store.close()));
    }),
    { numRuns: 5 },
  ),
);

/** The steps come to the score, and what they change adds up to it as it is shown, to the last digit. */
function expectAccount({ score, explanation }: Result): void {
  expect(scoreOf(explanation)).toBe(score);
  for (const digits of [2, 3, 4]) {
    const sum = explanationEntries(explanation, digits).reduce((total, { change }) => total + change, 0);
    expect(sum.toFixed(digits)).toBe(score.toFixed(digits));
    // As it is printed: signs and figures alone.
    const shown = formatExplanation(explanation, digits).split(' = ');
    const terms = shown[0].matchAll(/(?:^|(?:^| )([+-]) )(\d+\.\d+) /g);
    const printed = Array.from(terms, ([, sign, figure]) => Number(`${sign ?? ''}${figure}`));
    expect(printed.reduce((total, one) => total + one, 0).toFixed(digits)).toBe(shown[1]);
    expect(shown[1]).toBe(score.toFixed(digits));
  }
}
