import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import {
  type ContextView,
  type FileList,
  type FileView,
  type ReferencesView,
  type ResultView,
  SCORE_DIGITS,
  type SearchView,
  type Sizes,
  type Status,
} from '../../src/view/api.js';
import { found } from '../../src/view/found.js';
import { artifact } from '../../src/view/indexedView.js';
import { filesOf } from '../../src/view/overview.js';
import { folder } from '../folder.js';
import { Repository } from '../repository.js';
import { CLIENT, FILES, type Served, serve } from './served.js';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

const get = async <T>(path: string): Promise<T> => (await (await fetch(`${served.url}/api/${path}`)).json()) as T;
const refused = async (path: string): Promise<[number, unknown]> => {
  const answer = await fetch(`${served.url}/api/${path}`);
  return [answer.status, await answer.json()];
};

describe('the list of files', () => {
  it('has every file of the index, in order, and nothing that is ignored', async () => {
    const { root, files } = await get<FileList>('files');
    expect(served.root.endsWith(root)).toBe(true);
    expect(root).not.toContain('/');
    const wanted = Object.keys(FILES).filter((path) => path !== 'secret.txt');
    expect(files.map(({ path }) => path)).toEqual(wanted.sort());
  });
});

describe('a file', () => {
  it('comes with the chunks of the index', async () => {
    const file = await get<FileView>('file?path=src/client.py');
    expect(file).toMatchObject({ text: CLIENT, language: 'python', cap: 512, asIndexed: true, extracted: null });
    expect(file.marks).toEqual([]);
    const known = await served.engine.store.chunksOf('main:src/client.py');
    expect(file.chunks.map(({ id }) => id).sort()).toEqual(known.map(({ id }) => id).sort());
    expect(file.chunks[0]).toMatchObject({ prefix: expect.stringMatching(/^src\/client\.py/), outline: null });
  });

  it('is coloured from its first character to its last', async () => {
    const { highlights, text } = await get<FileView>('file?path=src/client.py');
    const { kinds, runs } = highlights;
    expect(runs.reduce((sum, run) => sum + Math.floor(run / kinds.length), 0)).toBe(text.length);
    expect(kinds[runs[0] % kinds.length]).toBe('keyword');
    expect(Math.floor(runs[0] / kinds.length)).toBe('import'.length);
  });

  it('has the words of a question marked, without its filters', async () => {
    const { text, marks } = await get<FileView>('file?path=src/client.py&q=talking+lang:python+servers');
    const marked = marks.flatMap((start, i) => (i % 2 === 0 ? [text.slice(start, marks[i + 1])] : []));
    expect(marked).toEqual(['Talks', 'server']);
  });

  it('is cut as requested, and then marked as different from the index', async () => {
    const file = await get<FileView>('file?path=src/client.py&maxTokens=64&overlap=8&granularity=pack');
    expect(file).toMatchObject({ cap: 64, asIndexed: false });
    const own = file.chunks.filter(({ outline }) => outline === null);
    expect(own.length).toBeGreaterThan(5);
    expect(Math.max(...own.map(({ tokens }) => tokens))).toBeLessThanOrEqual(64);
    const lossless = own.map(({ charStart, charEnd, overlapChars }) => CLIENT.slice(charStart + overlapChars, charEnd));
    expect(lossless.join('')).toBe(CLIENT);
  });

  it('is cut into windows of the budget, as the library cuts them', async () => {
    const file = await get<FileView>('file?path=src/client.py&strategy=window&maxTokens=64&overlap=8');
    const window = { threshold: 64, size: 64, overlap: 8 };
    const { chunks } = await chunk(CLIENT, { path: 'src/client.py', strategy: 'window', window });
    expect(file.chunks.map(({ charStart, charEnd }) => [charStart, charEnd])).toEqual(
      chunks.map(({ charStart, charEnd }) => [charStart, charEnd]),
    );
  });

  it.each([
    ['file?path=src/client.py&overlap=400', /overlap 400 is more than half/],
    ['file?path=src/client.py&maxTokens=2', /^maxTokens: /],
    ['file?path=src/client.py&maxTokens=many', /^maxTokens: /],
    ['file?path=src/client.py&strategy=axe', /^strategy: /],
    ['file?path=src/client.py&axe=1', /axe/],
    ['file', /^path: /],
    ['search', /^q: /],
    ['context?q=oak&format=runes', /^format: /],
    ['context?q=oak&budget=-1', /^budget: /],
  ])('refuses %s in one line', async (path, said) => {
    const [status, body] = await refused(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringMatching(said) });
  });

  it('that does not exist is not found', async () => {
    expect(await refused('file?path=src/hatchet.rb')).toEqual([
      404,
      { error: 'Not in the index: src/hatchet.rb', hint: expect.stringMatching(/^An address is a path/), near: [] },
    ]);
    expect(await refused('file?path=src/clent.py')).toMatchObject([404, { near: ['src/client.py'] }]);
    expect(await refused('file?path=src/deep')).toMatchObject([
      404,
      { error: 'src/deep is a folder', near: ['src/deep/er/down.ts'] },
    ]);
    expect((await fetch(`${served.url}/axe`)).status).toBe(404);
  });

  it('that was deleted is shown as indexed, completely', async () => {
    const own = await serve({ 'a.md': '\ufeff# Oak\r\n\r\nText.\r\n' });
    rmSync(join(own.root, 'a.md'));
    const view = (await (await fetch(`${own.url}/api/file?path=a.md`)).json()) as FileView;
    expect(view).toMatchObject({ path: 'a.md', text: '\ufeff# Oak\r\n\r\nText.\r\n', asIndexed: true, artifact: null });
    expect(view.notes).toEqual(['The file was deleted: this is the indexed text']);
    await own.close();
  });
});

describe('an answer', () => {
  it.each(['', 'api/file?path=src/client.py'])('of /%s is compressed, with the same policy', async (path) => {
    const { headers } = await fetch(`${served.url}/${path}`, { headers: { 'accept-encoding': 'gzip' } });
    const isLong = path !== '';
    expect(headers.get('content-encoding')).toBe(isLong ? 'gzip' : null);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe(isLong ? 'no-store' : 'no-cache');
  });
});

describe('a search', () => {
  const explained = ({ steps }: ResultView): string =>
    steps
      .reduce((sum, { change }) => sum + change, 0)
      .toFixed(SCORE_DIGITS)
      .replace(/^-(0\.0+)$/, '$1'); // no less than nothing

  it('explains every score: its steps add up to it', async () => {
    const { results, mode } = await get<SearchView>('search?q=client+delete+request');
    expect(mode).toBe('keyword');
    expect(results.length).toBeGreaterThan(0);
    expect(results[0].path).toBe('src/client.py');
    for (const result of results) expect(explained(result)).toBe(result.score.toFixed(SCORE_DIGITS));
  });

  it('refuses a query that is too long', async () => {
    const [status, body] = await refused(`search?q=${'oak+'.repeat(2000)}`);
    expect([status, body]).toMatchObject([400, { error: expect.stringMatching(/^q: /) }]);
  });

  it('by words and vectors is explained the same way', async () => {
    const both = await serve(FILES, {}, { host: '127.0.0.1' }, 'builtin');
    const answer = (await (await fetch(`${both.url}/api/search?q=client+delete+request`)).json()) as SearchView;
    expect(answer.mode).toBe('hybrid');
    expect(answer.results.some(({ steps }) => steps.filter(({ ranked }) => ranked).length === 2)).toBe(true);
    for (const result of answer.results) expect(explained(result)).toBe(result.score.toFixed(SCORE_DIGITS));
    await both.close();
  });

  it('names the reranker, and reports if it failed', async () => {
    let down = false;
    const reranker = {
      id: 'mine',
      rerank: async (_: string, texts: readonly string[]) => {
        if (down) throw new Error('away');
        return texts.map((text) => Number(text.includes('Splitting')));
      },
    };
    const options = { index: ':memory:', embedder: 'none', reranker, sync: { threads: 0 } } as const;
    const engine = await open(folder(FILES), options);
    const ask = () => found(engine, 'file oak client', { limit: 5, sync: true });
    const answer = await ask();
    expect(answer.results.flatMap(({ steps }) => steps)).toContainEqual(
      expect.objectContaining({ reason: 'mine', ranked: { rank: 1, score: 1 } }),
    );
    expect(answer.warning ?? '').not.toContain('mine');
    for (const result of answer.results) expect(explained(result)).toBe(result.score.toFixed(SCORE_DIGITS));
    down = true;
    expect((await ask()).warning).toContain("The reranker mine failed: away: using froe's own order");
    await engine.close();
  });

  it('says which typos were read as other words, and marks these', async () => {
    const engine = await open(folder({ 'a.py': 'def throttle(request):\n    pass\n' }), { index: ':memory:' });
    const { warning, words, results } = await found(engine, 'thorttle', { limit: 5, sync: true });
    expect(warning).toContain("'thorttle' was read as 'throttle'");
    expect([words, results.length]).toEqual([['throttl'], 1]);
    await engine.close();
  });

  it('of an empty query finds nothing', async () => {
    expect((await get<SearchView>('search?q=')).results).toEqual([]);
  });
});

describe('a search that is narrowed', () => {
  it.each([
    ['lang=markdown', ['README.md']],
    ['path=src/use.py', ['src/use.py']],
    ['path=client.py&root=src', ['src/client.py']],
    ['type=class&lang=python', ['src/client.py']],
  ])('by %s', async (filter, wanted) => {
    const { results } = await get<SearchView>(`search?q=oak+client+request&${filter}`);
    expect([...new Set(results.map(({ path }) => path))]).toEqual(wanted);
  });

  it('names an unknown filter', async () => {
    expect(await refused('search?q=oak&lang=pyton')).toMatchObject([400, { hint: expect.stringContaining('python') }]);
  });
});

describe('an excerpt', () => {
  it('has the lines with most words of the query, their numbers, and marks', async () => {
    const prose = Array.from({ length: 30 }, (_, i) => (i === 20 ? 'Here the larch meets the yew.' : `Line ${i}.`));
    const own = await serve({ 'a.txt': prose.join('\n') });
    const answer = (await (await fetch(`${own.url}/api/search?q=larch+yew`)).json()) as SearchView;
    const [{ excerpt }] = answer.results;
    expect(excerpt.text.split('\n')).toHaveLength(8);
    expect(excerpt.text).toContain('Here the larch meets the yew.');
    expect(prose[(excerpt.startLine ?? 0) - 1]).toBe(excerpt.text.split('\n')[0]);
    const marked = excerpt.marks.flatMap((start, i) =>
      i % 2 === 0 ? [excerpt.text.slice(start, excerpt.marks[i + 1])] : [],
    );
    expect(marked).toEqual(['larch', 'yew']);
    await own.close();
  });
});

describe('references', () => {
  const of = async (address: string): Promise<unknown> =>
    (await get<ReferencesView>(`references?of=${encodeURIComponent(address)}`)).references;

  it('to a file are listed with their line, each line once', async () => {
    expect(await of('src/client.py')).toEqual([
      { path: 'src/use.py', line: 1, name: 'src/use.py', verb: 'imports', own: 'Client' },
      { path: 'src/use.py', line: 5, name: 'main', verb: 'creates', own: 'Client' },
    ]);
    expect(await of('README.md')).toEqual([]);
  });

  it('to a chunk are listed, and no others', async () => {
    expect(await of('main:src/client.py#Client.get')).toEqual([]);
    expect(await refused('references?of=src/axe.py')).toMatchObject([404, { error: 'Not in the index: src/axe.py' }]);
  });
});

describe('an editor', () => {
  const editorAt = async (editor?: string): Promise<string | undefined> => {
    const own = await serve({ 'a.txt': 'Oaks.\n' }, { editor });
    const list = (await (await fetch(`${own.url}/api/files`)).json()) as FileList;
    await own.close();
    return list.editors[0]?.address.replace(own.root, '/root');
  };

  it('is an address below the root', async () => {
    expect(await editorAt('vscode://file/{path}:{line}')).toBe('vscode://file/root/{path}:{line}');
    expect(await editorAt('idea://open?file={path}&line={line}')).toBe('idea://open?file=/root/{path}&line={line}');
  });

  it('is not set by default', async () => {
    expect(await editorAt()).toBeUndefined();
  });

  it('is an address of each root if there are several', async () => {
    const [api, web] = [folder({ 'a.txt': 'Oaks.\n' }), folder({ 'b.txt': 'Elms.\n' })];
    const engine = await open({ api, web }, { embedder: 'none' });
    const viewed = {
      engine,
      sync: {},
      write: false,
      budget: 4000,
      format: 'generic',
      editor: 'vscode://file/{path}:{line}',
    };
    const list = await filesOf(viewed);
    expect(list.editors).toEqual([
      { root: 'api', address: `vscode://file${api}/{path}:{line}` },
      { root: 'web', address: `vscode://file${web}/{path}:{line}` },
    ]);
    await engine.close();
  });
});

describe('a commit', () => {
  it('is found, and opened by its address', async () => {
    const repository = new Repository();
    const hash = repository.commit({
      ...{ message: 'Plant oaks\n\nBecause of the shade.', author: 'Ann Lee', date: '2026-02-05T10:00:00Z' },
      files: { 'a.txt': 'Oaks.\n' },
    });
    const engine = await open(repository.root, { embedder: 'none' });
    await engine.sync({ history: 10 });
    const { results } = await found(engine, 'oaks type:commit', { limit: 5, sync: false });
    expect(results).toMatchObject([{ artifact: `commit:${hash}` }]);
    const view = await artifact(engine, `commit:${hash}`);
    expect(view).toMatchObject({
      path: 'Plant oaks',
      artifact: { type: 'commit', ts: expect.stringContaining('2026-02-05') },
    });
    for (const part of ['author Ann Lee', 'Because of the shade.', 'diff --git a/a.txt b/a.txt', '+Oaks.'])
      expect(view.text).toContain(part);
    expect(view.chunks.length).toBeGreaterThan(0);
    await expect(artifact(engine, 'commit:0123')).rejects.toThrow('No such commit');
    await engine.close();
  });
});

describe('a context', () => {
  it('keeps its budget, and lists what was left out', async () => {
    const view = await get<ContextView>('context?q=client+request+oak+file&budget=150');
    expect(view.tokens).toBe(tokenizer('cl100k_base').count(view.text));
    expect(view.tokens).toBeLessThanOrEqual(150);
    expect(view.passages.length).toBeGreaterThan(0);
    expect(view.leftOut.length).toBeGreaterThan(0);
    const within = new Set(view.passages.map(({ chunk: item }) => item));
    expect(view.leftOut.filter(({ chunk: item }) => within.has(item))).toEqual([]);
  });

  it('is written in the requested format', async () => {
    expect((await get<ContextView>('context?q=oak&format=claude')).text).toMatch(/^</);
    expect(JSON.parse((await get<ContextView>('context?q=oak&format=json')).text)).toHaveProperty('query');
  });
});

describe('the state of the index', () => {
  it('counts files by kind and chunks by tokens', async () => {
    const status = await get<Status>('status');
    expect(status).toMatchObject({ write: false, toRead: 0, gone: 0, model: null });
    expect(status.kinds.reduce((sum, { files }) => sum + files, 0)).toBe(Object.keys(FILES).length - 1);
    const { bars, seen } = await get<Sizes>('sizes');
    expect(bars.reduce((sum, { chunks }) => sum + chunks, 0)).toBe(seen);
    expect(seen).toBeGreaterThan(0);
    expect(bars[0]).toMatchObject({ from: 1, to: 15 });
    expect(bars[1]).toMatchObject({ from: 16, to: 31 });
  });
});

describe('a folder that changes', () => {
  const change = (root: string): void => {
    writeFileSync(join(root, 'a.txt'), 'Birches are white now.\n');
    utimesSync(join(root, 'a.txt'), 1, 1);
    rmSync(join(root, 'b.txt'));
  };
  const FOLDER = { 'a.txt': 'Birches are grey.\n', 'b.txt': 'Birches are tall.\n' };

  it('is not read again for a read-only page', async () => {
    const looking = await serve(FOLDER);
    change(looking.root);
    const ask = async <T>(path: string): Promise<T> => (await (await fetch(`${looking.url}/api/${path}`)).json()) as T;
    expect(await ask<SearchView>('search?q=birches')).toMatchObject({ results: [], stale: 2 });
    expect(await ask<Status>('status')).toMatchObject({ toRead: 1, gone: 1, sources: 2 });
    const sync = await fetch(`${looking.url}/api/sync`, { method: 'POST' });
    expect([sync.status, await sync.json()]).toEqual([
      403,
      { error: 'This page is read-only', hint: 'Start it with froe view --write, or run: froe index' },
    ]);
    await looking.close();
  });

  it('is read again for a page that may write', async () => {
    const writing = await serve(FOLDER, { write: true });
    change(writing.root);
    const sync = await fetch(`${writing.url}/api/sync`, { method: 'POST' });
    expect(await sync.json()).toEqual({ added: 0, changed: 1, removed: 1 });
    const answer = (await (await fetch(`${writing.url}/api/search?q=birches`)).json()) as SearchView;
    expect(answer.results.map(({ excerpt }) => excerpt.text)).toEqual(['Birches are white now.']);
    await writing.close();
  });
});
