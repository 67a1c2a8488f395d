/** Another user of the same machine: what they may not read, and whom the servers do not answer. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VectorCache } from '../../src/embed/cache.js';
import { project, run } from '../cli/indexed.js';
import { folder } from '../folder.js';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('files that tell what is in other files', () => {
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
