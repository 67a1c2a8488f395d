import type { Store } from '../../src/store/store.js';

/** All contents of an index, without row ids. */
export async function contentOf(store: Store, tree = 'main'): Promise<unknown> {
  const sources = [...(await store.sources(tree)).values()];
  return Promise.all(
    sources.map(async (source) => ({
      ...source,
      chunks: await store.chunksOf(source.docId),
      units: await store.units(source.docId),
      wanting: await store.missingVectors((await store.chunksOf(source.docId)).map(({ embedHash }) => embedHash)),
    })),
  );
}
