/** Commits as read from git, and the bounded text of each. */
import { describe, expect, it } from 'vitest';
import { commitLimits } from '../../src/sources/commitLimits.js';
import { commitText } from '../../src/sources/commitText.js';
import { type GitCommit, headCommit, listCommits, readCommits, recordsOf } from '../../src/sources/gitLog.js';
import { folder } from '../folder.js';
import { Repository } from '../repository.js';

const read = async (repository: Repository): Promise<readonly GitCommit[]> => {
  const commits: GitCommit[] = [];
  for await (const one of readCommits(repository.root, listCommits(repository.root, 100) ?? [])) commits.push(one);
  return commits;
};
const textOf = (commit: GitCommit): string => commitText(commit).text;

describe('commits of a repository', () => {
  it('are read with author, date, message, files and patch, the newest first', async () => {
    const repository = new Repository();
    const first = repository.commit({
      message: 'Plant an oak',
      files: { 'src/oak.py': 'def grow():\n    return 1\n' },
    });
    const second = repository.commit({
      message: 'Grow twice as fast\n\nBecause winters are short.\n\nCo-authored-by: Bob Ray <bob@example.org>',
      files: { 'src/oak.py': 'def grow():\n    return 2\n', 'b.txt': 'b\n' },
      author: 'Zoë Ash',
      date: '2026-04-02T03:04:05+02:00',
    });
    const commits = await read(repository);
    expect(commits.map(({ hash }) => hash)).toEqual([second, first]);
    expect(commits[0]).toMatchObject({
      author: 'Zoë Ash',
      date: '2026-04-02T03:04:05+02:00',
      files: [
        { status: 'A', path: 'b.txt' },
        { status: 'M', path: 'src/oak.py' },
      ],
      dropped: 0,
    });
    expect(textOf(commits[0])).toBe(
      [
        `commit ${second}`,
        'author Zoë Ash',
        'date 2026-04-02T03:04:05+02:00',
        '',
        'Grow twice as fast',
        '',
        'Because winters are short.',
        '',
        'Co-authored-by: Bob Ray',
        '',
        'diff --git a/b.txt b/b.txt',
        'new file mode 100644',
        '@@ -0,0 +1 @@',
        '+b',
        '',
        'diff --git a/src/oak.py b/src/oak.py',
        '@@ -1,2 +1,2 @@',
        ' def grow():',
        '-    return 1',
        '+    return 2',
        '',
      ].join('\n'),
    );
    expect(headCommit(repository.root)).toBe(second);
  });

  it('have every file name, however it is quoted, and those of renames and removals', async () => {
    const repository = new Repository();
    const long = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
    const strange = 'a "b"\tc.txt';
    repository.commit({ message: 'first', files: { [strange]: long, 'ü x.txt': 'u\n', 'old.txt': `${long}old\n` } });
    repository.git('mv', 'old.txt', 'new.txt');
    repository.commit({ message: 'second', files: { [strange]: `${long}more\n`, 'ü x.txt': undefined } });
    const [second] = await read(repository);
    expect(second.files.map(({ path }) => path).sort()).toEqual([strange, 'new.txt', 'ü x.txt'].sort());
    const { parts } = commitText(second);
    expect(parts.flatMap(({ path }) => path ?? []).sort()).toEqual([strange, 'new.txt', 'ü x.txt'].sort());
  });

  it('are separated, whatever a message or a file contains', async () => {
    const repository = new Repository();
    const forged = `\0${'0'.repeat(40)}\0Eve\0x\0y\0`;
    const text = `${'plain text\n'.repeat(1000)}${forged}\ncommit ${'1'.repeat(40)}\n`;
    repository.commit({ message: `diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b`, files: { 'a.txt': text } });
    repository.commit({ message: '', files: { 'a.txt': `${text}more\n` } });
    const commits = await read(repository);
    expect(commits).toHaveLength(2);
    expect(commits.map(({ author }) => author)).toEqual(['Ann Lee', 'Ann Lee']);
    expect(commitText(commits[0]).subject).toBe(commits[0].hash.slice(0, 12));
    expect(commitText(commits[1]).parts[0]).toMatchObject({ start: 0 });
    expect(commitText(commits[1]).parts.flatMap(({ path }) => path ?? [])).toEqual(['a.txt']);
  });

  it('are undefined without a repository or a commit', () => {
    expect(headCommit(folder())).toBeUndefined();
    expect(listCommits(folder(), 10)).toBeUndefined();
    expect(headCommit(new Repository().root)).toBeUndefined();
  });

  it('of a subfolder are those that touched it, with only its files', async () => {
    const repository = new Repository();
    repository.commit({ message: 'both', files: { 'a/x.txt': 'x\n', 'b/y.txt': 'y\n' } });
    repository.commit({ message: 'other', files: { 'b/y.txt': 'z\n' } });
    const inside = `${repository.root}/a`;
    const [only, ...others] = listCommits(inside, 10) ?? [];
    expect(others).toEqual([]);
    for await (const commit of readCommits(inside, [only]))
      expect(commit).toMatchObject({ message: 'both', files: [{ path: 'x.txt' }] });
  });
});

describe('the text of a commit', () => {
  const commit = (more: Partial<GitCommit>): GitCommit => ({
    ...{ hash: 'c0ffee'.padEnd(40, '0'), author: 'Ann', date: '2026-03-01T10:00:00Z', message: 'Change' },
    ...{ files: [], patch: '', dropped: 0 },
    ...more,
  });
  const patchOf = (path: string, lines: number, width = 20): string =>
    `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,${lines} @@ def grow(self):\n${`+${'x'.repeat(width)}\n`.repeat(lines)}`;

  it('is covered by its parts, one after the other', () => {
    const { text, parts } = commitText(
      commit({ patch: patchOf('a.py', 3) + patchOf('b.py', 900), files: [{ status: 'M', path: 'yarn.lock' }] }),
    );
    expect(parts[0].start).toBe(0);
    for (const [i, { start }] of parts.entries()) if (i > 0) expect(start).toBe(parts[i - 1].end);
    expect(parts.at(-1)?.end).toBe(text.length);
    for (const { start, end, hunks } of parts)
      for (const hunk of hunks) {
        expect(hunk.start).toBeGreaterThanOrEqual(start);
        expect(hunk.end).toBeLessThanOrEqual(end);
        expect(text.slice(hunk.start)).toMatch(/^@@/);
      }
  });

  it('has limits, and states what exceeds them', () => {
    const files = Array.from({ length: 300 }, (_, i) => ({ status: 'M', path: `src/f${i}.py` }));
    const huge = commit({
      message: `Everything\n\n${'word '.repeat(5000)}`,
      patch: files.map(({ path }) => patchOf(path, 400)).join(''),
      files,
    });
    const { text, files: named, symbols, shortened } = commitText(huge);
    const most = commitLimits.message + commitLimits.hunks + commitLimits.file + 8000;
    expect(text.length).toBeLessThan(most);
    expect(shortened).toBe(true);
    expect(named).toHaveLength(commitLimits.files);
    expect(symbols).toEqual(['grow']);
    expect(text).toMatch(/\[\d+ more characters\]/);
    expect(text).toMatch(/\[\d+ more lines\]/);
    expect(text).toMatch(/\[left out: M src\/f\d+\.py, .* and \d+ more\]/);
  });

  it('leaves out generated files, and cuts very long lines', () => {
    const files = [
      { status: 'M', path: 'package-lock.json' },
      { status: 'M', path: 'a.js' },
    ];
    const { text, shortened } = commitText(
      commit({ patch: patchOf('package-lock.json', 10) + patchOf('a.js', 1, 5000), files }),
    );
    expect(text).toContain('[left out: M package-lock.json]');
    expect(text).not.toContain('+++');
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(commitLimits.line + 10);
    expect(shortened).toBe(false);
  });
});

describe('records of a stream', () => {
  async function* pieces(text: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
  }

  it('are found wherever the pieces are split', async () => {
    const text = Buffer.from('MARK one MARKtwo MARKMARKthree');
    for (let size = 1; size < text.length; size++) {
      const found: string[] = [];
      for await (const { bytes } of recordsOf(pieces(text, size), Buffer.from('MARK'))) found.push(String(bytes));
      expect(found, `pieces of ${size}`).toEqual([' one ', 'two ', '', 'three']);
    }
  });

  it('are kept up to a size, and the rest is counted', async () => {
    const text = Buffer.concat([Buffer.from('MARK'), Buffer.alloc(3 << 20, 'x'), Buffer.from('MARKshort')]);
    const found: number[][] = [];
    for await (const { bytes, dropped } of recordsOf(pieces(text, 65_536), Buffer.from('MARK')))
      found.push([bytes.length, dropped]);
    expect(found).toEqual([
      [1 << 20, 2 << 20],
      [5, 0],
    ]);
  });
});
