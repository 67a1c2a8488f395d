/** What every store must hide: with a sensitivity limit, no query returns any text above it. */
import { expect, it } from 'vitest';
import { type Sensitivity, sensitivities } from '../../src/store/sensitivity.js';
import type { ChunkFilter, PreparedSource, Store, StoreOptions } from '../../src/store/store.js';
import { model, prepared, unitVector } from './store.js';

export type OpenStore = (options?: StoreOptions) => Store | Promise<Store>;

/** A word that nothing else has. */
const uniqueWords: Readonly<Record<Sensitivity, string>> = {
  normal: 'birch',
  sensitive: 'mahogany',
  highly_sensitive: 'ebony',
};
const WORDS = ['wood', ...Object.values(uniqueWords)];
/** More than a query's limit: hidden sources must not take the places of visible ones. */
const SOURCES_PER_LEVEL = 12;

async function sourceOf(sensitivity: Sensitivity, i: number): Promise<PreparedSource> {
  const mark = uniqueWords[sensitivity];
  // The more sensitive, the better it answers.
  const words = `wood ${mark} `.repeat(sensitivities.indexOf(sensitivity) * 5 + 1);
  const text = `class ${mark}${i}:\n    """${words}"""\n    def ${mark}(self):\n        return wood.${mark}Call()\n`;
  const one = await prepared(`${mark}/${mark}${i}.py`, text, 'artifacts');
  return { ...one, source: { ...one.source, kind: 'artifact', metadata: { title: `"${mark}`, sensitivity } } };
}

export async function fillStore(store: Store): Promise<readonly PreparedSource[]> {
  await store.useModel(model);
  const all = sensitivities.flatMap((sensitivity) =>
    Array.from({ length: SOURCES_PER_LEVEL }, (_, i) => sourceOf(sensitivity, i)),
  );
  const put = await Promise.all(all);
  const vectors = put.flatMap(({ chunks }, i) =>
    chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: unitVector(1, 0.001 * (put.length - i), 0.2, 0) })),
  );
  await store.write({ put, vectors });
  return put;
}

/** The answers to every kind of query, about every source and every id. */
async function allAnswers(store: Store, put: readonly PreparedSource[], filter: ChunkFilter = {}): Promise<unknown> {
  const offered = [];
  for await (const chunks of store.searchableChunks(filter)) offered.push(...chunks);
  const found = [
    await store.searchText(WORDS, 100, filter),
    await store.searchText(WORDS, 100, { ...filter, languages: ['python'] }),
    await store.searchVector(unitVector(1, 0, 0.2, 0), 100, filter),
    await store.searchVector(unitVector(1, 0, 0.2, 0), 100, filter), // the second question is answered otherwise
    offered,
  ];
  if (Object.keys(filter).length > 0) return found;
  const ids = put.flatMap(({ chunks }) => chunks.map(({ chunk }) => chunk.id));
  const keys = Object.values(uniqueWords).flatMap((mark) => [mark, `${mark}0`, `${mark}Call`]);
  const perSource = put.map(async ({ source: { docId } }) => [
    await store.source(docId),
    await store.chunksOf(docId),
    await store.units(docId),
    await store.chunkPlaces(docId),
    await store.referencesOf(docId),
  ]);
  return [
    ...found,
    [...(await store.sources('artifacts'))],
    await store.chunks(ids),
    await store.definitions(keys),
    await store.referencesTo(keys),
    await store.overview(),
    await Promise.all(perSource),
  ];
}

export function limitContract(open: OpenStore): void {
  for (const [level, limit] of sensitivities.entries()) {
    const isAbove = ({ source }: PreparedSource): boolean =>
      sensitivities.slice(level + 1).some((one) => one === source.metadata.sensitivity);
    const hiddenLevels = sensitivities.slice(level + 1);

    it(`returns nothing above ${limit} if it was opened with that limit, for every query`, async () => {
      const store = await open({ maxSensitivity: limit });
      try {
        const put = await fillStore(store);
        const seen = JSON.stringify(await allAnswers(store, put));
        for (const sensitivity of hiddenLevels) expect(seen).not.toContain(uniqueWords[sensitivity]);
        for (const sensitivity of sensitivities.slice(0, level + 1)) expect(seen).toContain(uniqueWords[sensitivity]);
        const visible = put.filter((one) => !isAbove(one));
        const chunks = visible.flatMap((one) => one.chunks);
        expect(await store.state()).toMatchObject({
          sources: visible.length,
          chunks: chunks.length,
          tokens: visible.reduce((sum, { source }) => sum + source.tokens, 0),
          pending: 0,
          embedded: chunks.filter(({ chunk }) => chunk.metadata.weight !== 0).length,
        });
      } finally {
        await store.close();
      }
    });

    it(`returns the best of what is not above ${limit}, if a query says so`, async () => {
      const store = await open();
      try {
        const put = await fillStore(store);
        const seen = JSON.stringify(await allAnswers(store, put, { maxSensitivity: limit }));
        for (const sensitivity of hiddenLevels) expect(seen).not.toContain(uniqueWords[sensitivity]);
        const few = 5;
        expect(await store.searchText(['wood'], few, { maxSensitivity: limit })).toHaveLength(few);
        expect(await store.searchVector(unitVector(1, 0, 0.2, 0), few, { maxSensitivity: limit })).toHaveLength(few);
        expect(await store.state()).toMatchObject({ sources: put.length });
      } finally {
        await store.close();
      }
    });
  }

  it('applies the lower of two limits, and is written regardless of its own', async () => {
    const store = await open({ maxSensitivity: 'normal' });
    try {
      const put = await fillStore(store);
      const found = await store.searchText(WORDS, 100, { maxSensitivity: 'highly_sensitive' });
      expect(JSON.stringify(found)).not.toMatch(/mahogany|ebony/);
      const hidden = put.filter(({ source }) => source.metadata.sensitivity === 'sensitive');
      await store.write({ put: hidden }); // again: replaced, not refused
      await store.write({ remove: hidden.map(({ source }) => source.docId) });
      expect(await store.check()).toEqual([]);
    } finally {
      await store.close();
    }
  });
}
