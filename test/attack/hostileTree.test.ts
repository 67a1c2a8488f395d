/** An untrusted tree: nothing outside of it is read, reading ends, and no program is started. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/config/load.js';
import { open } from '../../src/engine/engine.js';
import { GitLook } from '../../src/sources/fingerprint.js';
import { git as ask, gitFiles } from '../../src/sources/git.js';
import { changeFrequency } from '../../src/sources/history.js';
import { readBytes } from '../../src/sources/read.js';
import { walk, walkStats } from '../../src/sources/walk.js';
import { makeStore } from '../../src/store/openStore.js';
import { sync } from '../../src/sync/sync.js';
import { folder } from '../folder.js';

const git = (root: string, ...words: string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { encoding: 'utf8' });

const SECRET = 'the moon is made of basalt\n';

describe('links out of the tree', () => {
  /** git tracks etc/secret.txt, and etc is a link by now. */
  function linked(): string {
    const outside = folder({ 'secret.txt': SECRET });
    const root = folder({ 'a.txt': 'about wood\n', 'etc/secret.txt': 'x\n' });
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'x');
    rmSync(join(root, 'etc'), { recursive: true });
    symlinkSync(outside, join(root, 'etc'));
    return root;
  }

  it('does not list files that git tracks behind a link', () => {
    expect(git(linked(), 'ls-files')).toContain('etc/secret.txt');
    expect(walk(linked()).files).toEqual(['a.txt']);
  });

  it('does not index, find or show files behind a link', async () => {
    const root = linked();
    const engine = await open(root, { embedder: 'none' });
    await engine.sync();
    expect((await engine.search('moon basalt')).results).toEqual([]);
    await expect(engine.get('etc/secret.txt')).rejects.toThrow();
    await engine.close();
  });

  it('does not read a file whose folder becomes a link after the walk', async () => {
    const outside = folder({ 'secret.txt': SECRET });
    const root = folder({ 'a.txt': 'about wood\n', 'etc/secret.txt': 'x\n' });
    const look = { walked: walkStats(root), rows: new Map(), failed: [], stored: undefined };
    renameSync(join(root, 'etc'), join(root, 'was'));
    symlinkSync(outside, join(root, 'etc'));
    const store = await makeStore(':memory:');
    const { troubles } = await sync(store, { root, look });
    expect(troubles.map(({ code }) => code)).toEqual(['outside']);
    expect(await store.searchText(['basalt'], 10)).toEqual([]);
    await store.close();
  });

  it('does not take ignore rules or a configuration from outside', () => {
    const outside = folder({ rules: '*.txt\n', 'config.json': '{"jobs": 7}' });
    const root = folder({ 'a.txt': 'x', '.froe/x': '' });
    symlinkSync(join(outside, 'rules'), join(root, '.froeignore'));
    symlinkSync(join(outside, 'config.json'), join(root, '.froe', 'config.json'));
    expect(walk(root).files).toEqual(['a.txt']);
    expect(() => load({ root, home: folder() })).toThrow(/outside/);
  });

  it('reads them through a link that stays inside', () => {
    const root = folder({ 'a.txt': 'x', 'b.md': 'x', 'settings/ignore': '*.txt\n', 'settings/f.json': '{"jobs": 7}' });
    mkdirSync(join(root, '.froe'));
    symlinkSync('settings/ignore', join(root, '.froeignore'));
    symlinkSync('../settings/f.json', join(root, '.froe', 'config.json'));
    expect(walk(root).files).toEqual(['b.md', 'settings/f.json', 'settings/ignore']);
    expect(load({ root, home: folder() }).settings.jobs).toBe(7);
  });
});

describe('a file that never ends', () => {
  const never = ['a device', 'a pipe', 'a file that says it is empty'] as const;
  const put = (kind: (typeof never)[number], path: string): void => {
    if (kind === 'a pipe') execFileSync('mkfifo', [path]);
    else symlinkSync(kind === 'a device' ? '/dev/zero' : '/proc/self/pagemap', path);
  };

  it.each(never)('is not read as an ignore file: %s', (kind) => {
    const root = folder({ 'a.txt': 'x', 'sub/b.txt': 'x' });
    for (const name of ['.froeignore', '.gitignore', 'sub/.gitignore']) put(kind, join(root, name));
    expect(walk(root).files).toEqual(['a.txt', 'sub/b.txt']);
  });

  it('does not block git', () => {
    const root = folder({ 'a.txt': 'x' });
    git(root, 'init', '-q');
    put('a pipe', join(root, '.gitignore'));
    expect(walk(root).files).toEqual(['a.txt']);
  });

  /** A repository, with a pipe in it. */
  function piped(path?: string): string {
    const root = folder({ 'a.txt': 'x', 'sub/deep/b.txt': 'x' });
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'x');
    if (path !== undefined) put('a pipe', join(root, path));
    return root;
  }

  it('is not a source: a pipe in place of a tracked file, or a new one', async () => {
    const root = piped('sub/new');
    rmSync(join(root, 'sub/deep/b.txt'));
    put('a pipe', join(root, 'sub/deep/b.txt'));
    const began = performance.now();
    const engine = await open(root, { embedder: 'none' });
    const { troubles } = await engine.sync();
    expect(troubles.map(({ code, path }) => `${code} ${path}`)).toContain('not-a-file sub/deep/b.txt');
    expect((await engine.search('x')).results.map(({ chunks }) => chunks[0].filePath)).toEqual(['a.txt']);
    await engine.close();
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('does not block git deep inside a repository, nor in the next repositories', () => {
    const began = performance.now();
    const files = ['a.txt', 'sub/deep/b.txt'];
    expect(walk(piped('sub/deep/.gitignore')).files).toEqual(files);
    for (let n = 0; n < 5; n++) expect(walk(piped('.git/shallow')).files).toEqual(files);
    expect(performance.now() - began).toBeLessThan(20_000); // git would be given 30 seconds each
    // One that has none is asked all the same.
    expect(walk(piped()).files).toEqual(files);
    expect(ask(piped(), ['rev-parse', 'HEAD']).status).toBe(0);
  });

  it.each(never)('is not read as a configuration: %s', (kind) => {
    for (const form of ['json', 'yaml']) {
      const [root, home] = [folder({ '.froe/x': '' }), folder({ '.config/froe/x': '' })];
      put(kind, join(root, '.froe', `config.${form}`));
      expect(() => load({ root, home })).toThrow(/outside|not a regular file/);
      put(kind, join(home, '.config', 'froe', `config.${form}`));
      expect(() => load({ root: folder(), home })).toThrow(/not a regular file|too large|could not be read/);
    }
  });

  it.each(never)('is not read as a source: %s', (kind) => {
    const file = join(folder(), 'a.txt');
    put(kind, file);
    expect(() => readBytes(file)).toThrow();
  });

  it('is not read as a setting of git and does not block', async () => {
    const root = folder({ 'a.txt': 'x' });
    git(root, 'init', '-q');
    execFileSync('mkfifo', [join(root, '.git', 'config.worktree')]);
    const { extent } = walkStats(root);
    expect(extent && (await GitLook.start(root, [''])).fingerprint(extent)).toBeUndefined();
  });
});

describe('the settings of a repository', () => {
  /** A repository with a commit, and a program that leaves a mark when it is run. */
  function armed(): { readonly root: string; readonly mark: string; readonly program: string } {
    const outside = folder();
    const [mark, program] = [join(outside, 'ran'), join(outside, 'program')];
    writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`);
    chmodSync(program, 0o755);
    const root = folder({ 'src/a.txt': 'one\n', '.gitattributes': '*.txt filter=x diff=x\n' });
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'x');
    return { root, mark, program };
  }

  /** All that is ever asked. */
  async function askAll(root: string): Promise<void> {
    gitFiles(root);
    changeFrequency(root);
    const { extent } = walkStats(root);
    if (extent) (await GitLook.start(root, extent.repositories)).fingerprint(extent);
  }

  it('start no program: a signature, a monitor, filters, hooks, a pager, diffs', async () => {
    const { root, mark, program } = armed();
    const signed = git(root, 'cat-file', 'commit', 'HEAD').replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
    );
    const { stdout } = spawnSync('git', ['-C', root, 'hash-object', '-t', 'commit', '-w', '--stdin'], {
      input: signed,
      encoding: 'utf8',
    });
    git(root, 'update-ref', 'HEAD', stdout.trim());
    for (const [name, value] of [
      ['log.showSignature', 'true'],
      ...['gpg.program', 'core.fsmonitor', 'core.pager', 'diff.external', 'core.sshCommand'].map((one) => [
        one,
        program,
      ]),
      ...['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'diff.x.textconv', 'diff.x.command'].map((one) => [
        one,
        program,
      ]),
      ['pager.log', program],
      ['pager.status', program],
    ])
      git(root, 'config', name, value);
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout'])
      writeFileSync(join(root, '.git', 'hooks', hook), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
    writeFileSync(join(root, 'src/a.txt'), 'two\n');
    // It does, where git is asked as anybody would.
    execFileSync('git', ['-C', root, 'log', '--format=', '--name-only'], { stdio: 'ignore' });
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    await askAll(root);
    expect(existsSync(mark)).toBe(false);
  });

  it('fetch nothing: a promisor remote with its own upload-pack', async () => {
    const { root, mark, program } = armed();
    const tree = git(root, 'rev-parse', 'HEAD:src').trim();
    for (const [name, value] of [
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', root],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', program],
      ['protocol.allow', 'always'],
      ['protocol.file.allow', 'always'],
    ])
      git(root, 'config', name, value);
    rmSync(join(root, '.git', 'objects', tree.slice(0, 2), tree.slice(2)));
    spawnSync('git', ['-C', root, 'log', '--format=', '--name-only'], { stdio: 'ignore' });
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    await askAll(root);
    expect(existsSync(mark)).toBe(false);
  });

  it('are not read if the repository belongs to another user', () => {
    if (process.geteuid?.() !== 0) return; // only root can give a folder away
    const { root } = armed();
    expect(ask(root, ['rev-parse', 'HEAD']).status).toBe(0);
    for (const path of ['', '.git']) execFileSync('chown', ['nobody', join(root, path)]);
    expect(ask(root, ['rev-parse', 'HEAD']).status).toBeNull();
    expect(walk(root).files).toEqual(['.gitattributes', 'src/a.txt']);
  });

  it('a folder that looks like a bare repository is not used as one', () => {
    const { root, mark, program } = armed();
    const inner = join(root, 'inner');
    renameSync(join(root, '.git'), inner);
    git(inner, 'config', 'core.bare', 'false');
    git(inner, 'config', 'core.worktree', '..');
    git(inner, 'config', 'core.fsmonitor', program);
    expect(ask(inner, ['rev-parse', 'HEAD']).status).not.toBe(0);
    expect(existsSync(mark)).toBe(false);
  });
});

describe('an index inside its tree', () => {
  it('is not walked, with its companions', async () => {
    const root = folder({ 'a.txt': 'about wood\n' });
    const engine = await open(root, { embedder: 'none', index: join(root, 'mine.db') });
    await engine.sync();
    expect(readdirSync(root).filter((name) => name.startsWith('mine.db')).length).toBeGreaterThan(1);
    expect(walk(root).files).toEqual(['a.txt']);
    expect([...(await engine.store.sources('main')).keys()]).toEqual(['a.txt']);
    expect((await engine.sync()).unchanged).toBe(1);
    await engine.close();
  });
});
