/** A reranker changes the order of an answer, and nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { FroeError } from '../../src/errors.js';
import type { Reranker } from '../../src/rerankers/index.js';
import { formatExplanation, scoreOf } from '../../src/search/explanation.js';
import type { SearchOptions, SearchResults } from '../../src/search/search.js';
import { fakeProvider } from '../embed/fakeProvider.js';
import { folder } from '../folder.js';
import { byWord, requireReranker } from '../rerankers/rerankServer.js';

const trees = ['oak', 'elm', 'ash', 'birch', 'larch', 'maple', 'pine', 'yew'];
const files = Object.fromEntries(
  trees.flatMap((tree, i) => [
    [
      `src/${tree}.py`,
      `def ${tree}_wood():\n    """Cuts wood of ${tree}.${' Wood.'.repeat(i)}"""\n    return "${tree}"\n`,
    ],
    [`docs/${tree}.md`, `# ${tree}\n\nWood of ${tree}, cut.\n\n## Drying\n\nHow ${tree} wood dries.\n`],
  ]),
);

const indexed = async (more: Parameters<typeof open>[1] = {}) => {
  const froe = await open(folder(files), { index: ':memory:', embedder: 'test', sync: { threads: 0 }, ...more });
  await froe.sync();
  return froe;
};
const froe = await indexed();

/** By what a text has. */
const preferring = (...words: readonly string[]): Reranker => ({
  id: 'mine',
  rerank: async (_, texts) => texts.map((text) => words.findLastIndex((word) => text.includes(word))),
});
const paths = ({ results }: SearchResults): string[] => results.map(({ chunks: [{ filePath }] }) => filePath);
const lined = ({ results }: SearchResults): string[] => results.map(({ id, score }) => `${id} ${score}`);
const search = (options: SearchOptions = {}, query = 'cut wood') => froe.search(query, { merge: false, ...options });

describe('a reranker', () => {
  it('orders results by its scores, with a note', async () => {
    const plain = await search();
    const answer = await search({ reranker: preferring('Wood of yew', 'yew_wood') });
    expect(paths(answer).slice(0, 2)).toEqual(['src/yew.py', 'docs/yew.md']);
    expect(answer.rerankedBy).toBe('mine');
    expect(answer.notReranked).toBeUndefined();
    expect([plain.rerankedBy, plain.notReranked]).toEqual([undefined, undefined]);
    const [{ explanation, score }] = answer.results;
    expect(explanation).toContainEqual(
      expect.objectContaining({ reason: 'mine', kind: 'add', ranked: { rank: 1, score: 1 } }),
    );
    expect(formatExplanation(explanation, 3)).toMatch(/mine #1 \(1\.00\)/);
    expect(scoreOf(explanation)).toBe(score);
    expect(answer.confidence).toBe(plain.confidence);
    expect(answer.evidence).toEqual(plain.evidence);
  });

  it('permutes scores, and creates none', async () => {
    const [plain, answer] = [await search({ limit: 500 }), await search({ limit: 500, reranker: preferring('yew') })];
    const scores = (found: SearchResults) => found.results.map(({ score }) => score);
    for (const [i, score] of scores(answer).entries()) expect(score).toBeCloseTo(scores(plain)[i], 6);
    expect(answer.results.map(({ id }) => id).sort()).toEqual(plain.results.map(({ id }) => id).sort());
  });

  it('keeps froe’s order on ties', async () => {
    const plain = await search({ limit: 500 });
    const answer = await search({
      limit: 500,
      reranker: { id: 'mine', rerank: async (_, texts) => texts.map(() => 1) },
    });
    expect(answer.results.map(({ id }) => id)).toEqual(plain.results.map(({ id }) => id));
    expect(answer.results[0].explanation).toContainEqual(expect.objectContaining({ reason: 'mine' }));
  });

  it('gets a fixed number of the best, as embedded text', async () => {
    const sent: string[][] = [];
    const spy: Reranker = {
      id: 'spy',
      rerank: async (query, texts) => {
        expect(query).toBe('cut wood');
        sent.push([...texts]);
        return texts.map((_, i) => i);
      },
    };
    const plain = await search({ limit: 500 });
    for (const limit of [1, 3, 500])
      await search({ limit, reranker: spy, rerankerDepth: 5 }, 'cut wood lang:python lang:markdown');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((texts) => texts.join('\n')))).toHaveLength(1);
    expect(sent[0]).toHaveLength(5);
    expect(sent[0][0]).toContain(plain.results[0].chunks[0].content);
    expect(sent[0][0]).toMatch(/^(src|docs)\//); // where it stands, as for a vector
    const answer = await search({ limit: 500, reranker: spy, rerankerDepth: 5 });
    expect(answer.results.slice(5).map(({ id }) => id)).toEqual(plain.results.slice(5).map(({ id }) => id));
  });

  it('is not called if there is nothing to reorder', async () => {
    const never: Reranker = { id: 'never', rerank: () => Promise.reject(new Error('asked')) };
    const options = { reranker: never };
    expect((await search(options, 'nothingofthis')).notReranked).toBeUndefined();
    expect((await search({ ...options, mode: 'regex' }, 'wood')).notReranked).toBeUndefined();
    expect((await search({ ...options, rerankerDepth: 1 })).notReranked).toBeUndefined();
  });

  it('returns n results that begin with the first m', { timeout: 60_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('hybrid', 'keyword', 'vector'),
        fc.boolean(),
        fc.constantFrom('cut wood', 'how does larch wood dry', '"wood of ash"', 'oak_wood', 'drying -elm'),
        async (scores, rerankerDepth, mode, merged, query) => {
          const reranker: Reranker = {
            id: 'odd',
            rerank: async (_, texts) => texts.map((text) => scores[text.length % scores.length]),
          };
          const of = (limit: number) =>
            froe.search(query, { limit, mode, reranker, rerankerDepth, ...(merged ? {} : { merge: false }) });
          const every = await of(500);
          for (const limit of [1, 2, 7, 30]) {
            const some = await of(limit);
            expect(lined(some)).toEqual(lined(every).slice(0, limit));
          }
          for (const { score, explanation } of every.results) expect(scoreOf(explanation)).toBe(score);
          const falling = every.results.map(({ score }) => score);
          expect(falling).toEqual(falling.toSorted((a, b) => b - a));
          expect(Math.min(...falling)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...falling)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 40 },
    ),
  );
});

describe('a reranker that fails', () => {
  it.each<[string, Reranker['rerank'], string]>([
    ['throws', () => Promise.reject(new TypeError('oops')), 'The reranker bad failed: oops'],
    [
      'throws at once',
      () => {
        throw new FroeError('provider', 'no');
      },
      'no',
    ],
    ['says too little', async () => [1], 'The reranker bad returned 1 scores for'],
    ['says too much', async (_, texts) => [...texts.map(() => 1), 1], 'The reranker bad returned'],
    [
      'says NaN',
      async (_, texts) => texts.map(() => Number.NaN),
      'The reranker bad returned a score that is not a number',
    ],
    ['says nothing', async () => undefined as never, 'The reranker bad returned no list of scores'], // as JavaScript may
  ])('(%s) costs no answer, and is told', async (_, rerank, message) => {
    const plain = await search();
    const answer = await search({ reranker: { id: 'bad', rerank } });
    expect(lined(answer)).toEqual(lined(plain));
    expect(answer.rerankedBy).toBeUndefined();
    expect(answer.notReranked).toBeInstanceOf(FroeError);
    expect(answer.notReranked?.message).toContain(message);
    expect(JSON.stringify(answer.results)).not.toContain('bad');
  });

  it('is not applied when the caller aborts', async () => {
    const stop = new AbortController();
    const reranker: Reranker = {
      id: 'slow',
      rerank: () => {
        stop.abort(new Error('enough'));
        return new Promise((_, reject) => reject(stop.signal.reason));
      },
    };
    await expect(search({ reranker, signal: stop.signal })).rejects.toThrow('enough');
  });
});

describe('open()', () => {
  it('takes a custom one, which a search may turn off', async () => {
    const own = await indexed({ reranker: preferring('yew_wood'), rerankerDepth: 30 });
    expect(paths(await own.search('cut wood'))[0]).toBe('src/yew.py');
    expect((await own.search('cut wood', { reranker: false })).rerankedBy).toBeUndefined();
    expect((await own.search('cut wood', { reranker: { ...preferring('oak'), id: 'other' } })).rerankedBy).toBe(
      'other',
    );
    const { answer, context } = await own.context('cut wood', { budget: 400 });
    expect(answer.rerankedBy).toBe('mine');
    expect(context.passages[0].file).toBe('src/yew.py');
    await own.close();
  });

  it('takes one behind HTTP', async () => {
    const server = await fakeProvider(byWord('yew_wood'));
    const own = await indexed({ reranker: requireReranker('jina/any', { baseUrl: server.url }) });
    expect(paths(await own.search('cut wood'))[0]).toBe('src/yew.py');
    expect(server.seen[0].body).toMatchObject({ query: 'cut wood', model: 'any' });
    await own.close();
  });

  it('sends nothing above the sensitivity limit', async () => {
    const sent: string[] = [];
    const spy: Reranker = {
      id: 'spy',
      rerank: async (_, texts) => {
        sent.push(...texts);
        return texts.map(() => 0);
      },
    };
    const root = folder(files);
    const index = `${folder()}/index.db`;
    const all = await open(root, { index, embedder: 'test', sync: { threads: 0 } });
    await all.sync();
    for (const sensitivity of ['normal', 'sensitive'] as const)
      await all.ingest({
        content: Buffer.from(`Cut wood, ${sensitivity === 'normal' ? 'plain' : 'hidden'}.`),
        filename: `${sensitivity}.txt`,
        sourceSystem: 'x',
        sensitivity,
      });
    await all.close();
    const own = await open(root, { index, embedder: 'test', reranker: spy, maxSensitivity: 'normal' });
    await own.search('cut wood');
    expect(sent.join('\n')).toContain('Cut wood, plain.');
    expect(sent.join('\n')).not.toContain('hidden');
    await own.close();
  });

  it.each([
    [{ reranker: 'voyge/rerank-2.5' }, /^Unknown reranker/],
    [{ reranker: { id: '', rerank: async () => [] } }, /^A reranker must have a string id/],
    [{ reranker: {} }, /reranker must be text or a reranker of your own/],
    [{ rerankerDepth: 0 }, /rerankerDepth must be a whole number from 1/],
  ])('refuses %j', async (options, message) => {
    // What TypeScript would refuse, JavaScript gives.
    await expect(open(folder(), { index: ':memory:', ...(options as object) })).rejects.toThrow(message);
  });
});
