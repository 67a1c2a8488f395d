/** Every tool, resource and prompt over stdio; one server for most tests. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { type Progress, ResourceListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import {
  type Connected,
  call,
  connectOverStdio,
  files,
  project,
  refusal,
  structuredAnswer,
  textOf,
  waitUntil,
} from './served.js';

const secret = join(folder({ passwd: 'root:keep out\n' }), 'passwd');
const root = project();
symlinkSync(secret, join(root, 'way-out'));
let served: Connected;
let client: Client;

beforeAll(async () => {
  served = await connectOverStdio({ words: [root, '--write'] });
  client = served.client;
});
afterAll(() => client.close());

describe('the server', () => {
  it('states its name and its purpose', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'froe' });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: { listChanged: true }, prompts: {} });
    expect(client.getInstructions()).toContain('Start with search');
  });

  it('lists its tools, and which of them only read', async () => {
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
    expect(hints).toEqual({
      search: true,
      get_context: true,
      read: true,
      outline: true,
      references: true,
      impact: true,
      history: true,
      artifact_ingest: false,
      artifact_forget: false,
      status: true,
    });
    expect(tools.find(({ name }) => name === 'artifact_forget')?.annotations?.destructiveHint).toBe(true);
  });

  it('refuses unknown tools', async () => {
    await expect(client.callTool({ name: 'shell', arguments: {} })).rejects.toThrow('Unknown tool shell');
  });
});

describe('search', () => {
  it('finds locations, with reasons', async () => {
    const { hits } = await structuredAnswer(client, 'search', { query: 'parse_url', limit: 1 });
    expect(hits).toEqual([
      {
        path: 'src/parse.py',
        start_line: 1,
        end_line: 3,
        symbol: expect.any(String),
        score: expect.any(Number),
        why: expect.stringContaining('words #1'),
        id: expect.stringContaining('main:src/parse.py'),
        text: files['src/parse.py'].trimEnd(),
      },
    ]);
  });

  it('returns the same as text', async () => {
    const text = textOf(await call(client, 'search', { query: 'retries' }));
    expect(text).toMatch(
      /^1\. docs\/guide\.md:1-6 {2}.*\(vectors #1, keywords #1.*\)\n {3}> Guide › Retries\n {3}# Guide\n/,
    );
  });

  it('serves only the named folder', async () => {
    const paths = async (args: object): Promise<unknown[]> => {
      const { hits } = await structuredAnswer(client, 'search', { query: 'url request trees listening', ...args });
      return (hits as { path: string }[]).map(({ path }) => path).sort();
    };
    expect(await paths({})).toEqual(['README.md', 'docs/guide.md', 'src/client.py', 'src/parse.py', 'web/app.ts']);
    expect(await paths({ paths: ['src'] })).toEqual(['src/client.py', 'src/parse.py']);
    expect(await paths({ paths: ['./src/client.py'] })).toEqual(['src/client.py']);
    expect(await paths({ paths: ['**/*.{md,ts}'] })).toEqual(['README.md', 'docs/guide.md', 'web/app.ts']);
    expect(await paths({ type: 'docs' })).toEqual(['README.md', 'docs/guide.md']);
    expect(await paths({ languages: ['TypeScript'] })).toEqual(['web/app.ts']);
    expect(await paths({ tree: 'artifacts' })).toEqual([]);
    expect(await paths({ exclude: ['src', '*.md'] })).toEqual(['web/app.ts']);
    expect(await paths({ exclude: ['docs'], type: 'docs' })).toEqual(['README.md']);
  });

  it('returns the lines that an expression matches, like grep', async () => {
    const regex = { query: 'def \\w+\\(self', mode: 'regex' };
    expect(textOf(await call(client, 'search', regex))).toBe(
      'src/client.py:7:     def get(self, url):\nsrc/client.py:10:     def send(self, parts):\n',
    );
    expect((await structuredAnswer(client, 'search', regex)).hits).toEqual([
      { path: 'src/client.py', start_line: 7, end_line: 7, text: '    def get(self, url):' },
      { path: 'src/client.py', start_line: 10, end_line: 10, text: '    def send(self, parts):' },
    ]);
    expect(await structuredAnswer(client, 'search', { ...regex, limit: 1 })).toMatchObject({
      next_cursor: expect.any(String),
    });
  });

  it('continues after a page, without repetition', async () => {
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await structuredAnswer(client, 'search', {
        query: 'url request trees listening',
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...(page.hits as { path: string }[]).map(({ path }) => path));
      cursor = page.next_cursor;
    } while (cursor);
    expect([...seen].sort()).toEqual(['README.md', 'docs/guide.md', 'src/client.py', 'src/parse.py', 'web/app.ts']);
  });

  it('refuses the cursor of another query', async () => {
    const { next_cursor } = await structuredAnswer(client, 'search', { query: 'url request', limit: 1 });
    expect(await refusal(client, 'search', { query: 'trees', limit: 1, cursor: next_cursor })).toBe(
      'This cursor belongs to another query. Repeat the call without a cursor, or with the arguments of the first page.',
    );
    expect(await refusal(client, 'search', { query: 'trees', cursor: '../../x' })).toContain('another query');
  });

  it('reports that nothing is found', async () => {
    expect(textOf(await call(client, 'search', { query: 'zzyzx', mode: 'keyword' }))).toBe(
      'Nothing found: nothing here has any of these words.\n',
    );
  });

  it('says which typos were read as other words', async () => {
    expect(textOf(await call(client, 'search', { query: 'reqeust' }))).toContain(
      "('reqeust' was read as 'request'.)\n",
    );
    const { corrections } = await structuredAnswer(client, 'search', { query: 'reqeust' });
    expect(corrections).toEqual([{ typed: 'reqeust', meant: 'request' }]);
  });

  it('refuses an unknown argument, and lists the known ones', async () => {
    expect(await refusal(client, 'search', { query: 'x', path: 'src' })).toBe(
      "search has no argument 'path'. Did you mean paths? It takes: query, mode, limit, paths, exclude, languages, type, since, author, tree, per_source, merge, rerank, cursor",
    );
    expect(await refusal(client, 'search', { limit: 0 })).toMatch(/^query: .*; limit: .*It takes: /);
  });
});

describe('get_context', () => {
  it('packs source into a budget', async () => {
    const answer = await structuredAnswer(client, 'get_context', { query: 'how does Client.get work', budget: 400 });
    expect(answer.text).toContain(files['src/client.py'].trimEnd());
    expect(answer.tokens).toBeLessThanOrEqual(400);
    expect(answer.citations).toContainEqual({
      path: 'src/client.py',
      start_line: 1,
      end_line: 11,
      symbol: expect.any(String),
      ids: ['main:src/client.py'],
    });
  });

  it('leaves out what the caller has, and takes any format', async () => {
    const { text } = await structuredAnswer(client, 'get_context', {
      query: 'Client.get',
      format: 'claude',
      exclude_ids: ['main:src/client.py'],
    });
    expect(text).toContain('<codebase_context');
    expect(text).not.toContain('class Client');
  });

  it('excludes paths, and filters by type', async () => {
    const cited = async (args: object): Promise<unknown[]> => {
      const { citations } = await structuredAnswer(client, 'get_context', {
        query: 'url request trees listening',
        ...args,
      });
      return (citations as { path: string }[]).map(({ path }) => path).sort();
    };
    expect(await cited({ type: 'docs' })).toEqual(['README.md', 'docs/guide.md']);
    expect(await cited({ type: 'docs', exclude: ['docs'] })).toEqual(['README.md']);
    expect(await cited({ exclude: ['src', 'docs', 'README.md'] })).toEqual(['web/app.ts']);
  });

  it('is plain for an unknown client', async () => {
    const { text } = await structuredAnswer(client, 'get_context', { query: 'trees' });
    expect(text).toMatch(/^=== CODEBASE CONTEXT ===/);
  });
});

describe('read', () => {
  it('numbers lines', async () => {
    expect(await structuredAnswer(client, 'read', { address: 'src/client.py:7-8' })).toEqual({
      path: 'src/client.py',
      start_line: 7,
      end_line: 8,
      text: '7      def get(self, url):\n8          return self.send(parse_url(url))\n',
      fresh: true,
    });
  });

  it.each([
    ['src/client.py#Client.get', 7, 8],
    ['src/client.py#send', 10, 11],
    ['main:src/parse.py', 1, 3],
    [join(root, 'src/parse.py'), 1, 3],
    ['docs/guide.md#limits', 7, 9],
    ['./src/parse.py:2', 2, 2],
    ['Client.send', 10, 11],
    ['Client#get', 7, 8],
    ['parse_url', 1, 3],
  ])('knows %s', async (address, start_line, end_line) => {
    expect(await structuredAnswer(client, 'read', { address })).toMatchObject({ start_line, end_line });
  });

  it('takes the address under other names, one at a time', async () => {
    for (const args of [{ target: 'Client.send' }, { path: 'src/client.py:10-11' }, { symbol: 'Client.send' }])
      expect(await structuredAnswer(client, 'read', args)).toMatchObject({ start_line: 10, end_line: 11 });
    expect(await refusal(client, 'read', { address: 'README.md', path: 'src' })).toContain("no argument 'path'");
    expect(await refusal(client, 'read', { target: 'README.md', path: 'src' })).toContain("no argument 'path'");
  });

  it('shows surrounding lines', async () => {
    const { text } = await structuredAnswer(client, 'read', { target: 'src/parse.py:2', context_lines: 1 });
    expect(text).toBe(
      '1  def parse_url(url):\n2      """Cuts an address into its parts."""\n3      return url.split("/")\n',
    );
  });

  it('reports what does not exist', async () => {
    expect(await refusal(client, 'read', { target: 'src/gone.py' })).toBe(
      'Not in the index: src/gone.py. An address is a path, path:10-24, path#Symbol, a symbol (Client, Client.send) or an id.',
    );
    expect(await refusal(client, 'read', { target: 'src/parse.py:90-99' })).toBe(
      'src/parse.py has no lines 90-99. It has lines 1 to 3.',
    );
    expect(await refusal(client, 'read', { target: 'src/client.py#Client.sned' })).toMatch(
      /^Not in the index: src\/client.py#Client.sned. Did you mean src\/client.py#Client.send/,
    );
    expect(await refusal(client, 'references', { symbol: 'parse_ulr' })).toBe(
      'Not in the index: parse_ulr. Did you mean parse_url?',
    );
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'src/../../x', `${secret}`, '..'])(
    'does not leave the root by %s',
    async (target) => {
      expect(await refusal(client, 'read', { target })).toBe(
        `${target} is outside of the root. Use paths relative to the root, as search returns them.`,
      );
    },
  );

  it('does not follow a link out of the root', async () => {
    expect(await refusal(client, 'read', { target: 'way-out' })).toContain('Not in the index: way-out');
    expect(await refusal(client, 'outline', { path: 'way-out' })).toContain('Nothing indexed below way-out');
    expect(JSON.stringify(await structuredAnswer(client, 'search', { query: 'keep out root' }))).not.toContain(
      'keep out\\n',
    );
  });

  it('does not follow a file that became a link', async () => {
    writeFileSync(join(root, 'soon.py'), 'def soon():\n    pass\n');
    await structuredAnswer(client, 'status', { refresh: true });
    expect((await structuredAnswer(client, 'read', { target: 'soon.py' })).end_line).toBe(2);
    rmSync(join(root, 'soon.py'));
    symlinkSync(secret, join(root, 'soon.py'));
    const outlined = textOf(await call(client, 'outline', {}));
    expect(outlined).not.toContain('keep out');
    await structuredAnswer(client, 'status', { refresh: true });
    expect(await refusal(client, 'read', { target: 'soon.py' })).toContain('Not in the index: soon.py');
    rmSync(join(root, 'soon.py'));
  });
});

describe('outline', () => {
  it('shows what files define', async () => {
    expect(await structuredAnswer(client, 'outline', { path: 'src' })).toEqual({
      files: 2,
      text: 'src/client.py\n  class Client:\n    def get(self, url):\n    def send(self, parts):\nsrc/parse.py\n  def parse_url(url):\n',
    });
  });

  it('stays in its budget', async () => {
    const { text, files: count } = await structuredAnswer(client, 'outline', { budget: 50 });
    expect(count).toBe(5);
    expect(text).toContain('src/parse.py');
    expect(text).not.toContain('def send');
  });

  it('does not leave the root', async () => {
    expect(await refusal(client, 'outline', { path: '../..' })).toContain('outside of the root');
    expect(await refusal(client, 'search', { query: 'x', paths: ['../other'] })).toContain('outside of the root');
    expect(await refusal(client, 'search', { query: 'x', paths: ['src/../../*'] })).toContain('outside of the root');
  });
});

describe('references', () => {
  it('lists what uses a symbol, and where', async () => {
    expect(await structuredAnswer(client, 'references', { symbol: 'parse_url' })).toEqual({
      edges: [{ verb: 'calls', from: 'Client.get', to: 'parse_url', path: 'src/client.py', line: 8 }],
    });
    expect(textOf(await call(client, 'references', { symbol: 'Client.get', direction: 'callees' }))).toContain(
      'src/client.py:8  Client.get calls parse_url\n',
    );
    expect(
      (await structuredAnswer(client, 'references', { symbol: 'parse_url', direction: 'imports' })).edges,
    ).toMatchObject([{ verb: 'imports', path: 'src/client.py', line: 1 }]);
  });

  it('says which calls may be of it', async () => {
    const own = project({
      'src/book.py': 'class Book:\n    def relabel(self, name):\n        return name\n',
      'src/shelf.py': 'class Shelf:\n    def relabel(self, name):\n        return name\n',
      'src/run.py': 'def run(thing):\n    thing.relabel(1)\n',
    });
    const { client } = await connectOverStdio({ words: [own] });
    const note = "1 call of 'relabel' could not be resolved: some may be of it (src/run.py:2)";
    expect(textOf(await call(client, 'references', { symbol: 'Book.relabel' }))).toBe(`Nothing found.\n(${note}.)\n`);
    expect(await structuredAnswer(client, 'references', { symbol: 'Book.relabel' })).toMatchObject({
      unresolved: [note],
    });
    expect(textOf(await call(client, 'impact', { symbol: 'Book.relabel' }))).toBe(
      `Nothing in the index depends on Book.relabel by name.\n(${note}.)\n`,
    );
    expect(await structuredAnswer(client, 'impact', { symbol: 'Book.relabel' })).toMatchObject({ unresolved: [note] });
    await client.close();
  });

  it('reports an unknown symbol', async () => {
    expect(await refusal(client, 'references', { symbol: 'zzyzx' })).toContain('Not in the index: zzyzx');
    expect(await refusal(client, 'references', { symbol: '' })).toMatch(/^symbol is empty. It takes: symbol,/);
    expect(await refusal(client, 'references', { symbol: ' ' })).toMatch(/^The address is empty. An address is/);
  });
});

describe('impact', () => {
  it('lists what depends on a symbol, directly and indirectly', async () => {
    const data = await structuredAnswer(client, 'impact', { symbol: 'parse_url' });
    expect(data).toEqual({
      dependents: [{ distance: 1, name: 'Client.get', verb: 'calls', on: 'parse_url', path: 'src/client.py', line: 8 }],
      more: false,
    });
    expect(textOf(await call(client, 'impact', { address: 'parse_url' }))).toBe(
      '1  src/client.py:8  Client.get calls parse_url\n',
    );
  });

  it('reports that nothing does, and an unknown symbol', async () => {
    expect(textOf(await call(client, 'impact', { symbol: 'web/app.ts' }))).toBe(
      'Nothing in the index depends on web/app.ts by name.\n',
    );
    expect(await refusal(client, 'impact', { symbol: 'zzyzx' })).toContain('Not in the index: zzyzx');
  });
});

describe('status', () => {
  it('states the contents of the index', async () => {
    expect(await structuredAnswer(client, 'status', { refresh: true })).toEqual({
      root,
      sources: 5,
      artifacts: expect.any(Number),
      chunks: expect.any(Number),
      tokens: expect.any(Number),
      model: expect.stringContaining('builtin'),
      pending: 0,
      stale: 0,
      watching: expect.any(Boolean),
    });
  });

  it('reports progress, which never decreases', async () => {
    const told: Progress[] = [];
    // Once more if the watch was faster.
    await waitUntil(async () => {
      told.length = 0;
      for (let i = 0; i < 30; i++) writeFileSync(join(root, `more-${i}.txt`), `Tree ${i}, ${Math.random()}\n`);
      await client.callTool({ name: 'status', arguments: { refresh: true } }, undefined, {
        onprogress: (step) => told.push(step),
      });
      return told.length > 3;
    });
    for (let i = 0; i < 30; i++) rmSync(join(root, `more-${i}.txt`));
    await structuredAnswer(client, 'status', { refresh: true });
    const percents = told.map(({ progress }) => progress);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    for (const { progress, total, message = '' } of told) {
      expect(total).toBe(100);
      const [, percent, done, all] =
        /^(\d+) %: (?:(\d+) of (\d+) files read|the index is up to date)$/.exec(message) ?? [];
      expect(Number(percent)).toBe(progress);
      if (done !== undefined) expect(progress).toBe(Math.min(99, Math.floor((Number(done) / Number(all)) * 100)));
    }
  });
});

describe('an artifact', () => {
  it('is ingested, found, read and forgotten', async () => {
    const kept = await structuredAnswer(client, 'artifact_ingest', {
      content: 'Birch bark burns even when it is wet.',
      source_id: 'note-1',
      title: 'Fire',
      ts: '2026-01-31T09:30:00Z',
    });
    expect(kept).toMatchObject({ is_chunked: false, num_chunks: 0, unchanged: false });
    const { hits } = await structuredAnswer(client, 'search', { query: 'birch bark', tree: 'artifacts' });
    expect(hits).toMatchObject([{ path: kept.artifact_id, start_line: 1 }]);
    expect(await structuredAnswer(client, 'read', { target: `${kept.artifact_id}:1` })).toMatchObject({
      text: '1  Birch bark burns even when it is wet.\n',
    });
    expect(await structuredAnswer(client, 'artifact_forget', { ids: [kept.artifact_id, 'art_000000000000'] })).toEqual({
      forgotten: [kept.artifact_id],
      missing: ['art_000000000000'],
    });
    expect((await structuredAnswer(client, 'search', { query: 'birch bark', mode: 'keyword' })).hits).toEqual([]);
  });

  it('is cut by its type, and read by the number of a chunk with its neighbours', async () => {
    const content = Array.from({ length: 300 }, (_, i) => `Ann: the birch number ${i} was felled today.\n`).join('');
    const kept = await structuredAnswer(client, 'artifact_ingest', {
      content,
      type: 'chat',
      title: 'Felling',
      source_id: 'chat-1',
    });
    const [id, ...ids] = kept.stored_ids as string[];
    expect(kept).toMatchObject({ artifact_id: id, is_chunked: true, num_chunks: ids.length });
    expect(Number(kept.token_count)).toBeGreaterThan(1200);
    const around = await structuredAnswer(client, 'read', { target: `${id}::chunk::001`, expand: 1 });
    expect(around).toMatchObject({ path: id, title: 'Felling', start_line: 1 });
    const parts = String(around.text).split('\n[CHUNK BOUNDARY]\n');
    expect(parts).toHaveLength(3);
    expect(parts.every((part) => part.startsWith('Ann: '))).toBe(true); // turns are not cut
    const seamless = await structuredAnswer(client, 'read', { target: `${id}::chunk::001`, expand: 1, seamless: true });
    expect(content.startsWith(String(seamless.text))).toBe(true);
    const { hits } = await structuredAnswer(client, 'search', {
      query: 'birch felled today',
      tree: 'artifacts',
      per_source: 1,
    });
    expect(hits).toHaveLength(1);
    expect(hits).toMatchObject([{ path: id, title: 'Felling' }]);
    const regex = { query: 'birch', mode: 'regex', per_source: 1 };
    expect(await refusal(client, 'search', regex)).toContain('per_source cannot be used with mode regex');
    expect(await refusal(client, 'read', { target: `${id}::chunk::99` })).toContain(`chunks 0 to ${ids.length - 1}`);
    await structuredAnswer(client, 'artifact_forget', { ids: [id] });
  });

  it('is not a file, and has a valid time', async () => {
    expect(await refusal(client, 'artifact_forget', { ids: ['main:README.md'] })).toContain(
      'Artifact ids start with art_',
    );
    expect(await refusal(client, 'artifact_ingest', { content: 'x', ts: 'yesterday' })).toContain(
      'ts: Not an ISO 8601 time',
    );
    expect(await refusal(client, 'artifact_ingest', { content: '' })).toContain('content is empty');
  });
});

describe('resources', () => {
  it('are the files and a map', async () => {
    const { resources, nextCursor } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'froe://main/map',
      ...Object.keys(files)
        .sort()
        .map((path) => `froe://main/${path}`),
    ]);
    expect(nextCursor).toBeUndefined();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'froe://{tree}/{+path}',
      'froe://{tree}/map',
    ]);
  });

  it('can be read', async () => {
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read('froe://main/docs/guide.md')).toEqual([
      { uri: 'froe://main/docs/guide.md', mimeType: 'text/markdown', text: files['docs/guide.md'] },
    ]);
    expect(await read('froe://main/map')).toMatchObject([{ text: expect.stringContaining('class Client') }]);
  });

  it('are the text of the file, whatever its line ends', async () => {
    for (const text of ['\ufeffone\r\ntwo\r\n', 'one\rtwo', '\n\n', '']) {
      writeFileSync(join(root, 'odd.txt'), text);
      const { contents } = await client.readResource({ uri: 'froe://main/odd.txt' });
      expect(contents).toEqual([{ uri: 'froe://main/odd.txt', mimeType: 'text/plain', text }]);
    }
    expect(await structuredAnswer(client, 'read', { target: 'odd.txt' })).toMatchObject({
      start_line: 0,
      end_line: 0,
      text: '',
    });
    rmSync(join(root, 'odd.txt'));
    await structuredAnswer(client, 'status', { refresh: true });
  });

  it.each([
    'froe://main/../../etc/passwd',
    'froe://main/%2e%2e/%2e%2e/etc/passwd',
    'froe://main//etc/passwd',
    'froe://main/%2Fetc%2Fpasswd',
  ])('are not outside: %s', async (uri) => {
    await expect(client.readResource({ uri })).rejects.toThrow('outside of the root');
  });

  it.each([
    'froe://main/gone.py',
    'froe://other/README.md',
    'file:///etc/passwd',
    'froe://main/%',
    'froe://main/way-out',
  ])('are not %s', async (uri) => {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
  });

  it('notify about changes', async () => {
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => resolve());
    });
    await waitUntil(async () => (await structuredAnswer(client, 'status', {})).watching === true);
    writeFileSync(join(root, 'new.md'), '# New\n');
    await told; // nobody asked: the folder is watched
    expect((await structuredAnswer(client, 'read', { target: 'new.md' })).text).toBe('1  # New\n');
    rmSync(join(root, 'new.md'));
  });
});

describe('prompts', () => {
  it('contain what the index knows', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: takes }) => [name, takes?.map((one) => one.name)])).toEqual([
      ['explain', ['target']],
      ['impact', ['symbol']],
      ['onboard', []],
    ]);
    const said = async (name: string, args: Record<string, string>): Promise<string> => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      expect(messages).toHaveLength(1);
      return JSON.stringify(messages[0].content);
    };
    expect(await said('explain', { target: 'Client.get' })).toContain('class Client');
    expect(await said('impact', { symbol: 'parse_url' })).toContain('src/client.py');
    expect(await said('onboard', {})).toContain('def parse_url(url)');
  });

  it('name their required arguments', async () => {
    await expect(client.getPrompt({ name: 'explain' })).rejects.toThrow('explain needs target');
    await expect(client.getPrompt({ name: 'onboard', arguments: { x: '1' } })).rejects.toThrow(
      'onboard has no argument x',
    );
    await expect(client.getPrompt({ name: 'nope' })).rejects.toThrow('Unknown prompt nope');
  });
});
