/** `verifyIndex` accepts a correct index, and detects a wrong one. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { verifyIndex } from '../../src/engine/verifyIndex.js';
import type { Store } from '../../src/store/store.js';
import { folder } from '../folder.js';

const body = [...Array(30).keys()].map((n) => `        value_${n} = "number ${n} of many"\n`).join('');
const files = {
  'wood.py': `class Wood:\n    """All of it."""\n\n    def grow(self):\n${body}\n    def fell(self):\n${body}`,
  'guide.md': '# Guide\n\nOak is hard.\n',
  'image.bin': Uint8Array.of(0, 1, 2, 3, 0),
};

async function indexed(): Promise<{ readonly root: string; readonly store: Store; close(): Promise<void> }> {
  const root = folder(files);
  const engine = await open(root, { embedder: 'none' });
  await engine.sync();
  return { root, store: engine.store, close: () => engine.close() };
}

/** The store, with other chunks than it has. */
const telling = (store: Store, chunksOf: Store['chunksOf']): Store =>
  new Proxy(store, {
    get: (target, name) => {
      const value = name === 'chunksOf' ? chunksOf : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

describe('an index', () => {
  it('that matches its files passes', async () => {
    const { root, store, close } = await indexed();
    const proof = await verifyIndex(store, root);
    expect(proof).toMatchObject({ sources: 2, withoutText: 1, changed: [], unreadable: [], failures: [] });
    expect(proof.chunks).toBeGreaterThan(3);
    expect(await verifyIndex(store, root, { sample: 1 })).toMatchObject({ sources: 1 });
    await close();
  });

  it('that lacks the head of a class, or has a chunk twice, or another text, fails', async () => {
    const { root, store, close } = await indexed();
    const lacking = telling(store, async (docId) =>
      (await store.chunksOf(docId)).filter(({ metadata }) => metadata.head !== true),
    );
    expect((await verifyIndex(lacking, root)).failures).toMatchObject([
      { path: 'wood.py', promise: 'lossless', byte: 0 },
    ]);
    const twice = telling(store, async (docId) => (await store.chunksOf(docId)).flatMap((chunk) => [chunk, chunk]));
    expect((await verifyIndex(twice, root)).failures.map(({ promise }) => promise)).toContain('lossless');
    const other = telling(store, async (docId) =>
      (await store.chunksOf(docId)).map((chunk) => ({ ...chunk, content: chunk.content.replace('hard', 'soft') })),
    );
    expect((await verifyIndex(other, root)).failures).toMatchObject([{ path: 'guide.md', promise: 'exact' }]);
    await close();
  });

  it('is not compared with files that have changed since or cannot be read', async () => {
    const { root, store, close } = await indexed();
    writeFileSync(join(root, 'guide.md'), '# Guide\n\nOak is soft.\n');
    rmSync(join(root, 'wood.py'));
    expect(await verifyIndex(store, root)).toMatchObject({
      sources: 0,
      changed: ['guide.md'],
      unreadable: ['wood.py'],
      failures: [],
    });
    await close();
  });
});
