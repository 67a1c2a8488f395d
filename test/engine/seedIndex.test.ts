/** A worktree or a second clone starts from an existing index; a folder that only pretends to be a worktree does not. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import { indexInside } from '../../src/engine/projectRoot.js';
import { seedIndex } from '../../src/engine/seedIndex.js';
import { folder } from '../folder.js';

const git = (at: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-C', at, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { encoding: 'utf8' });

/** A repository with an index, and an artifact in it. */
async function repository(): Promise<string> {
  const root = folder({
    'src/oak.ts': 'export const oak = () => "oak";\n',
    'src/elm.ts': 'export const elm = () => "elm";\n',
    'README.md': '# Trees\n\nOak and elm.\n',
    '.gitignore': '.froe\n',
  });
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'trees');
  const engine = await open(root);
  await engine.sync();
  await engine.ingest({ content: Buffer.from('A note on birch.\n'), filename: 'n.txt', sourceSystem: 'x' });
  await engine.close();
  return root;
}

async function asked<T>(engine: Engine, run: (engine: Engine) => Promise<T>): Promise<T> {
  try {
    return await run(engine);
  } finally {
    await engine.close();
  }
}

describe('the index of a linked worktree', () => {
  it('starts from that of the main one: only what differs is chunked and embedded', async () => {
    const root = await repository();
    const tree = join(folder(), 'fix');
    git(root, 'worktree', 'add', '-q', '-b', 'fix', tree);
    writeFileSync(join(tree, 'src/elm.ts'), 'export const elm = () => "an elm with a nest";\n');
    await asked(await open(tree), async (engine) => {
      expect((await engine.state()).sources).toBe(4);
      const report = await engine.sync();
      expect(report).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 3, embedded: 1 });
      const { results } = await engine.search('elm with a nest');
      expect(results[0].chunks[0].filePath).toBe('src/elm.ts');
      expect(await engine.artifacts()).toEqual([]);
      expect(await engine.store.root('main')).toBe(tree);
    });
    // Each is its own from now on.
    await asked(await open(root), async (engine) => {
      expect((await engine.search('nest', { mode: 'keyword' })).results).toEqual([]);
      expect(await engine.artifacts()).toHaveLength(1);
    });
  });

  it('is made from scratch if the repository does not list the worktree', async () => {
    const root = await repository();
    const tree = join(folder(), 'fix');
    git(root, 'worktree', 'add', '-q', '-b', 'fix', tree);
    const other = folder({ '.git': readFileSync(join(tree, '.git'), 'utf8'), 'a.md': '# A\n' });
    expect(await seedIndex(other, indexInside(other))).toBeUndefined();
    expect(await seedIndex(tree, indexInside(tree))).toBe(root);
    expect(await seedIndex(tree, indexInside(tree))).toBeUndefined(); // it has one now
  });

  it('is made from scratch if that index belongs to another user', async () => {
    const root = await repository();
    const tree = join(folder(), 'fix');
    git(root, 'worktree', 'add', '-q', '-b', 'fix', tree);
    const state = process.env.XDG_STATE_HOME;
    process.env.XDG_STATE_HOME = folder(); // where nothing is recorded
    try {
      expect(await seedIndex(tree, indexInside(tree))).toBeUndefined();
    } finally {
      if (state === undefined) delete process.env.XDG_STATE_HOME;
      else process.env.XDG_STATE_HOME = state;
    }
  });
});

describe('the index of a second clone', () => {
  it('starts from one that is named', async () => {
    const root = await repository();
    const clone = join(folder(), 'clone');
    git(root, 'clone', '-q', root, clone);
    expect(await seedIndex(clone, indexInside(clone))).toBeUndefined();
    expect(await seedIndex(clone, indexInside(clone), root)).toBe(root);
    await asked(await open(clone), async (engine) => {
      expect(await engine.sync()).toMatchObject({ changed: 0, unchanged: 4, embedded: 0 });
      expect((await engine.store.check()).length).toBe(0);
    });
    await expect(seedIndex(clone, indexInside(clone), root)).rejects.toThrow('already has an index');
  });

  it('is refused without an index to start from', async () => {
    const clone = folder({ 'a.md': '# A\n' });
    const empty = join(clone, 'b');
    mkdirSync(empty);
    await expect(seedIndex(clone, indexInside(clone), empty)).rejects.toThrow('has no index');
  });
});
