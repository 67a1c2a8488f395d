import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/embed/index.js';
import { type SearchOptions, search } from '../../src/search/search.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { prepared } from '../contract/store.js';

/** Every text lies in a direction of two: how much of it is about oak. So what is near is known beforehand. */
const about = (text: string): Float32Array => {
  const angle = ((text.match(/oak/gi) ?? []).length * Math.PI) / 8;
  return Float32Array.from([Math.sin(angle), Math.cos(angle)]);
};
const model = { id: 'test:two', dimensions: 2, prefixVersion: 1 };
const askedAt = (angle: number): Embedder => ({
  ...({ ...model, local: true, minCosine: 0.2 } as Embedder), // all else that a search asks of it
  embed: async (texts) => texts.map(() => Float32Array.from([Math.sin(angle), Math.cos(angle)])),
});

const files: Readonly<Record<string, string>> = {
  'src/planks.ts':
    '/** Cuts a trunk into planks. */\nexport function cutPlanks(trunk: Trunk) {\n  return trunk.split();\n}\n',
  'src/oak/dry.ts':
    '/** Dries wood: oak, oak, oak. */\nexport function dryWood(wood: Wood) {\n  return wood.wait();\n}\n',
  'test/planks.test.ts':
    '/** Cuts a trunk into planks. */\nexport function triesPlanks(trunk: Trunk) {\n  return trunk.split();\n}\n',
  'docs/guide.md': '# Guide\n\nHow a trunk becomes planks, and where the saw is kept.\n',
};

describe('a search', () => {
  const store = new SqliteStore(':memory:');
  beforeAll(async () => {
    await store.useModel(model);
    const put = await Promise.all(Object.entries(files).map(([path, text]) => prepared(path, text)));
    const chunks = put.flatMap(({ chunks: items }) => items.map(({ chunk }) => chunk));
    await store.write({
      put,
      vectors: chunks.map(({ embedHash, content }) => ({ hash: embedHash, vector: about(content) })),
    });
  });
  afterAll(() => store.close());

  const found = async (typed: string, options: SearchOptions = {}, angle = 0) =>
    (await search(store, askedAt(angle), typed, { merge: false, ...options })).results.map(
      ({ chunks, explanation }) => ({
        path: chunks[0].filePath,
        explanation,
      }),
    );
  const paths = async (typed: string, options: SearchOptions = {}, angle = 0) =>
    (await found(typed, options, angle)).map(({ path }) => path);

  it('normalises cosines, so that no model counts more', async () => {
    const near = (shift: number): Embedder => ({
      ...askedAt(0),
      // What is asked lies a little outside of the plane: all are less near, and in the same order.
      embed: async (texts) => texts.map(() => Float32Array.from([0.6 * shift, 0.8 * shift])),
    });
    const of = async (shift: number) =>
      (await search(store, near(shift), 'trunk of oak', { merge: false })).results.map(({ id }) => id);
    expect(await of(0.5)).toEqual(await of(1));
  });

  it('compares no vectors of two models: it uses words, with a note', async () => {
    const other = { ...askedAt(0), id: 'test:other' };
    const { mode, results, otherModel } = await search(store, other, 'trunk', { merge: false });
    expect([mode, otherModel?.code]).toEqual(['keyword', 'other-model']);
    expect(results.length).toBeGreaterThan(0);
    expect(
      results.flatMap(({ explanation }) =>
        explanation.some(({ reason }) => reason === 'vectors') ? [explanation] : [],
      ),
    ).toEqual([]);
    expect(await search(store, other, 'trunk', { mode: 'keyword' })).not.toHaveProperty('otherModel');
    await expect(search(store, other, 'trunk', { mode: 'vector' })).rejects.toMatchObject({ code: 'other-model' });
  });

  it('does not return distant vectors', async () => {
    expect(await paths('nothingofthekind', {}, Math.PI)).toEqual([]);
    expect(await paths('nothingofthekind', {}, (3 * Math.PI) / 8)).not.toEqual([]);
  });

  it('explains every factor', async () => {
    const of = async (typed: string, path: string, options: SearchOptions = {}) =>
      (await found(typed, { mode: 'keyword', ...options })).find((one) => one.path === path)?.explanation ?? [];
    const steps = await of('trunk of oak to dry', 'src/oak/dry.ts');
    expect(steps[0]).toMatchObject({ reason: 'base odds', kind: 'add' });
    expect(steps.slice(1).every(({ kind }) => kind === 'multiply')).toBe(true);
    expect(steps.find(({ reason }) => reason === 'keywords')?.ranked).toMatchObject({ rank: 1 });
    expect(await of('trunk', 'src/planks.ts', { fusion: 'rrf' })).toMatchObject([
      { reason: 'keywords', kind: 'add', value: expect.any(Number), ranked: { score: expect.any(Number) } },
    ]);
  });

  it('finds a definition by its name', async () => {
    for (const typed of ['cutPlanks', 'where is cutPlanks called', 'symbol:dryWood']) {
      const [first] = await paths(typed, { mode: 'keyword' });
      expect(first).toBe(typed.includes('dry') ? 'src/oak/dry.ts' : 'src/planks.ts');
    }
  });

  it('ranks code before its tests, unless the query asks for tests', async () => {
    expect(await paths('cuts a trunk into planks', { mode: 'keyword', filter: { languages: ['typescript'] } })).toEqual(
      ['src/planks.ts', 'test/planks.test.ts'],
    );
  });

  it('filters before it selects the best', async () => {
    expect(await paths('trunk planks', { limit: 1, filter: { languages: ['markdown'] } })).toEqual(['docs/guide.md']);
    expect(await paths('trunk planks path:docs', { limit: 1 })).toEqual(['docs/guide.md']);
    expect(await paths('trunk planks -saw', { mode: 'keyword' })).not.toContain('docs/guide.md');
    expect(await paths('"saw is kept"', { mode: 'keyword' })).toEqual(['docs/guide.md']);
  });

  it('leaves out what the caller has, low scores, and results after a drop', async () => {
    const all = (await search(store, undefined, 'trunk planks', { merge: false })).results;
    expect(all.length).toBeGreaterThan(2);
    const without = (await search(store, undefined, 'trunk planks', { merge: false, excludeIds: [all[0].id] })).results;
    expect(without.map(({ id }) => id)).not.toContain(all[0].id);
    const strong = (await search(store, undefined, 'trunk planks', { merge: false, minScore: all[1].score })).results;
    expect(strong.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
    const steep = (await search(store, undefined, 'trunk planks', { merge: false, elbow: 1 })).results;
    expect(steep).toHaveLength(1);
  });

  it('repeats the query if a result is removed before it is read', async () => {
    const changing = new SqliteStore(':memory:');
    await changing.write({ put: [await prepared('a.md', '# Ash\n\nA trunk.\n')] });
    const later = await prepared('a.md', '# Elm\n\nAnother trunk.\n');
    // Somebody else writes as soon as something is found.
    let writes = 0;
    const raced = new Proxy(changing, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key);
        if (key !== 'chunks') return typeof value === 'function' ? value.bind(of) : value;
        return async (ids: readonly string[]) => {
          if (writes++ === 0) await of.write({ put: [later] });
          return of.chunks(ids);
        };
      },
    });
    const { results } = await search(raced, undefined, 'trunk', { merge: false });
    expect(results.map(({ chunks }) => chunks[0].content)).toEqual(later.chunks.map(({ chunk }) => chunk.content));
    await changing.close();
  });
});
