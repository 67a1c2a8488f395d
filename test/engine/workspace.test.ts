/** Several roots queried as one: the results, their paths, and that printed addresses can be used as input. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import { folder } from '../folder.js';

const client = `/** Sends requests again when the server is busy. */
export class RetryingClient {
  async send(request: string): Promise<string> {
    return this.#again(request, 3);
  }
  async #again(request: string, left: number): Promise<string> {
    return left > 0 ? request : 'gave up';
  }
}
`;
const page = `import { RetryingClient } from '@shop/client';

/** The page of an order. */
export function orderPage(id: string): Promise<string> {
  return new RetryingClient().send(id);
}
`;
const base = folder({
  'api/package.json': '{"name": "@shop/client", "main": "src/client.ts"}',
  'api/src/client.ts': client,
  'api/README.md': '# Client\n\nHow requests are sent again.\n',
  'web/package.json': '{"name": "@shop/web"}',
  'web/src/page.ts': page,
  'notes/README.md': '# Cooking\n\nSoup, bread and salt.\n',
});
const at = (name: string): string => join(base, name);

let all: Engine;
beforeAll(async () => {
  all = await open({ api: at('api'), web: at('web'), notes: at('notes') }, { from: at('web') });
  await all.sync();
});
afterAll(() => all.close());

const paths = async (query: string, options = {}): Promise<readonly string[]> =>
  (await all.search(query, options)).results.map(({ chunks }) => chunks[0].filePath);

describe('a question to a workspace', () => {
  it('finds in every root, and names it', async () => {
    const { results } = await all.search('send a request again when the server is busy');
    expect(results[0]).toMatchObject({ docId: 'main:api/src/client.ts' });
    expect(results[0].chunks[0].metadata.root).toBe('api');
    expect(await paths('order page')).toContain('web/src/page.ts');
  });

  it('is limited by in:, by a filter, and by exclusions', async () => {
    expect(await paths('client in:web')).toEqual(['web/src/page.ts']);
    expect(await paths('client', { filter: { roots: ['web'] } })).toEqual(['web/src/page.ts']);
    expect(new Set((await paths('client -in:web -in:notes')).map((path) => path.split('/')[0]))).toEqual(
      new Set(['api']),
    );
    expect(await paths('client in:web,notes')).toEqual(['web/src/page.ts']);
    await expect(all.search('client in:wbe')).rejects.toThrow("Unknown root 'wbe'");
  });

  it('takes path patterns that begin with a root', async () => {
    expect(await paths('client path:/web')).toEqual(['web/src/page.ts']);
    expect(await paths('client path:web/src')).toEqual(['web/src/page.ts']);
    expect(new Set(await paths('client path:src'))).toEqual(new Set(['web/src/page.ts', 'api/src/client.ts']));
    expect(await paths('client', { filter: { paths: [join(at('web'), 'src')] } })).toEqual(['web/src/page.ts']);
  });

  it('matches expressions in the files of all', async () => {
    const { files } = await all.grep('RetryingClient');
    expect(files.map(({ path }) => path)).toEqual(['api/src/client.ts', 'web/src/page.ts']);
    expect((await all.grep('README|Soup', { filter: { roots: ['notes'] } })).count).toBe(1);
  });

  it('makes one context of them', async () => {
    const { text, context } = await all.context('how does the order page send its request again?', { budget: 2000 });
    expect(context.passages.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['api/src/client.ts', 'web/src/page.ts']),
    );
    expect(text).toContain('api/src/client.ts');
  });
});

describe('an address of a workspace', () => {
  it('begins with the name of its root, and resolves', async () => {
    const { results } = await all.search('order page');
    const address = await all.addressOf(results[0].chunks[0]);
    expect(address).toBe('web/src/page.ts');
    expect((await all.get(address)).text).toBe(page);
    expect((await all.get('web/src/page.ts:3-6')).lines).toEqual([3, 6]);
    expect((await all.get('api/src/client.ts#RetryingClient.send')).text).toContain('async send');
    expect((await all.get(results[0].id)).source.path).toBe('web/src/page.ts');
  });

  it('may also be a path on the disk', async () => {
    expect((await all.get('src/page.ts')).source.path).toBe('web/src/page.ts'); // from where one stands
    expect((await all.get('../api/README.md')).source.path).toBe('api/README.md');
    expect((await all.get(join(at('api'), 'README.md'))).source.path).toBe('api/README.md');
    await expect(all.get('../other/x.ts')).rejects.toMatchObject({ code: 'outside' });
  });

  it('is suggested for an unknown name', async () => {
    await expect(all.get('api/src/cleint.ts')).rejects.toMatchObject({
      hint: expect.stringContaining('api/src/client.ts'),
    });
  });

  it('is listed below a root, and below all', async () => {
    expect((await all.outline('.', { budget: 500 })).text).toContain('web/src/page.ts');
    expect((await all.outline('api', { budget: 500 })).text).not.toContain('web/');
    expect((await all.outline('api', { budget: 500 })).files).toBe(3);
  });
});

describe('references between roots', () => {
  it('are followed by the name of a package', async () => {
    const { symbols } = await all.references('RetryingClient');
    const [{ callers }] = symbols;
    expect(callers.map(({ path, verb }) => `${verb} ${path}`)).toEqual(
      expect.arrayContaining(['imports web/src/page.ts', 'creates web/src/page.ts']),
    );
    const { dependents } = await all.impact('RetryingClient');
    expect(dependents.map(({ name }) => name)).toContain('orderPage');
  });
});

describe('a workspace', () => {
  it('detects changes in each root', async () => {
    writeFileSync(join(at('notes'), 'README.md'), '# Cooking\n\nDumplings with plums.\n');
    expect(await paths('dumplings with plums')).toContain('notes/README.md');
  });

  it('gives its roots different names', async () => {
    await expect(open([at('api'), at('api')])).rejects.toThrow('Two roots are called api');
    await expect(open({ 'a/b': at('api') })).rejects.toThrow("A root cannot be called 'a/b'");
    await expect(open([])).rejects.toThrow('open() expects');
  });
});
