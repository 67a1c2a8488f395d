/** The schemas of the tools, and that no answer exceeds the limit. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AutoSync } from '../../src/engine/autoSync.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { answer, listTools } from '../../src/mcp/answer.js';
import { RootFence } from '../../src/mcp/fence.js';
import { mergeOf } from '../../src/mcp/merging.js';
import type { Call } from '../../src/mcp/tool.js';
import { tools } from '../../src/mcp/tools/index.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { prose } from '../cli/command.js';
import { folder } from '../folder.js';
import { Repository } from '../repository.js';
import { files, textOf } from './served.js';

const count = (text: string): number => tokenizer('cl100k_base').count(text);

describe('the schemas', () => {
  it('are small: all read-only tools have fewer than 800 tokens together', () => {
    expect(tools).toHaveLength(10);
    expect(count(JSON.stringify(listTools(false)))).toBeLessThan(800);
    expect(count(JSON.stringify(listTools(true)))).toBeLessThan(1100);
  });

  it('have only plain types, since some clients accept no others', () => {
    const plain = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, value] of Object.entries(schema)) {
        expect(['anyOf', 'oneOf', 'allOf', '$ref', '$schema', 'not', 'const', 'pattern']).not.toContain(key);
        if (key === 'type' && typeof value !== 'object') expect(typeof value).toBe('string');
        plain(value);
      }
    };
    for (const { inputSchema } of listTools(true)) plain(inputSchema);
    for (const { outputSchema } of tools) plain(outputSchema);
  });

  it('describe every tool, and allow unlisted arguments', () => {
    for (const { inputSchema, description } of listTools(true)) {
      expect(inputSchema.type).toBe('object');
      expect(inputSchema).not.toHaveProperty('additionalProperties');
      expect(description).toBeTruthy();
    }
    const [{ inputSchema }] = listTools(false);
    expect(Object.keys(inputSchema.properties ?? {})).toContain('paths');
    expect(Object.keys(inputSchema.properties ?? {})).not.toContain('rerank');
  });
});

describe('how hits are merged', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    ['off', { merge: false }],
    ['least=1', { merge: { least: 1 } }],
    [
      'threshold=.4, inclusive=true cap=1.5 combine=rss match=0',
      { merge: { threshold: 0.4, inclusive: true, cap: 1.5, combine: 'rss', match: 0 } },
    ],
  ])('is set by a word: %j', (said, options) => expect(mergeOf(said)).toEqual(options));

  it.each([
    ['least=0', 'merge: least must be a whole number from 1, not 0'],
    ['leats=1', "merge: unknown option 'leats'"],
    ['combine', 'merge: combine must be sum or rss, not ""'],
  ])('is refused if it is invalid: %j', (said, message) => expect(() => mergeOf(said)).toThrow(message));
});

describe('an answer', () => {
  // Long files, a long line, many small ones: enough of everything to be too much.
  const root = folder({
    ...files,
    'long.md': `# Long\n\n${prose(400)}`,
    [`deep/${'folder-'.repeat(30)}x/caller.py`]:
      'from parse import trunk_of\n\n\ndef caller():\n    return trunk_of(1)\n',
    'parse.py': 'def trunk_of(tree):\n    return tree\n',
    'wide.txt': `grain ${'wood '.repeat(20_000)}\n`,
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`many/file-${i}.py`, `def grain_${i}(wood):\n    return wood\n`]),
    ),
  });
  let engine: Engine;
  let keeper: AutoSync;
  beforeAll(async () => {
    engine = await open(root, { index: ':memory:' });
    await engine.sync();
    keeper = new AutoSync(engine);
  });
  afterAll(() => engine.close());

  const callWith = (limit: number): Call => ({
    workspace: { engine, keeper, limit, tokenizer: 'cl100k_base', write: true },
    fence: new RootFence(root),
    format: 'claude',
    signal: new AbortController().signal,
    follow: () => {},
    count,
  });
  const ask = (name: string, args: object, limit = 8000) =>
    answer(name, args, true, () => Promise.resolve(callWith(limit)));

  const asked = fc.oneof(
    fc.record({
      name: fc.constant('search'),
      args: fc.record({
        query: fc.constantFrom('grain wood', 'Paragraph froe splits', 'grain_7'),
        limit: fc.integer({ min: 1, max: 50 }),
      }),
    }),
    fc.record({
      name: fc.constant('get_context'),
      args: fc.record({
        query: fc.constantFrom('how is wood split along the grain', 'all of it', 'grain_3'),
        budget: fc.integer({ min: 100, max: 50_000 }),
        format: fc.constantFrom('claude', 'gpt', 'generic', 'json', 'human'),
      }),
    }),
    fc.record({
      name: fc.constant('read'),
      args: fc.record(
        {
          target: fc.constantFrom('long.md', 'wide.txt', 'long.md:10-700', 'wide.txt:1', 'many/file-3.py'),
          expand: fc.integer({ min: 0, max: 20 }),
          seamless: fc.boolean(),
        },
        { requiredKeys: ['target'] },
      ),
    }),
    fc.record({
      name: fc.constant('impact'),
      args: fc.record({
        symbol: fc.constantFrom('parse_url', 'src/parse.py', 'Client'),
        budget: fc.integer({ min: 50, max: 50_000 }),
      }),
    }),
    fc.record({ name: fc.constant('outline'), args: fc.record({ budget: fc.integer({ min: 50, max: 50_000 }) }) }),
  );

  it('stays below the limit, as text and as data', async () => {
    type Schema = Parameters<AjvJsonSchemaValidator['getValidator']>[0];
    const validators = new Map(
      tools.map(({ name, outputSchema }) => [
        name,
        new AjvJsonSchemaValidator().getValidator(outputSchema as Schema), // the two libraries type a schema differently
      ]),
    );
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 500, max: 9000 }), async ({ name, args }, limit) => {
        const result = await ask(name, args, limit);
        expect(result.isError).toBe(false);
        expect(count(textOf(result))).toBeLessThanOrEqual(limit);
        expect(count(JSON.stringify(result.structuredContent))).toBeLessThanOrEqual(limit);
        expect(validators.get(name)?.(result.structuredContent)).toMatchObject({ valid: true });
      }),
      { numRuns: 60 },
    );
  });

  it('accepts unlisted arguments, and refuses unknown ones', async () => {
    const { structuredContent } = await ask('search', {
      query: 'grain wood',
      rerank: false,
      per_source: 1,
      merge: 'off',
    });
    expect(structuredContent?.hits).not.toEqual([]);
    const refused = await ask('search', { query: 'grain wood', per_sourse: 1 });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('Did you mean per_source?');
  });

  it('of impact reports what does not fit, not that there is nothing', async () => {
    const small = await ask('impact', { symbol: 'trunk_of', budget: 50 });
    expect(textOf(small)).toBe('What depends on trunk_of does not fit: raise budget.\n');
    expect(small.structuredContent).toMatchObject({ dependents: [], more: true });
    expect(textOf(await ask('impact', { symbol: 'trunk_of' }))).toContain('caller calls trunk_of');
  });

  it('has at most a page of hits, however many are requested', async () => {
    const { structuredContent } = await ask('search', { query: 'grain', mode: 'regex', limit: 100_000 }, 100_000);
    expect(structuredContent).toMatchObject({ hits: { length: 50 }, next_cursor: expect.any(String) });
  });

  it('keeps the first hit, however small the limit', async () => {
    const { structuredContent } = await ask('search', { query: 'grain wood', limit: 50 }, 500);
    const hits = structuredContent?.hits as { text: string }[];
    expect(hits.length).toBeGreaterThan(0);
    expect(structuredContent?.next_cursor).toEqual(expect.any(String));
  });

  it('keeps the requested budget', async () => {
    const { structuredContent } = await ask('get_context', { query: 'wood grain', budget: 300 });
    expect(count(String(structuredContent?.text))).toBe(structuredContent?.tokens);
    expect(structuredContent?.tokens).toBeLessThanOrEqual(300);
    expect(structuredContent?.dropped).toBeGreaterThan(0);
  });

  it('has a reason of at most ten tokens', async () => {
    for (const query of ['grain wood', 'how is wood split', 'grain_7', 'Client.get'])
      for (const mode of ['hybrid', 'keyword', 'vector']) {
        const { structuredContent } = await ask('search', { query, mode, limit: 50 });
        const hits = structuredContent?.hits as { why: string }[];
        expect(hits.length).toBeGreaterThan(0);
        for (const { why } of hits) {
          expect(why).toMatch(/^(keywords|vectors|reranker) #\d+|^[a-z -]+$/);
          expect(count(why)).toBeLessThanOrEqual(10);
        }
      }
  });

  it('continues where a file was cut', async () => {
    const lines: string[] = [];
    let address: unknown = 'long.md';
    for (let pages = 0; address !== undefined; pages++) {
      expect(pages).toBeLessThan(100);
      const { structuredContent } = await ask('read', { address }, 1500);
      lines.push(...String(structuredContent?.text).split('\n').slice(0, -1));
      address = structuredContent?.next;
    }
    expect(lines.map((line) => line.replace(/^ *\d+ {2}/, '')).join('\n')).toBe(`# Long\n\n${prose(400)}`.trimEnd());
  });

  it('has the headings above a section before its text', async () => {
    const above = '> Guide › Retries';
    const found = await ask('search', { query: 'how often is a request tried', paths: ['docs'], limit: 1 });
    expect(found.structuredContent?.hits).toMatchObject([{ symbol: 'Guide > Retries', breadcrumb: above }]);
    expect(textOf(found)).toMatch(/^1\. docs\/guide\.md:\d+-\d+ {2}[^\n]*\n {3}> Guide › Retries\n {3}\S/);
    for (const [target, more] of [
      ['docs/guide.md#retries', {}],
      ['docs/guide.md:5', {}],
      ['docs/guide.md#retries', { expand: 0 }],
    ] as const) {
      const read = await ask('read', { target, ...more });
      expect(read.structuredContent).toMatchObject({ breadcrumb: above });
      expect(textOf(read)).toMatch(/^docs\/guide\.md:\d+-\d+\n> Guide › Retries\n/);
    }
    expect((await ask('read', { target: 'docs/guide.md:3-9' })).structuredContent).toMatchObject({
      breadcrumb: '> Guide',
    });
    for (const target of ['docs/guide.md', 'src/client.py:4-6', 'Client.get'])
      expect((await ask('read', { target })).structuredContent).not.toHaveProperty('breadcrumb');
  });

  it('pages through everything once', async () => {
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const more: object = cursor === undefined ? {} : { cursor };
      const { structuredContent } = await ask('search', { query: 'grain wood', limit: 7, ...more });
      seen.push(...((structuredContent?.hits ?? []) as { id: string }[]).map(({ id }) => id));
      cursor = structuredContent?.next_cursor;
    } while (cursor !== undefined);
    expect(seen.length).toBeGreaterThan(40);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('is the current text of the file', async () => {
    writeFileSync(join(root, 'many/file-3.py'), 'def grain_3(wood):\n    return wood.split()\n');
    const { structuredContent } = await ask('read', { target: 'many/file-3.py:2' });
    expect(structuredContent).toMatchObject({ text: '2      return wood.split()\n', fresh: true });
  });
});

describe('commits', () => {
  const repository = new Repository();
  repository.commit({
    message: 'Send requests',
    author: 'Ann Lee',
    date: '2026-01-05T10:00:00Z',
    files: { 'a.py': 'x = 1\n' },
  });
  const hash = repository.commit({
    ...{ message: 'Retry requests', author: 'Bob Ray', date: '2026-02-05T10:00:00Z' },
    files: { 'a.py': 'x = 2\n' },
  });

  it('are found by since and author of a search, and read by their address', async () => {
    const engine = await open(repository.root, { index: ':memory:', embedder: 'none' });
    try {
      await engine.sync({ history: 10 });
      const workspace = { engine, keeper: new AutoSync(engine), limit: 8000, tokenizer: 'cl100k_base', write: false };
      const { signal } = new AbortController();
      const call: Call = {
        ...{ workspace, fence: new RootFence(repository.root), format: 'generic', signal, follow: () => {}, count },
      };
      const ask = (name: string, args: object) => answer(name, args, false, () => Promise.resolve(call));
      for (const args of [{ since: '2026-01-20' }, { author: 'Bob' }, { type: 'commit', since: '2026-02-01' }]) {
        const { structuredContent } = await ask('search', { query: 'requests', ...args });
        expect(structuredContent?.hits, JSON.stringify(args)).toMatchObject([{ path: `commit:${hash}` }]);
      }
      expect(textOf(await ask('read', { address: hash }))).toContain('Retry requests');
      const { structuredContent } = await ask('search', { query: 'requests', author: 'Cy' });
      expect(structuredContent?.hits).toEqual([]);
    } finally {
      await engine.close();
    }
  });
});
