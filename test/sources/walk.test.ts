/** The files of a root. In a repository, the built-in ignore rules must agree with git. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { walk } from '../../src/sources/walk.js';

const place = mkdtempSync(join(tmpdir(), 'froe-'));
afterAll(() => rmSync(place, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(place, 'w-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const hasGit = spawnSync('git', ['--version']).status === 0;
const git = (root: string, ...words: string[]): void =>
  void execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words]);

/** As if git were not installed. */
function withoutGit(root: string) {
  vi.stubEnv('PATH', '/nowhere');
  try {
    return walk(root);
  } finally {
    vi.unstubAllEnvs();
  }
}

const plain = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'x']));

describe('walk', () => {
  it('lists every file, sorted by code unit, except folders that are never read', () => {
    const root = tree(
      plain(['b.txt', 'a/z.txt', 'a.txt', 'B.txt', '.hidden', 'ä.txt', 'node_modules/m/i.js', 'a/.froe/db', '.hg/x']),
    );
    expect(walk(root)).toEqual({ files: ['.hidden', 'B.txt', 'a.txt', 'a/z.txt', 'b.txt', 'ä.txt'], diagnostics: [] });
  });

  it('does not follow links, and reports those that lead nowhere', () => {
    const root = tree(plain(['a.txt', 'sub/b.txt']));
    symlinkSync('a.txt', join(root, 'file'));
    symlinkSync('..', join(root, 'sub/up'));
    symlinkSync('gone', join(root, 'dangling'));
    symlinkSync('loop', join(root, 'loop'));
    const { files, diagnostics } = walk(root);
    expect(files).toEqual(['a.txt', 'sub/b.txt']);
    expect(diagnostics.map(({ path, message }) => `${path} ${message}`).sort()).toEqual([
      'dangling is a symbolic link to nothing',
      'loop is a loop of symbolic links',
    ]);
  });

  it('reports a name that is not UTF-8', () => {
    const root = tree(plain(['a.txt']));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/b`), Buffer.of(0xff)]), 'x');
    expect(walk(root)).toMatchObject({
      files: ['a.txt'],
      diagnostics: [{ code: 'unreadable', message: 'has a name that is not UTF-8' }],
    });
  });

  it('reads .froeignore at any depth, ignored or not, and only excludes by it', () => {
    const root = tree({
      ...plain(['a.txt', 'b.log', 'sub/c.txt', 'sub/d.txt', 'out/e.txt', 'out/keep.txt']),
      '.gitignore': '*.log\n.froeignore\n',
      '.froeignore': '!b.log\nout/\n',
      'sub/.froeignore': '/c.txt\n',
      'out/.froeignore': '!keep.txt\n',
    });
    expect(walk(root).files).toEqual(['.gitignore', 'a.txt', 'sub/d.txt']);
  });

  it('walks a named root, even if rules above would ignore it', () => {
    const root = tree({
      ...plain(['build/a.txt', 'build/b.log', 'src/c.log']),
      '.gitignore': 'build/\n*.log\n',
      '.froeignore': 'build\n',
    });
    mkdirSync(join(root, '.git')); // enough of a repository for the rules to count from here
    expect(withoutGit(join(root, 'build')).files).toEqual(['a.txt', 'b.log']);
    expect(withoutGit(join(root, 'src')).files).toEqual([]);
  });
});

describe.skipIf(!hasGit)('in a repository (needs git)', () => {
  /** Patterns that have been got wrong before, by somebody. */
  const rules: readonly (readonly [name: string, Readonly<Record<string, string>>])[] = [
    ['negation', { '.gitignore': '*.log\n!keep.log\n' }],
    ['a folder that is ignored stays so', { '.gitignore': 'a/\n!a/keep.log\n', 'a/.gitignore': '!keep.log\n' }],
    ['a nested file that takes back', { '.gitignore': 'b\n*.log\n', 'a/.gitignore': '!b/\n!*.log\n' }],
    ['anchors', { '.gitignore': '/b\n/a/*.log\n', 'a/.gitignore': '/x.log\nb/x.log\n' }],
    ['case', { '.gitignore': 'Build\nX.LOG\nKeep.log\n/b\n' }],
    ['stars', { '.gitignore': 'a/**\n!a/b/\n**/x.log\n' }],
    ['everything but', { '.gitignore': '/*\n!/a\n/a/*\n!/a/b\n' }],
    ['escapes and odd names', { '.gitignore': '\\#h\n\\!q\n[[]z]\nfoo\\ bar\n...\n', '[z]/.gitignore': 'x.log\n' }],
    ['comments, blanks, CRLF and a mark', { '.gitignore': '\ufeff*.log\n\n# build\n   \n', 'a/.gitignore': 'b/\r\n' }],
  ];
  const names = [
    'keep.log',
    'x.log',
    'a/keep.log',
    'a/x.log',
    'a/b/x.log',
    'a/b/c.txt',
    'b/c.txt',
    'build/d.txt',
    '#h',
    '!q',
    '[z]/x.log',
    '[z]/y',
    'foo bar',
    '.../e',
    '..d',
  ];

  it.each(rules)('agrees with git: %s', (_name, files) => {
    const root = tree({ ...plain(names), ...files });
    git(root, 'init', '-q');
    for (const folder of ['', 'a', 'a/b', '[z]']) {
      const asked = walk(join(root, folder));
      expect(withoutGit(join(root, folder)), folder).toEqual(asked);
    }
    expect(walk(root).files.length).toBeLessThan(names.length + Object.keys(files).length);
  });

  it('lists tracked files even if ignored, and no deleted ones', () => {
    const root = tree({ ...plain(['kept.log', 'other.log', 'gone.txt', 'folder/in.txt']), '.gitignore': '*.log\n' });
    git(root, 'init', '-q');
    git(root, 'add', '-f', '.', ':!other.log');
    rmSync(join(root, 'gone.txt'));
    rmSync(join(root, 'folder'), { recursive: true });
    writeFileSync(join(root, 'folder'), 'now a file');
    expect(walk(root)).toEqual({ files: ['.gitignore', 'folder', 'kept.log'], diagnostics: [] });
  });

  it('uses the rules of a nested repository', () => {
    const root = tree({
      ...plain(['a.txt', 'inner/b.txt', 'inner/c.log', 'inner/d.tmp']),
      '.gitignore': '*.log\n',
      'inner/.gitignore': '*.tmp\n',
    });
    git(root, 'init', '-q');
    git(join(root, 'inner'), 'init', '-q');
    const expected = ['.gitignore', 'a.txt', 'inner/.gitignore', 'inner/b.txt', 'inner/c.log'];
    expect(walk(root).files).toEqual(expected);
    expect(withoutGit(root).files).toEqual(expected);
    rmSync(join(root, '.git'), { recursive: true });
    expect(walk(root).files).toContain('inner/b.txt');
    expect(walk(root).files).not.toContain('inner/d.tmp');
  });

  it('ignores the repository variables of a hook', () => {
    const [here, there] = [tree(plain(['a.txt'])), tree(plain(['b.txt']))];
    git(here, 'init', '-q');
    git(there, 'init', '-q');
    vi.stubEnv('GIT_DIR', join(there, '.git'));
    vi.stubEnv('GIT_WORK_TREE', there);
    expect(walk(here).files).toEqual(['a.txt']);
  });

  it('starts no program that a repository names', () => {
    const root = tree(plain(['a.txt']));
    git(root, 'init', '-q');
    git(root, 'config', 'core.fsmonitor', `touch ${join(root, 'started')}; false`);
    expect(walk(root).files).toEqual(['a.txt']);
  });
});
