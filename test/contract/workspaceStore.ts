/** Roots asked together score as one index of all their files would, in whatever stores they are. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import type { ChunkFilter, Hit, Store } from '../../src/store/store.js';
import { sync } from '../../src/sync/sync.js';
import { uncached } from '../../src/sync/vectorSource.js';

/** Two parts of one tree, of unequal size, and the words and vectors of both. */
const tree = join(import.meta.dirname, '../../src');
const parts = ['store', 'text'] as const;
const vectors = uncached(hashed(64));

const fill = (store: Store, wants: (path: string) => boolean): Promise<unknown> =>
  sync(store, { root: tree, vectors, wants, wantsVersion: 'test' });

/** How roots are kept in a kind of store. */
export interface WorkspaceKind {
  /** An empty index of one root. */
  readonly single: () => Store;
  /** An empty root of the workspace. It is not closed: who asks them as one does that. */
  readonly root: (name: string) => Store;
  /** All of them as one. */
  readonly together: () => Promise<Store>;
}

/** `main:store/store/sqlite.ts#X` → `main:store/sqlite.ts#X`: each part of the tree is below its root here. */
const inTree = (id: string): string => id.replace(/^main:[^/]+\//, 'main:');
const scores = (hits: readonly Hit[], idOf = (id: string): string => id): Map<string, string> =>
  new Map(hits.map(({ id, score }) => [idOf(id), score.toFixed(9)]));
const question = ['chunk', 'segment', 'words', 'path', 'pattern'];

export function workspaceContract(name: string, { single, root, together }: WorkspaceKind): void {
  describe(`several stores as one: ${name}`, () => {
    let whole: Store;
    let workspace: Store;
    beforeAll(async () => {
      for (const part of parts) await fill(root(part), (path) => path.startsWith(`${part}/`));
      workspace = await together();
      whole = single();
      await fill(whole, (path) => parts.some((part) => path.startsWith(`${part}/`)));
    });
    afterAll(async () => {
      await whole.close();
      await workspace.close();
    });

    it('know the names of their roots', () => {
      expect(workspace.roots).toEqual(parts);
    });

    it('score words by how rare they are in all of them', async () => {
      const [one, several] = [await whole.searchText(question, 400), await workspace.searchText(question, 400)];
      expect(one.length).toBeGreaterThan(100);
      expect(scores(several, inTree)).toEqual(scores(one));
      const documents = new Map(one.map(({ id, document }) => [id, document]));
      for (const { id, document } of several) expect(document).toBeCloseTo(documents.get(inTree(id)) ?? -1, 6);
    });

    it('return the best of all, not the best of each', async () => {
      const [one, several] = [await whole.searchText(question, 20), await workspace.searchText(question, 20)];
      expect(scores(several, inTree)).toEqual(scores(one));
    });

    it('know how many chunks have a word', async () => {
      expect(await workspace.documentFrequencies([...question, 'nowhere'])).toEqual(
        await whole.documentFrequencies([...question, 'nowhere']),
      );
    });

    it('find the nearest vectors of all', async () => {
      const [vector] = await vectors.embedder.embed(['how are words counted in segments?'], 'query');
      const [one, several] = [await whole.searchVector(vector, 50), await workspace.searchVector(vector, 50)];
      expect(several.map(({ score }) => score.toFixed(6))).toEqual(one.map(({ score }) => score.toFixed(6)));
    });

    it('count and list their contents', async () => {
      const { bytes: _, writtenAt: __, ...state } = await workspace.state();
      expect(await whole.state()).toMatchObject(state);
      expect((await workspace.sources('main')).size).toBe((await whole.sources('main')).size);
      expect(await workspace.languages()).toEqual(await whole.languages());
      expect((await workspace.names()).length).toBe((await whole.names()).length);
      expect((await workspace.overview()).languages).toEqual((await whole.overview()).languages);
    });

    it('have every chunk under its root', async () => {
      const ids = (await workspace.searchText(['sqlite'], 5)).map(({ id }) => id);
      const chunks = await workspace.chunks([...ids].reverse());
      expect(chunks.map(({ id }) => id)).toEqual([...ids].reverse());
      for (const { filePath, docId, parentId, metadata } of chunks) {
        expect(filePath).toMatch(/^(store\/store|text\/text)\//);
        expect(docId).toBe(`main:${filePath}`);
        expect(parentId?.startsWith(docId)).toBe(true);
        expect(metadata.root).toBe(filePath.split('/')[0]);
        expect((await workspace.source(docId))?.path).toBe(filePath);
        expect((await workspace.units(docId)).every(({ id }) => id.startsWith(docId))).toBe(true);
      }
    });

    it('are queried alone if a filter names one', async () => {
      const rootsOf = async (filter: ChunkFilter) => [
        ...new Set((await workspace.searchText(question, 100, filter)).map(({ id }) => id.split(/[:/]/)[1])),
      ];
      expect(await rootsOf({ roots: ['text'] })).toEqual(['text']);
      expect(await rootsOf({ notRoots: ['text'] })).toEqual(['store']);
      expect(await rootsOf({ roots: ['store'], also: { notRoots: ['store'] } })).toEqual([]);
      expect((await workspace.listSources({ roots: ['text'] })).every(({ path }) => path.startsWith('text/'))).toBe(
        true,
      );
      const [vector] = await vectors.embedder.embed(['words'], 'query');
      const near = await workspace.searchVector(vector, 20, { roots: ['store'] });
      expect(near.length).toBe(20);
      expect(near.every(({ id }) => id.startsWith('main:store/'))).toBe(true);
    });

    it('find definitions and mentions of a name, in every root', async () => {
      const [defined] = await workspace.definitions(['queryWords']);
      expect(defined.docId).toBe('main:text/text/words.ts');
      const mentions = new Set((await workspace.referencesTo(['groupBy'])).map(({ docId }) => docId));
      expect(mentions).toContain('main:store/store/workspace/workspaceStore.ts');
    });

    it('are each checked, and cannot be written together', async () => {
      expect(await workspace.check()).toEqual([]);
      expect(() => workspace.write({})).toThrow('A workspace is written root by root');
    });
  });
}
