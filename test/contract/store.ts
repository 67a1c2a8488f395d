/** What every store must do. A store joins by one call: `storeContract('sqlite', () => new SqliteStore(':memory:'))`. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embedText } from '../../src/enrich/prefix.js';
import { prepare } from '../../src/jobs/prepare.js';
import { prove } from '../../src/pipeline/verify.js';
import type { Chunk } from '../../src/schema.js';
import {
  type ChunkFilter,
  COMMITS,
  type Hit,
  type IndexModel,
  type PreparedSource,
  type Store,
} from '../../src/store/store.js';
import { sha256 } from '../../src/text/hash.js';
import { pathMatcher } from '../../src/text/pathPattern.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { queryWords } from '../../src/text/words.js';
import { limitContract, type OpenStore } from './storeLimit.js';

/** A source as indexing prepares it. */
export async function prepared(path: string, text: string, tree = 'main'): Promise<PreparedSource> {
  const known = { tree, path, recipe: 'r1', size: text.length, mtime: 1, hash: sha256(text) };
  const result = await prepare(Buffer.from(text), known, { maxTokens: 128 });
  if (!('prepared' in result)) throw new Error('it was to be prepared');
  return result.prepared;
}

export const model: IndexModel = { id: 'test:four', dimensions: 4, prefixVersion: 1 };
export const unitVector = (...values: number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

const client = `class Client:
    """Sends requests."""

    def get_user(self, name):
        return self.send("GET", name)

    def close(self):
        self.open = False
`;
const guide = '# Guide\n\nHow to cut wood.\n\n## Oak\n\nOak is hard and heavy.\n';

const lines = (word: string): string =>
  [...Array(14).keys()].map((n) => `        let ${word}_${n} = "${word} number ${n}";\n`).join('');
const rust = `/// What every wood has.
pub trait Wood {
    const NAME: &'static str;

    fn grow(&mut self) {
${lines('ring')}    }

    // Between two members.
    fn fell(&mut self) {
${lines('cut')}    }
}
`;
const ruby = `class User < ApplicationRecord\n  has_many :orders\n\n  def name\n    first\n  end\nend\n`;

/** The document that a chunk is of. */
export const docOf = ({ id }: Hit): string => id.replace(/[#~].*$/, '');

const vectorsOf = ({ chunks }: PreparedSource, vector: Float32Array) =>
  chunks.map(({ chunk: { embedHash: hash } }) => ({ hash, vector }));

/** What a reader gets from every kind of query. */
async function snapshotOf(store: Store) {
  const { bytes: _, writtenAt: __, ...state } = await store.state();
  return {
    state,
    found: await store.searchText(['oak'], 10),
    near: await store.searchVector(unitVector(0, 1, 0, 0), 10),
    counted: await store.documentFrequencies(['oak', 'wood']),
    listed: await store.listSources(),
    types: await store.types(),
    languages: await store.languages(),
    overview: await store.overview(),
  };
}

export function storeContract(name: string, open: OpenStore): void {
  describe(`a store: ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    limitContract(open);

    it('is empty at first', async () => {
      expect(await store.state()).toMatchObject({ sources: 0, chunks: 0, pending: 0, embedded: 0, model: undefined });
      expect(await store.searchText(['anything'], 10)).toEqual([]);
      expect(await store.searchVector(unitVector(1, 0, 0, 0), 10)).toEqual([]);
    });

    it('keeps commits apart: they are found and counted only in the history', async () => {
      const file = await prepared('guide.md', guide);
      await store.useModel(model);
      await store.write({ put: [file], vectors: vectorsOf(file, unitVector(1, 0, 0, 0)) });
      expect(await store.history()).toBeUndefined();
      const before = await snapshotOf(store);
      const history = await store.history(true);
      if (!history) throw new Error('it was to be made');
      const commit = await prepared('c0ffee', guide, COMMITS);
      await history.useModel(model);
      await history.write({ put: [commit], vectors: vectorsOf(commit, unitVector(0, 1, 0, 0)) });
      expect(await snapshotOf(store)).toEqual(before);
      expect((await history.searchText(['oak'], 10)).map(docOf)).toEqual(['commit:c0ffee']);
      expect((await history.searchVector(unitVector(1, 0, 0, 0), 10)).map(docOf)).toContain('commit:c0ffee');
      expect([...(await history.sources(COMMITS)).keys()]).toEqual(['c0ffee']);
      expect(await history.sources('main')).toEqual(new Map());
      expect(await history.documentFrequencies(['oak'])).toEqual([1]);
      expect(await history.state()).toMatchObject({ sources: 1, pending: 0 });
      expect(await history.check()).toEqual([]);
      expect(await store.history()).toBe(history);
      await store.compact();
      await history.compact();
      expect(await history.state()).toMatchObject({ pending: 0 });
      expect(await store.state()).toMatchObject({ pending: 0 });
    });

    it('filters by named sources', async () => {
      await store.write({ put: [await prepared('guide.md', guide), await prepared('oak.md', guide)] });
      const found = async (docIds: readonly string[]) => [
        ...new Set((await store.searchText(['oak'], 10, { docIds })).map(docOf)),
      ];
      expect(await found(['main:oak.md'])).toEqual(['main:oak.md']);
      expect(await found([])).toEqual([]);
      expect((await store.listSources({ docIds: ['main:guide.md'] })).map(({ path }) => path)).toEqual(['guide.md']);
    });

    it('counts the chunks that have a word', async () => {
      await store.write({ put: [await prepared('src/client.py', client), await prepared('guide.md', guide)] });
      const words = ['oak', 'client', 'nothingofthekind', ...queryWords('get_user')];
      const counted = await store.documentFrequencies(words);
      const having = await Promise.all(words.map((word) => store.searchText([word], 100)));
      expect(counted).toEqual(having.map(({ length }) => length));
      expect(counted.slice(0, 3).map((n) => n > 0)).toEqual([true, true, false]);
      await store.write({ remove: ['main:guide.md'] });
      expect(await store.documentFrequencies(['oak'])).toEqual([0]);
      expect(await store.documentFrequencies([])).toEqual([]);
    });

    it('returns what was written, record for record', async () => {
      const one = await prepared('src/client.py', client);
      await store.write({ put: [one] });
      expect(await store.source('main:src/client.py')).toEqual(one.source);
      expect([...(await store.sources('main')).keys()]).toEqual(['src/client.py']);
      expect(await store.chunksOf('main:src/client.py')).toEqual(one.chunks.map(({ chunk }) => chunk));
      expect(await store.units('main:src/client.py')).toEqual(one.units);
      const placed = one.chunks.map(({ chunk: { id, parentId, partOf, synthetic } }) => ({
        id,
        parentId,
        partOf,
        synthetic,
      }));
      expect(await store.chunkPlaces('main:src/client.py')).toEqual(placed);
      expect(one.units.map((entry) => entry.id)).toContain('main:src/client.py#Client.get_user');
      const [first] = one.chunks;
      expect(await store.chunks([first.chunk.id, 'main:nowhere'])).toEqual([first.chunk]);
    });

    it('has every byte of a source except white space, and none twice', async () => {
      const texts = { 'src/client.py': client, 'guide.md': guide, 'lib/wood.rs': rust, 'app/models/user.rb': ruby };
      for (const [path, text] of Object.entries(texts)) {
        await store.write({ put: [await prepared(path, text)] });
        const chunks = await store.chunksOf(`main:${path}`);
        const { failures } = prove({
          bytes: Buffer.from(text),
          chunks,
          tokenizer: tokenizer('cl100k_base'),
          maxTokens: 128,
        });
        expect(failures, path).toEqual([]);
      }
      // The head of a class that was opened is a chunk with the class's own id, type and lines.
      expect(await store.chunks(['main:lib/wood.rs#Wood'])).toMatchObject([
        { chunkType: 'class', startLine: 1, endLine: 4, synthetic: false, metadata: { head: true } },
      ]);
    });

    it('finds names by their parts, however they are written', async () => {
      await store.write({ put: [await prepared('src/client.py', client), await prepared('guide.md', guide)] });
      for (const question of ['user', 'getUser', 'GET_USER', 'get user'])
        expect((await store.searchText(queryWords(question), 10)).map(docOf)[0], question).toBe('main:src/client.py');
      expect((await store.searchText(queryWords('cutting'), 10)).map(docOf)).toEqual(['main:guide.md']);
      expect(await store.searchText([], 10)).toEqual([]);
    });

    it('scores the document of a chunk as a whole', async () => {
      const many = 'elm ash yew fir '.repeat(100);
      const both = await prepared('both.md', `# Oak\n\noak ${many}\n\n# Beech\n\nbeech ${many}\n`);
      const one = await prepared('one.md', `# Oak\n\noak ${many}\n\n# Nothing\n\nelm ${many}\n`);
      await store.write({ put: [both, one] });
      const hits = await store.searchText(['oak', 'beech'], 10);
      const scoresOf = ({ source: { docId } }: PreparedSource): readonly number[] =>
        hits.filter((hit) => docOf(hit) === docId).map(({ document }) => document);
      expect(scoresOf(both).length).toBeGreaterThan(1);
      expect(new Set(scoresOf(both)).size).toBe(1);
      expect(scoresOf(both)[0]).toBeGreaterThan(Math.max(...scoresOf(one)));
    });

    it('treats its own query language as words', async () => {
      await store.write({ put: [await prepared('guide.md', guide)] });
      for (const hostile of ['"', '*', 'NEAR', 'AND OR NOT', 'name:x', '^oak', 'oak"; DROP TABLE chunks'])
        await expect(store.searchText([hostile], 10)).resolves.toBeInstanceOf(Array);
      expect((await store.searchText(['oak'], 10)).length).toBe(1);
    });

    it('ranks a word in a name above the same word in a text', async () => {
      const far = `${'Nothing of note. '.repeat(40)} The oak is mentioned once.\n`;
      await store.write({ put: [await prepared('a.md', far), await prepared('oak.md', '# Oak\n\nHard.\n')] });
      expect((await store.searchText(['oak'], 10)).map(docOf)[0]).toBe('main:oak.md');
    });

    it('filters before it selects the best', async () => {
      const texts = Array.from({ length: 30 }, (_, i) => prepared(`docs/${i}.md`, `# Oak ${i}\n\noak oak oak ${i}\n`));
      await store.write({ put: [...(await Promise.all(texts)), await prepared('src/oak.py', 'oak = 1\n')] });
      const found = async (filter: Parameters<Store['searchText']>[2]): Promise<string[]> =>
        (await store.searchText(['oak'], 3, filter)).map(docOf);
      expect(await found({ languages: ['python'] })).toEqual(['main:src/oak.py']);
      expect(await found({ paths: ['src/*'] })).toEqual(['main:src/oak.py']);
      expect(await found({ notPaths: ['docs/*'] })).toEqual(['main:src/oak.py']);
      expect(await found({ types: ['code_file'] })).toEqual(['main:src/oak.py']);
      expect(await found({ tree: 'other' })).toEqual([]);
      expect(await found({ kind: 'artifact' })).toEqual([]);
      expect(await found({})).toHaveLength(3);
    });

    it('applies every filter and its negation to words, vectors and lists', async () => {
      const put = [await prepared('src/oak.py', 'oak = 1\n'), await prepared('docs/oak.md', '# Oak\n\nAn oak.\n')];
      const other = await prepared('oak.txt', 'The oak of another tree.\n', 'other');
      await store.useModel(model);
      const vectors = [...put, other].map(({ chunks }) => ({
        hash: chunks[0].chunk.embedHash,
        vector: unitVector(1, 0, 0, 0),
      }));
      await store.write({ put: [...put, other], vectors });
      const [python, guide_] = put.map(({ chunks }) => chunks[0].chunk.id);
      const passing = async (filter: ChunkFilter): Promise<string[]> => {
        const offered: string[] = [];
        for await (const chunks of store.searchableChunks(filter)) offered.push(...chunks.map(({ id }) => id));
        const words = (await store.searchText(['oak'], 9, filter)).map(({ id }) => id).sort();
        const near = (await store.searchVector(unitVector(1, 0, 0, 0), 9, filter)).map(({ id }) => id).sort();
        expect([words, near], JSON.stringify(filter)).toEqual([offered.sort(), offered.sort()]);
        return offered.map((id) => id.replace(/[#~].*/, ''));
      };
      const [a, b, c] = ['main:docs/oak.md', 'main:src/oak.py', 'other:oak.txt'];
      expect(await passing({})).toEqual([a, b, c]);
      expect(await passing({ notTree: 'other' })).toEqual([a, b]);
      expect(await passing({ notLanguages: ['python', 'text'] })).toEqual([a]);
      expect(await passing({ notTypes: ['code_file'] })).toEqual([a, c]);
      expect(await passing({ types: ['code_file', 'text_file'], notTypes: ['code_file'] })).toEqual([c]);
      expect(await passing({ notPaths: ['src', '*.txt'] })).toEqual([a]);
      expect(await passing({ ids: [python, guide_, 'main:nowhere'] })).toEqual([a, b]);
      expect(await passing({ ids: [] })).toEqual([]);
      expect(await passing({ notIds: [python] })).toEqual([a, c]);
      expect(await passing({ notIds: [], notPaths: [], notTypes: [], languages: [] })).toEqual([a, b, c]);
      expect(await passing({ paths: ['*.{py,md}'], also: { paths: ['docs'] } })).toEqual([a]);
      expect(await passing({ paths: ['src'], also: { types: ['text_file'], also: { tree: 'main' } } })).toEqual([]);
      expect(await store.languages()).toEqual(['markdown', 'python', 'text']);
      expect(await store.types()).toEqual(['code_file', 'markdown_section', 'text_file']);
    });

    it('lists the sources that may contain one of some words', async () => {
      const { trigrams: _, ...unknown } = await prepared('old.py', 'nothing = 1\n');
      await store.write({ put: [await prepared('src/client.py', client), await prepared('guide.md', guide), unknown] });
      const listed = async (...words: string[]): Promise<readonly string[]> =>
        (await store.listSources({}, words)).map(({ path }) => path);
      expect(await listed()).toEqual(['guide.md', 'old.py', 'src/client.py']);
      expect(await listed('Sends requests')).toEqual(['old.py', 'src/client.py']); // what is not known of may have it
      expect(await listed('SENDS REQUESTS')).toEqual(['old.py', 'src/client.py']);
      expect(await listed('nothing of the kind')).toEqual(['old.py']);
      expect(await listed('def get_user', 'Oak is hard')).toEqual(['guide.md', 'old.py', 'src/client.py']);
      expect(await store.listSources({ paths: ['src'] }, ['Oak is hard'])).toEqual([]);
    });

    it('matches path patterns like the other stores', async () => {
      const paths = ['src/a.py', 'src/deep/b.py', 'lib/src/c.py', 'mysrc/d.py', 'app/[slug]/e.py'];
      await store.write({ put: await Promise.all(paths.map((path) => prepared(path, 'oak = 1\n'))) });
      const patterns = [
        'src',
        'src/',
        'src/*',
        '/src',
        './src/*.py',
        'src/**/*.py',
        '*.{md,py}',
        '[!a]*.py',
        'app/[slug]',
      ];
      for (const pattern of [...patterns, '(', '$', 'a|b', '\\', '[', '{', '*', '']) {
        const found = await store.searchText(['oak'], 9, { paths: [pattern] });
        const meant = paths.filter(pathMatcher([pattern]));
        expect(found.map(docOf).sort(), pattern).toEqual(meant.map((path) => `main:${path}`).sort());
      }
    });

    it('replaces a source completely', async () => {
      await store.write({ put: [await prepared('a.py', client)] });
      const next = await prepared('a.py', 'def lonely():\n    return "elm"\n');
      await store.write({ put: [next] });
      expect(await store.chunksOf('main:a.py')).toEqual(next.chunks.map(({ chunk }) => chunk));
      expect(await store.searchText(['client'], 10)).toEqual([]);
      expect((await store.searchText(['elm'], 10)).length).toBe(1);
      expect(await store.check()).toEqual([]);
    });

    it('lists its chunks by path, filtered, without synthetic ones', async () => {
      await store.write({ put: [await prepared('src/client.py', client), await prepared('guide.md', guide)] });
      const offered = async (filter?: ChunkFilter): Promise<Chunk[]> => {
        const all: Chunk[] = [];
        for await (const chunks of store.searchableChunks(filter)) all.push(...chunks);
        return all;
      };
      const all = await offered();
      const whole = [...(await store.chunksOf('main:guide.md')), ...(await store.chunksOf('main:src/client.py'))];
      expect(all).toEqual(whole.filter(({ synthetic }) => !synthetic));
      expect(new Set((await offered({ languages: ['python'] })).map(({ docId }) => docId))).toEqual(
        new Set(['main:src/client.py']),
      );
      expect(await offered({ paths: ['nowhere/*'] })).toEqual([]);
    });

    it('exports everything, a source at a time, including hidden chunks', async () => {
      const put = [
        await prepared('src/wood.rs', rust),
        await prepared('guide.md', guide),
        await prepared('Z.md', guide),
      ];
      await store.write({ put });
      const read = async (filter?: ChunkFilter): Promise<(readonly Chunk[])[]> => {
        const all: (readonly Chunk[])[] = [];
        for await (const chunks of store.allChunks(filter)) all.push(chunks);
        return all;
      };
      const all = await read();
      // By code unit, so that every machine has the same order.
      const docIds = ['main:Z.md', 'main:guide.md', 'main:src/wood.rs'];
      expect(all).toEqual(await Promise.all(docIds.map((docId) => store.chunksOf(docId))));
      expect(all.flat()).toHaveLength((await store.state()).chunks);
      expect((await read({ languages: ['rust'] })).flat().every(({ language }) => language === 'rust')).toBe(true);
      const [one] = all[1];
      expect(await read({ ids: [one.id] })).toEqual([[one]]);
      expect(await read({ paths: ['nowhere/*'] })).toEqual([]);
    });

    it('reads no further than its consumer', async () => {
      await store.write({ put: await Promise.all(['a.md', 'b.md', 'c.md'].map((path) => prepared(path, guide))) });
      for await (const [first] of store.allChunks()) {
        expect(first.docId).toBe('main:a.md');
        // What is not read yet is read as it is then.
        await store.write({ remove: ['main:b.md', 'main:c.md'] });
        break;
      }
      let left = 0;
      for await (const chunks of store.allChunks()) left += chunks.length;
      expect(left).toBe((await store.chunksOf('main:a.md')).length);
    });

    it('removes a source with everything that belongs to it', async () => {
      await store.write({ put: [await prepared('a.py', client), await prepared('guide.md', guide)] });
      await store.write({ remove: ['main:a.py', 'main:never-there'] });
      expect(await store.source('main:a.py')).toBeUndefined();
      expect(await store.chunksOf('main:a.py')).toEqual([]);
      expect(await store.units('main:a.py')).toEqual([]);
      expect(await store.referencesOf('main:a.py')).toEqual([]);
      expect(await store.definitions(['Client'])).toEqual([]);
      expect(await store.searchText(['client'], 10)).toEqual([]);
      expect(await store.check()).toEqual([]);
    });

    it('finds definitions and references by their last name', async () => {
      const one = await prepared('src/client.py', client);
      const two = await prepared('src/main.py', 'from client import Client\n\n\ndef main():\n    Client().close()\n');
      await store.write({ put: [one, two] });
      expect(await store.referencesOf('main:src/client.py')).toEqual(one.references);
      expect(await store.referencesOf('main:src/main.py')).toEqual(two.references);
      const [client_, close] = await store.definitions(['Client', 'close', 'nothing']);
      expect([client_.id, client_.docId, close.id]).toEqual([
        'main:src/client.py#Client',
        'main:src/client.py',
        'main:src/client.py#Client.close',
      ]);
      expect((await store.definitions(['Client', 'close'], ['ruby', 'python'])).map(({ id }) => id)).toEqual([
        client_.id,
        close.id,
      ]);
      expect(await store.definitions(['Client', 'close'], ['ruby'])).toEqual([]);
      expect(await store.names()).toEqual([...new Set((await store.names()).toSorted())]);
      expect(await store.names()).toEqual(expect.arrayContaining(['Client', 'close', 'main']));
      expect(await store.referencesTo(['Client'])).toEqual([
        {
          ...{ docId: 'main:src/main.py', from: 'main:src/main.py', verb: 'imports', target: 'Client', key: 'Client' },
          ...{ line: 1, module: 'client', local: 'Client' },
        },
        {
          ...{ docId: 'main:src/main.py', from: 'main:src/main.py#main', verb: 'calls', target: 'Client' },
          ...{ key: 'Client', line: 5 },
        },
      ]);
      expect(await store.referencesTo(['Client', 'close'], 2)).toHaveLength(2);
      await store.write({ remove: ['main:src/main.py'] });
      expect(await store.referencesTo(['Client'])).toEqual([]);
    });

    it('updates the stat of a touched file', async () => {
      await store.write({ put: [await prepared('a.py', client)] });
      await store.write({ touch: [{ docId: 'main:a.py', size: 7, mtime: 99.5, ctime: 1e12 + 1 / 3, ino: 2 ** 60 }] });
      const stat = { size: 7, mtime: 99.5, ctime: 1e12 + 1 / 3, ino: 2 ** 60 };
      expect(await store.source('main:a.py')).toMatchObject(stat);
    });

    it('writes a change completely or not at all', async () => {
      const good = await prepared('a.py', client);
      const [chunk] = good.chunks;
      const broken: PreparedSource = { ...(await prepared('b.py', 'b = 1\n')), chunks: [chunk, chunk] }; // the same id twice
      await expect(store.write({ put: [good, broken] })).rejects.toThrow();
      expect(await store.state()).toMatchObject({ sources: 0, chunks: 0 });
      await store.write({ put: [good] });
      expect(await store.state()).toMatchObject({ sources: 1 });
    });

    it('belongs to one folder: another is refused, unless it is the same tree at another path', async () => {
      const place = realpathSync(mkdtempSync(join(tmpdir(), 'froe-roots-')));
      try {
        const [a, b] = ['a', 'b'].map((name) => join(place, name));
        for (const folder of [a, b]) mkdirSync(folder);
        await store.useRoot('main', b, { dryRun: true });
        await store.useRoot('main', a);
        await store.useRoot('main', a);
        await store.useRoot('other', b);
        const refused = {
          code: 'other-root',
          message: expect.stringMatching(`belongs to .*${a}, not to .*${b}`),
          hint: expect.stringMatching('froe index --same-tree'),
        };
        await expect(store.useRoot('main', b)).rejects.toMatchObject(refused);
        await expect(store.useRoot('main', b, { dryRun: true })).rejects.toMatchObject(refused);
        await store.useRoot('main', b, { sameTree: true, dryRun: true });
        await expect(store.useRoot('main', b)).rejects.toMatchObject(refused); // nothing was kept
        await store.useRoot('main', b, { sameTree: true });
        await store.useRoot('main', b);
      } finally {
        rmSync(place, { recursive: true });
      }
    });

    it('keeps neighbours in order', async () => {
      const long = await prepared(
        'long.md',
        Array.from({ length: 40 }, (_, i) => `## Part ${i}\n\n${'word '.repeat(60)}\n`).join('\n'),
      );
      await store.write({ put: [long] });
      const near = await store.chunksOf('main:long.md', 3, 5);
      expect(near.map(({ position }) => position)).toEqual([3, 4, 5]);
    });

    describe('vectors', () => {
      it('belong to one model', async () => {
        expect(await store.useModel(model)).toBeUndefined();
        await store.finishModel();
        expect(await store.useModel(model)).toBeUndefined();
        expect((await store.state()).model).toEqual(model);
        await expect(store.useModel({ ...model, id: 'test:other' })).rejects.toThrow(/test:four.*test:other/);
        await expect(store.useModel({ ...model, dimensions: 8 })).rejects.toThrow(/4 dimensions/);
        expect((await store.state()).model).toEqual(model);
      });

      it('of an unfinished model are all replaced by another', async () => {
        await store.useModel(model);
        expect((await store.state()).model).toEqual({ ...model, unfinished: true });
        const one = await prepared('a.py', client);
        const vectors = one.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: unitVector(1, 0, 0, 0) }));
        await store.write({ put: [one], vectors });
        const other = { ...model, id: 'test:other' };
        expect(await store.useModel(other)).toEqual({ ...model, unfinished: true });
        expect(await store.state()).toMatchObject({ embedded: 0, model: { ...other, unfinished: true } });
        await store.finishModel();
        await store.finishModel();
        expect((await store.state()).model).toEqual(other);
        await expect(store.useModel(model)).rejects.toMatchObject({ code: 'other-model' });
      });

      it('are removed if the model is replaced on request', async () => {
        await store.useModel(model);
        await store.finishModel();
        const one = await prepared('a.py', client);
        const vectors = one.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: unitVector(1, 0, 0, 0) }));
        await store.write({ put: [one], vectors });
        await store.useModel({ ...model, id: 'test:other' }, true);
        expect(await store.state()).toMatchObject({ embedded: 0, model: { id: 'test:other' } });
      });

      it('are missing exactly for the chunks without one', async () => {
        await store.useModel(model);
        const one = await prepared('a.py', client);
        await store.write({ put: [one, await prepared('guide.md', guide)] });
        const hashes = one.chunks.map(({ chunk }) => chunk.embedHash);
        expect(await store.missingVectors([...hashes, ...hashes])).toEqual([...new Set(hashes)]);
        await store.write({ vectors: hashes.map((hash) => ({ hash, vector: unitVector(1, 2, 3, 4) })) });
        expect(await store.missingVectors(hashes)).toEqual([]);
        const pending = [];
        for await (const batch of store.pending(1)) pending.push(...batch);
        expect(new Set(pending.map(({ docId }) => docId))).toEqual(new Set(['main:guide.md']));
        expect((await store.state()).pending).toBe(new Set(pending.map(({ embedHash }) => embedHash)).size);
        for (const chunk of pending) expect(sha256(embedText(chunk))).toBe(chunk.embedHash);
      });

      it('stay with a text that moves to another place', async () => {
        await store.useModel(model);
        const one = await prepared('a.py', client);
        await store.write({
          put: [one],
          vectors: one.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: unitVector(1, 0, 0, 1) })),
        });
        await store.write({ remove: ['main:a.py'] });
        await store.write({ put: [one] });
        expect((await store.state()).pending).toBe(0);
      });

      it('find the nearest first, filtered', async () => {
        await store.useModel(model);
        const angles = Array.from({ length: 40 }, (_, i) => unitVector(Math.cos(i * 0.15), Math.sin(i * 0.15), 0.1, 0));
        const sources = await Promise.all(
          angles.map((_, i) => prepared(`${i % 2 ? 'odd' : 'even'}/${i}.md`, `# Number ${i}\n\nIt is ${i}.\n`)),
        );
        const vectors = sources.map(({ chunks }, i) => ({ hash: chunks[0].chunk.embedHash, vector: angles[i] }));
        await store.write({ put: sources, vectors });
        const near = await store.searchVector(angles[7], 3);
        expect(docOf(near[0])).toBe('main:odd/7.md');
        expect(near.map(docOf).sort()).toEqual(['main:even/6.md', 'main:even/8.md', 'main:odd/7.md']);
        expect(near[0].score).toBeCloseTo(1, 2);
        const even = await store.searchVector(angles[7], 4, { paths: ['even/*'] });
        expect(even.every(({ id }) => id.startsWith('main:even/'))).toBe(true);
        expect(even).toHaveLength(4);
        await expect(store.searchVector(unitVector(1, 2), 3)).rejects.toThrow(/2 dimensions.*4/);
      });

      it('are exported by the hashes of their texts, with length 1', async () => {
        await store.useModel(model);
        const one = await prepared('a.md', '# Elm\n\nAn elm.\n');
        const [{ chunk }] = one.chunks;
        await store.write({ put: [one], vectors: [{ hash: chunk.embedHash, vector: Float32Array.of(3, 0, 0, 4) }] });
        const found = await store.vectors([sha256('no text of this'), chunk.embedHash, chunk.embedHash]);
        expect([...found.keys()]).toEqual([chunk.embedHash]);
        const [vector] = found.values();
        for (const [i, value] of [0.6, 0, 0, 0.8].entries()) expect(vector[i]).toBeCloseTo(value, 2);
        expect(await store.vectors([])).toEqual(new Map());
      });

      it('of removed chunks are not found, and are deleted', async () => {
        await store.useModel(model);
        const one = await prepared('a.md', '# Elm\n\nAn elm.\n');
        await store.write({
          put: [one],
          vectors: [{ hash: one.chunks[0].chunk.embedHash, vector: unitVector(1, 0, 0, 0) }],
        });
        expect(await store.searchVector(unitVector(1, 0, 0, 0), 5)).toHaveLength(1);
        await store.write({ remove: ['main:a.md'] });
        expect(await store.searchVector(unitVector(1, 0, 0, 0), 5)).toEqual([]);
        await store.compact();
        await store.write({ put: [one] });
        expect((await store.state()).pending).toBe(1);
      });
    });
  });
}
