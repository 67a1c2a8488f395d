/** Another user of the same machine cannot read private files, and is not answered by the servers. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VectorCache } from '../../src/embed/cache.js';
import { resultOf, start } from '../cli/command.js';
import { cleanEnvironment, project, run } from '../cli/indexed.js';
import { folder } from '../folder.js';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('files that contain text of other files', () => {
  it('makes an index that only its user may read, whatever the umask', async () => {
    const root = project();
    const lax = { node: ['--import', 'data:text/javascript,process.umask(0)'] };
    expect((await run(root, ['index', '--embedder', 'none'], lax)).code).toBe(0);
    expect(modeOf(join(root, '.froe'))).toBe('700');
    const made = readdirSync(join(root, '.froe')).filter((name) => name !== '.gitignore');
    expect(made).toContain('index.db');
    for (const name of made) expect(modeOf(join(root, '.froe', name)), name).toBe('600');
  });

  it('makes a cache of vectors that only its user may read, with its companions', () => {
    const home = folder();
    const file = join(home, 'cache', 'froe', 'vectors.db');
    const cache = new VectorCache(file);
    cache.put({ id: 'a:b', dimensions: 2, prefixVersion: 1 }, [['ab', Float32Array.of(1, 0)]]);
    expect(modeOf(join(home, 'cache', 'froe'))).toBe('700');
    const made = readdirSync(join(home, 'cache', 'froe'));
    expect(made).toContain('vectors.db-wal');
    for (const name of made) expect(modeOf(join(home, 'cache', 'froe', name)), name).toBe('600');
    cache.close();
  });
});

describe('a server on this machine', () => {
  it.each([
    { words: ['view'], path: '/api/files', said: /(http\S+)/ },
    { words: ['mcp', '--http'], path: '/mcp', said: /serving (http\S+);/ },
  ])('answers only requests with the address that froe $words prints', async ({ words, path, said }) => {
    const child = start(project(), [...words, '--port', '0'], {
      env: { ...cleanEnvironment(), FROE_TOKEN: undefined },
    });
    const done = resultOf(child);
    const printed = await new Promise<string>((resolve) => {
      let talk = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part) => {
          talk += part;
          const [, found] = said.exec(talk) ?? [];
          if (found) resolve(found);
        });
    });
    const address = new URL(printed);
    const token = address.searchParams.get('token') ?? '';
    expect(token).toMatch(/^[0-9a-f]{48}$/);
    const ask = async (query: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
      (await fetch(`${address.origin}${path}${query}`, { headers, redirect: 'manual' })).status;
    for (const status of [await ask(''), await ask('?token='), await ask(`?token=${'0'.repeat(48)}`)])
      expect(status).toBe(401);
    expect(await ask('', { cookie: `froe-token-${address.port}=guess` })).toBe(401);
    expect(await ask('', { authorization: `Bearer ${token}` })).not.toBe(401);
    expect(await ask(`?token=${token}`)).toBe(303); // with a cookie, and without the token
    child.kill('SIGINT');
    await done;
  });
});
