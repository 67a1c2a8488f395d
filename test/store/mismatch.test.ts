/** The folder of an index: stored as a relative path if the index is inside it, else as an absolute one. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { ownStore } from '../../src/store/openStore.js';
import { resolveRoot, rootToStore } from '../../src/store/sqlite/indexFolder.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { dryRun } from '../../src/sync/dryRun.js';
import { sync } from '../../src/sync/sync.js';
import { prepared } from '../contract/store.js';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'froe-root-')));
  for (const name of ['a', 'b']) {
    mkdirSync(join(base, name, 'sub'), { recursive: true });
    writeFileSync(join(base, name, `${name}.py`), `def ${name}():\n    pass\n`);
    writeFileSync(join(base, name, 'sub', 'deep.py'), 'def deep():\n    pass\n');
  }
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = (...names: string[]): string => join(base, ...names);
const code = (error: { code: string }): string => error.code;

async function paths(file: string): Promise<string[]> {
  const store = new SqliteStore(file);
  const all = [...(await store.sources('main')).keys()];
  await store.close();
  return all;
}

async function bring(root: string, file: string): Promise<void> {
  const store = new SqliteStore(file);
  try {
    await sync(store, { root });
  } finally {
    await store.close();
  }
}

describe('the folder of an index', () => {
  it('is resolved from the path in the file', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'c d', '.froe', '..x'), { maxLength: 4 });
    fc.assert(
      fc.property(names, names, (root, folder) => {
        const [here, file] = [`/${root.join('/')}`, `/${[...folder, 'index.db'].join('/')}`];
        expect(resolveRoot(rootToStore(here, file), file)).toBe(here);
      }),
    );
  });

  it.each([
    ['/p', '/p/.froe/index.db', '..'],
    ['/p', '/p/index.db', '.'],
    ['/p', '/q/index.db', '/p'],
    ['/p/sub', '/p/index.db', '/p/sub'],
  ])('%s with its index in %s is stored as %s', (root, file, kept) => expect(rootToStore(root, file)).toBe(kept));

  it.each(['b', 'a/sub'])('is not replaced by another one: %s changes nothing', async (other) => {
    const file = at('a', '.froe', 'index.db');
    await bring(at('a'), file);
    await expect(bring(at(...other.split('/')), file)).rejects.toMatchObject({
      code: 'other-root',
      message: `The index ${file} belongs to ${at('a')}, not to ${at(...other.split('/'))}`,
    });
    const store = new SqliteStore(file);
    await expect(dryRun(store, { root: at('b') })).rejects.toMatchObject({ code: 'other-root' });
    await store.close();
    expect(await open(at('b'), { index: file, embedder: 'none' }).catch(code)).toBe('other-root');
    expect(await paths(file)).toEqual(['a.py', 'sub/deep.py']);
    await bring(at('a'), file);
  });

  it('is the same through a link', async () => {
    symlinkSync(at('a'), at('link'));
    await bring(at('a'), at('a', '.froe', 'index.db'));
    await bring(at('link'), at('link', '.froe', 'index.db'));
    expect(await paths(at('a', '.froe', 'index.db'))).toEqual(['a.py', 'sub/deep.py']);
  });

  it('moves with a moved or copied project, once it is trusted there', async () => {
    await bring(at('a'), at('a', '.froe', 'index.db'));
    cpSync(at('a'), at('copy'), { recursive: true });
    renameSync(at('a'), at('moved'));
    for (const name of ['copy', 'moved']) {
      const file = at(name, '.froe', 'index.db');
      await expect(bring(at(name), file)).rejects.toMatchObject({ code: 'not-ours' });
      expect(ownStore(file)).toBe(true);
      await bring(at(name), file);
    }
  });

  it('may be another if it no longer exists and the index is elsewhere', async () => {
    await bring(at('a'), at('x.db'));
    renameSync(at('a'), at('moved'));
    await bring(at('moved'), at('x.db'));
    expect(await paths(at('x.db'))).toEqual(['a.py', 'sub/deep.py']);
    await expect(bring(at('b'), at('x.db'))).rejects.toMatchObject({ code: 'other-root' });
  });

  it('is not treated as empty if it is missing: nothing is removed', async () => {
    await bring(at('a'), at('x.db'));
    rmSync(at('a'), { recursive: true });
    await expect(bring(at('a'), at('x.db'))).rejects.toMatchObject({ code: 'not-found' });
    expect(await paths(at('x.db'))).toEqual(['a.py', 'sub/deep.py']);
  });

  it('is set for an older index without one', async () => {
    const store = new SqliteStore(at('x.db'));
    await store.write({ put: [await prepared('a.py', 'def a():\n    pass\n')] });
    expect(await store.root('main')).toBeUndefined();
    await sync(store, { root: at('a') });
    expect(await store.root('main')).toBe(at('a'));
    expect(await store.root('other')).toBeUndefined();
    await store.close();
  });
});
