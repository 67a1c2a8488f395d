/** A release, made in a repository that has what it needs of this one and nothing that takes long to pack. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';

const home = fileURLToPath(new URL('../..', import.meta.url));
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit || process.platform === 'win32')('a release (needs git, and npm as a program)', () => {
  const root = folder();
  const env = {
    ...process.env,
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.c', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.c' },
    // Nobody is asked: the dry run of npm goes on without an answer.
    ...{
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(root, '.npm'),
    },
  };
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  const release = (...words: string[]) =>
    spawnSync(process.execPath, ['scripts/release.mjs', ...words], { cwd: root, env, encoding: 'utf8' });
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const versionIn = (file: string): string => JSON.parse(read(file)).version;

  beforeAll(() => {
    mkdirSync(join(root, 'scripts'));
    for (const file of ['package.json', 'package-lock.json', 'README.md', 'LICENSE', 'scripts/release.mjs'])
      copyFileSync(join(home, file), join(root, file));
    writeFileSync(
      join(root, 'CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n- A new saw.\n\n## 0.0.1 (2026-01-02)\n\n- An axe.\n',
    );
    writeFileSync(join(root, '.gitignore'), '.npm\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'All of it');
  });

  it('with --dry-run prints what it would do, runs npm, and changes nothing', () => {
    const before = git('rev-parse', 'HEAD');
    const { status, stdout } = release('9.8.7', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      / → 9\.8\.7, \d{4}-\d\d-\d\d\nnpm publish would take: \d+ files, .* MB\nNothing has changed\. /,
    );
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', '']);
  });

  it.each([
    [['next'], 'Not a version: next'],
    [[], 'Not a version: undefined'],
    [['0.0.1'], '0.0.1 does not come after'],
  ])('of %j is refused', (words, message) => {
    const { status, stderr } = release(...words);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });

  it('is refused outside of main, and with uncommitted changes', () => {
    git('checkout', '-q', '-b', 'other');
    expect(release('9.8.7').stderr).toBe('Releases are made on main, not on other\n');
    git('checkout', '-q', 'main');
    writeFileSync(join(root, 'stray.txt'), 'x');
    expect(release('9.8.7').stderr).toBe('There are changes that are not committed\n');
    git('clean', '-qf');
  });

  it('sets the version, dates the changelog, commits and tags', () => {
    const lock = JSON.parse(read('package-lock.json'));
    const { status, stdout } = release('9.8.7');
    expect(status).toBe(0);
    expect(stdout).toContain('git push origin main v9.8.7');
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 9\.8\.7 \(\d{4}-\d\d-\d\d\)\n\n- A new saw\.\n\n## 0\.0\.1 /,
    );
    expect([versionIn('package.json'), versionIn('package-lock.json')]).toEqual(['9.8.7', '9.8.7']);
    const own = { ...lock.packages[''], version: '9.8.7' };
    expect(JSON.parse(read('package-lock.json'))).toEqual({
      ...lock,
      version: '9.8.7',
      packages: { ...lock.packages, '': own },
    });
    expect(git('log', '-1', '--format=%s %D')).toMatch(/^Release 9\.8\.7 HEAD -> main, tag: v9\.8\.7/);
    expect(git('diff', '--name-only', 'HEAD~').split('\n')).toEqual([
      'CHANGELOG.md',
      'package-lock.json',
      'package.json',
    ]);
    expect(git('status', '--porcelain')).toBe('');
    expect(release('--notes', '9.8.7').stdout).toBe('- A new saw.\n');
    expect(release('--notes', '9.9.9').stderr).toBe('CHANGELOG.md says nothing of 9.9.9\n');
  });

  it('is refused if nothing has changed since, or if it exists', () => {
    expect(release('9.9.0').stderr).toBe('CHANGELOG.md has nothing under "## Unreleased"\n');
    expect(release('9.8.7').stderr).toBe('9.8.7 does not come after 9.8.7\n');
  });
});
