/** Answers reflect the current tree, and come from the right index. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockStore } from '../../src/store/openStore.js';
import { atTerminal } from './atTerminal.js';
import { commandHost } from './hosted.js';
import { cleanEnvironment, indexOf, project } from './indexed.js';

const { run } = commandHost();

const files = async (cwd: string, ...words: string[]): Promise<string> =>
  (await run(cwd, ['search', ...words, '--files'])).stdout;

describe('a question after files changed', () => {
  it.each(['a repository', 'a plain folder'])('finds appended text without any other command: %s', async (kind) => {
    const root = project();
    if (kind === 'a repository') execFileSync('git', ['init', '-q', root]);
    await run(root, ['index', '.']);
    appendFileSync(join(root, 'src/client.py'), '\n\ndef zebra_crossing():\n    return Client()\n');
    rmSync(join(root, 'notes.txt'));
    writeFileSync(join(root, 'new.md'), '# Hornbeam\n\nHard wood.\n');
    expect(await files(root, 'zebra crossing', '--mode', 'keyword')).toBe('src/client.py\n');
    expect(await files(root, 'birches', '--mode', 'keyword')).toBe('');
    const { stdout } = await run(root, ['search', 'hornbeam', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ unread: 0, pending: 0, results: [{ location: 'new.md:1-3' }] });
    appendFileSync(join(root, 'new.md'), '\n# Okapi\n\nStriped.\n');
    expect((await run(root, ['context', 'okapi'])).stdout).toContain('Striped.');
    appendFileSync(join(root, 'src/client.py'), '\n\ndef giraffe():\n    return zebra_crossing()\n');
    expect((await run(root, ['refs', 'zebra_crossing', '--callers'])).stdout).toContain('giraffe');
    appendFileSync(join(root, 'src/client.py'), '\n\ndef lion():\n    return giraffe()\n');
    expect((await run(root, ['impact', 'giraffe'])).stdout).toContain('lion');
    appendFileSync(join(root, 'src/client.py'), '\n\ndef tiger():\n    return 7\n');
    expect((await run(root, ['get', 'src/client.py'])).stdout).toContain('tiger');
    // What commands without vectors have read has some all the same.
    const { stdout: status } = await run(root, ['status', '--json']);
    expect(JSON.parse(status)).toMatchObject({ pending: 0, stale: 0 });
  });

  it('counts a file as changed by its bytes, not by its times', async () => {
    const root = project();
    await run(root, ['index', '.']);
    utimesSync(join(root, 'notes.txt'), 1_700_000_000, 1_700_000_000);
    const stale = async (): Promise<unknown> => JSON.parse((await run(root, ['status', '--json'])).stdout).stale;
    expect(await stale()).toBe(0);
    const text = readFileSync(join(root, 'notes.txt'), 'utf8');
    writeFileSync(join(root, 'notes.txt'), text.toUpperCase()); // as long as before
    expect(await stale()).toBe(1);
  });

  it('answers from files with its words before a large folder is read, and states how many are left', async () => {
    const body = (i: number): string => `def f${i}():\n    """${'More than a small folder has. '.repeat(125)}"""\n`;
    const modules = Object.fromEntries(Array.from({ length: 320 }, (_, i) => [`pkg/m${i}.py`, body(i)]));
    const root = project({ ...modules, 'pkg/bird.py': 'def heron():\n    return "wings"\n' });
    const first = await run(root, ['context', 'where is the heron']);
    expect(first.stdout).toContain('return "wings"');
    expect(first.stderr).toMatch(
      /\d+ new or changed files were not read: the next query continues, or run: froe index/,
    );
    // On a terminal the rest follows the answer.
    const again = project({ ...modules, 'pkg/bird.py': 'def heron():\n    return "wings"\n' });
    const { shown } = await atTerminal(again, "context 'where is the heron'", { env: cleanEnvironment() });
    expect(shown).toContain('return "wings"');
    expect(JSON.parse((await run(again, ['status', '--json'])).stdout)).toMatchObject({ sources: 324, stale: 0 });
    await run(root, ['index']);
    const whole = await run(root, ['search', 'heron', '--json']);
    expect(JSON.parse(whole.stdout)).toMatchObject({ unread: 0, results: [{ location: 'pkg/bird.py:1-2' }] });
  });

  it('reports unread files, and cites nothing that has changed since', async () => {
    const root = project();
    await run(root, ['index', '.']);
    writeFileSync(join(root, 'notes.txt'), 'Birches are gone.\n');
    writeFileSync(join(root, 'more.txt'), 'More birches.\n');
    const limited = await run(root, ['search', 'birches', '--sync-limit', '0', '--json']);
    expect(limited.stderr).toBe(
      'froe: 2 new or changed files were not read: the next query continues, or run: froe index\n',
    );
    expect(JSON.parse(limited.stdout)).toMatchObject({ unread: 2, results: [] });
    const blind = await run(root, ['search', 'birches', '--no-sync', '--json']);
    expect(JSON.parse(blind.stdout)).not.toHaveProperty('unread');
    expect(JSON.parse(blind.stdout)).toMatchObject({ results: [] });
    const release = await lockStore(indexOf(root));
    const busy = await run(root, ['search', 'trees', '--json']);
    await release?.();
    expect(busy.stderr).toContain(`2 new or changed files were not read: Another process (${process.pid}) is writing`);
    expect(JSON.parse(busy.stdout)).toMatchObject({ unread: 2, unread_because: 'busy', results: [{}] });
    expect(await files(root, 'birches', '--mode', 'keyword')).toBe('more.txt\nnotes.txt\n');
  });

  it('does not read the folder around artifacts that were ingested alone', async () => {
    const root = project();
    await run(root, ['ingest', join(root, 'notes.txt')]);
    const { stdout } = await run(root, ['search', 'trees birches', '--json']);
    expect(JSON.parse(stdout).results.map(({ doc_id }: { doc_id: string }) => doc_id.slice(0, 4))).toEqual(['art_']);
  });
});

describe('a folder below an index', () => {
  const root = project({ 'src/deep/oak.py': 'def oak():\n    return "trees"\n', 'docs/oak.md': '# Oak\n\nTrees.\n' });
  const src = join(root, 'src');
  beforeAll(async () => {
    await run(root, ['index', '.']);
  });

  it('uses that index, from anywhere, and gets none of its own', async () => {
    const asked = ['search', 'oak trees', '--files'] as const;
    const all = (await run(root, asked)).stdout;
    expect(all.split('\n')).toEqual(expect.arrayContaining(['docs/oak.md', 'src/deep/oak.py']));
    const places = [
      [root, 'src', 'src/deep/oak.py\n'],
      [src, '.', 'deep/oak.py\n'],
      [src, 'deep', 'deep/oak.py\n'],
      [src, join(root, 'src/deep'), 'deep/oak.py\n'],
    ] as const;
    for (const [cwd, path, below] of places) {
      const { stdout } = await run(cwd, ['search', 'oak trees', path, '--files', '--mode', 'keyword']);
      expect({ path, stdout }).toEqual({ path, stdout: below });
    }
    expect((await run(src, asked)).stdout.split('\n')).toContain('../docs/oak.md');
    const context = await run(src, ['context', 'oak trees', '.']);
    expect(context.stdout).toContain('deep/oak.py');
    expect(context.stdout).not.toContain('docs/oak.md');
    expect((await run(root, ['refs', 'oak', 'docs', '--json'])).stdout).not.toContain('oak.py');
    for (const folder of ['src', 'src/deep', 'docs']) expect(existsSync(join(root, folder, '.froe'))).toBe(false);
  });

  it('gets an index of its own only on request, and then uses it', async () => {
    const words = [
      ['index', 'src'],
      ['index', 'src', '--dry-run'],
      ['watch', 'src'],
    ] as const;
    for (const args of words) {
      const { code, stderr } = await run(root, args);
      expect(code).toBe(2);
      expect(stderr).toContain(`froe: ${src} is inside ${root}, which has an index`);
      expect(stderr).toContain('--nested');
    }
    expect((await run(src, ['index', '.'])).code).toBe(2);
    expect(existsSync(indexOf(src))).toBe(false);
    // A configuration alone makes no index either.
    mkdirSync(join(src, '.froe'));
    writeFileSync(join(src, '.froe', 'config.json'), '{}');
    expect(await files(src, 'oak trees', '.', '--mode', 'keyword')).toBe('deep/oak.py\n');
    expect(existsSync(indexOf(src))).toBe(false);
    expect((await run(root, ['index', 'src', '--nested', '--no-embed'])).code).toBe(0);
    expect(await files(root, 'oak trees', 'src/deep', '--mode', 'keyword')).toBe('src/deep/oak.py\n');
    expect((await run(src, ['index', '.', '--no-embed'])).code).toBe(0);
  });

  it('does not read its configuration, not even a faulty one', async () => {
    const outer = project();
    await run(outer, ['index', '.', '--no-embed']);
    const below = join(outer, 'src');
    mkdirSync(join(below, '.froe'));
    for (const config of ['exclude: ["*"]', 'budget: x', 'hooks: {context: ./harm}', '{']) {
      writeFileSync(join(below, '.froe', 'config.yaml'), config);
      expect(await files(below, 'birches', '--mode', 'keyword')).toBe('../notes.txt\n');
      expect(await run(below, ['status', '--json'])).toMatchObject({ code: 0, stdout: expect.stringContaining(outer) });
      expect((await run(below, ['export'])).stdout).toContain('notes.txt');
    }
    const { stderr } = await run(below, ['context', 'birches'], { env: { FROE_BUDGT: '5' } });
    expect(stderr.split('Unknown variable FROE_BUDGT')).toHaveLength(2);
  });

  it('is a project of its own if its configuration names an index', async () => {
    const outer = project();
    await run(outer, ['index', '.', '--no-embed']);
    const below = join(outer, 'src');
    mkdirSync(join(below, '.froe'));
    writeFileSync(join(below, '.froe', 'config.yaml'), 'index: .froe/src.db\n');
    expect((await run(below, ['index', '--no-embed'])).code).toBe(0);
    expect(await run(below, ['export'])).toMatchObject({ code: 0, stdout: expect.not.stringContaining('notes.txt') });
    writeFileSync(join(below, '.froe', 'config.yaml'), 'index: .froe/src.db\nbudget: x\n');
    expect((await run(below, ['export'])).stderr).toContain('config.yaml: budget: must be');
  });
});
