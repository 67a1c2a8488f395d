import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { storedChunks, storedVectors } from '../../src/engine/readIndex.js';
import { embedText, toRecord } from '../../src/index.js';
import type { StoreReader } from '../../src/store/store.js';
import { sha256 } from '../../src/text/hash.js';
import { folder } from '../folder.js';

const files = {
  'src/client.py': 'class Client:\n    def get(self):\n        return 1\n',
  'guide.md': '# Guide\n\nHow to cut wood.\n\n## Oak\n\nOak is hard.\n',
  'toc.md': '# Table of contents\n\n- [Oak](guide.md#oak)\n- [Elm](guide.md#elm)\n- [Yew](guide.md#yew)\n',
};

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('the contents of an index', () => {
  it('are returned chunk by chunk, in the order of paths, filtered', async () => {
    const froe = await open(folder(files), { embedder: 'none' });
    await froe.sync();
    const chunks = await all(froe.chunks());
    expect([...new Set(chunks.map(({ filePath }) => filePath))]).toEqual(Object.keys(files).sort());
    expect(chunks).toHaveLength((await froe.state()).chunks);
    expect(chunks.map(toRecord).every(({ embed_hash }) => embed_hash.length === 64)).toBe(true);
    expect((await all(froe.chunks({ languages: ['py'] }))).map(({ language }) => language)).toEqual(['python']);
    expect(await all(froe.chunks({ paths: ['nowhere'] }))).toEqual([]);
    await froe.close();
  });

  it('include a vector for each embedded text, of length 1, by the hash of that text', async () => {
    const froe = await open(folder(files));
    await froe.sync();
    const byId = new Map((await all(froe.chunks())).map((chunk) => [chunk.id, chunk]));
    const vectors = await all(froe.vectors());
    expect(vectors).toHaveLength((await froe.state()).embedded);
    for (const { id, embedHash, vector } of vectors) {
      const chunk = byId.get(id);
      expect(chunk && sha256(embedText(chunk))).toBe(embedHash);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 2);
    }
    const some = await all(froe.vectors({ paths: ['guide.md'] }));
    expect(some).toEqual(vectors.filter(({ id }) => id.startsWith('main:guide.md')));
    await froe.close();
  });

  it('include no vectors if nothing was embedded', async () => {
    const froe = await open(folder(files), { embedder: 'none' });
    await froe.sync();
    expect(await all(froe.vectors())).toEqual([]);
    await froe.close();
  });

  it('refuse an unknown filter before anything is read', async () => {
    const froe = await open(folder(files), { embedder: 'none' });
    // @ts-expect-error: there is no such filter
    expect(() => froe.chunks({ path: ['a'] })).toThrow(expect.objectContaining({ code: 'bad-option' }));
    // @ts-expect-error: a list
    expect(() => froe.vectors({ paths: 'a' })).toThrow(/paths must be a list/);
    await froe.close();
  });

  it('are read a source at a time', async () => {
    const read: string[] = [];
    const froe = await open(folder(files));
    await froe.sync();
    const watched: Pick<StoreReader, 'allChunks' | 'vectors' | 'languages' | 'types'> = {
      languages: () => froe.store.languages(),
      types: () => froe.store.types(),
      vectors: (hashes) => froe.store.vectors(hashes),
      async *allChunks(filter) {
        for await (const chunks of froe.store.allChunks(filter)) {
          read.push(chunks[0].filePath);
          yield chunks;
        }
      },
    };
    for (const give of [storedChunks, storedVectors]) {
      read.length = 0;
      for await (const _ of give(watched as StoreReader, (path) => path, {})) break; // what else a store does is not asked for
      expect(read).toEqual(['guide.md']);
    }
    await froe.close();
  });
});
