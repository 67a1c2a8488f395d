/** Bad input: a clear line on stderr, the rest of the run unharmed. */
import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { isInstalled, pathsOf, resultOf, start } from './command.js';
import { commandHost } from './hosted.js';
import { withTamperedEngine } from './tamperedEngine.js';

const { froe } = commandHost();

const root = folder({
  'empty.txt': '',
  'good.txt': 'A good text.\n',
  'image.png': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  'latin.txt': Buffer.from('caf\xe9 au lait\n', 'latin1'),
  'nul.txt': Buffer.concat([Buffer.from('x'.repeat(5000)), Buffer.alloc(1), Buffer.from('y'.repeat(5000))]),
  'surrogate.txt': Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]),
  'white.txt': ' \n\t\n',
  'zeros.bin': Buffer.alloc(4096),
});
execFileSync('mkfifo', [join(root, 'fifo')]);
symlinkSync('loop-b', join(root, 'loop-a'));
symlinkSync('loop-a', join(root, 'loop-b'));
symlinkSync('nowhere', join(root, 'nothing'));
symlinkSync('.', join(root, 'self'));

const good = ['good.txt', 'latin.txt', 'nul.txt', 'surrogate.txt'];
const linesOf = (stderr: string): string[] => stderr.split('\n').slice(0, -1).sort();

describe('bad input', { concurrent: true }, () => {
  it('in a folder: files that are not text are counted, not listed', async () => {
    const { code, stdout, stderr } = await froe(root, ['chunk']);
    expect({ code, paths: pathsOf(stdout) }).toEqual({ code: 0, paths: good });
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('froe: 2 files are not text, 2 files are empty: skipped');
    expect(linesOf(stderr)).toEqual([
      'froe: 2 files are not text, 2 files are empty: skipped',
      'froe: fifo: is not a regular file',
      'froe: latin.txt: 1 malformed utf-8 sequence was read as U+FFFD',
      'froe: loop-a: is a loop of symbolic links',
      'froe: loop-b: is a loop of symbolic links',
      'froe: nothing: is a symbolic link to nothing',
      'froe: surrogate.txt: 3 malformed utf-8 sequences were read as U+FFFD',
    ]);
  });

  it('in an index: the same files are counted, and neither added nor read again', async () => {
    const tree = folder({ 'empty.txt': '', 'good.txt': 'A good text.\n', 'zeros.bin': Buffer.alloc(4096) });
    const first = await froe(tree, ['index', '--json']);
    expect(first).toMatchObject({ code: 0, stderr: 'froe: 1 file is not text, 1 file is empty: skipped\n' });
    const troubles = [
      { code: 'empty', path: 'empty.txt', message: 'is empty' },
      { code: 'binary', path: 'zeros.bin', message: 'is not text' },
    ];
    expect(JSON.parse(first.stdout)).toMatchObject({ added: 1, chunks: 1, troubles });
    expect((await froe(tree, ['verify'])).stderr).toBe(first.stderr);
    const again = await froe(tree, ['index', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 0, changed: 0, unchanged: 3, troubles: [] });
  });

  it('by name: each gets a line, and the exit code reports unreadable files', async () => {
    const names = [
      'empty.txt',
      'white.txt',
      'image.png',
      'zeros.bin',
      'fifo',
      'loop-a',
      'nothing',
      'missing.txt',
      'good.txt/inside',
      'good.txt',
    ];
    const { code, stdout, stderr } = await froe(root, ['chunk', ...names]);
    expect({ code, paths: pathsOf(stdout) }).toEqual({ code: 1, paths: ['good.txt'] });
    expect(linesOf(stderr)).toEqual([
      'froe: empty.txt: is empty',
      'froe: fifo: is not a regular file. To read a pipe, use "-" and standard input.',
      'froe: good.txt/inside: goes through something that is not a folder',
      'froe: image.png: is not text. Binary files are left out.',
      'froe: loop-a: is a loop of symbolic links',
      'froe: missing.txt: does not exist',
      'froe: nothing: does not exist',
      'froe: white.txt: holds nothing but white space',
      'froe: zeros.bin: is not text. Binary files are left out.',
    ]);
  });

  it('an empty or binary file is no failure next to a good one; alone, nothing is found', async () => {
    const [beside, alone] = await Promise.all([
      froe(root, ['chunk', 'empty.txt', 'image.png', 'good.txt']),
      froe(root, ['chunk', 'empty.txt']),
    ]);
    expect([beside.code, alone.code, alone.stdout]).toEqual([0, 1, '']);
  });

  it('counts the diagnostics of a folder by kind', async () => {
    const { errors } = JSON.parse((await froe(root, ['chunk', '--stats', '--json'])).stdout);
    expect(errors).toEqual({ binary: 2, decoding: 2, empty: 2, 'not-a-file': 1, unreadable: 3 });
  });

  it('keeps malformed bytes', async () => {
    const { code, stdout } = await froe(root, ['verify', ...good]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^4 files, \d+ chunks: exact, lossless, bounded\n$/);
  });

  it('a closed pipe or listener is no error', async () => {
    const child = start(root, ['chunk', 'good.txt', 'missing.txt']);
    child.stderr?.destroy();
    expect(await resultOf(child)).toMatchObject({ code: 1, stderr: '' });
  });
});

const isRoot = process.getuid?.() === 0;
const whoCannotRead = isRoot ? { nobody: true } : {};

describe.each([{ git: false }, { git: true }])('permissions, git: $git (needs git)', ({ git }) => {
  it.skipIf(git && !isInstalled('git'))('names the file and the folder without permission', async () => {
    const locked = folder({ 'a.txt': 'A.', 'secret.txt': 'S.', 'shut/b.txt': 'B.' });
    if (git) execFileSync('git', ['init', '-q', locked]);
    // Whoever is nobody must get as far as the folder, and git wants it to be theirs.
    for (let at = locked; at.includes('froe-'); at = join(at, '..')) chmodSync(at, 0o755);
    if (isRoot) execFileSync('chown', ['-R', '65534:65534', locked]);
    chmodSync(join(locked, 'secret.txt'), 0);
    chmodSync(join(locked, 'shut'), 0);
    const [walked, file, shut] = await Promise.all([
      froe(locked, ['chunk'], whoCannotRead),
      froe(locked, ['chunk', 'secret.txt', 'a.txt'], whoCannotRead),
      froe(locked, ['chunk', 'shut'], whoCannotRead),
    ]);
    expect(walked).toMatchObject({
      code: 0,
      stderr: 'froe: shut: may not be read\nfroe: secret.txt: may not be read\n',
    });
    expect(pathsOf(walked.stdout)).toEqual(['a.txt']);
    expect(file).toMatchObject({ code: 1, stderr: 'froe: secret.txt: may not be read\n' });
    expect(shut).toMatchObject({ code: 1, stdout: '', stderr: 'froe: shut: may not be read\n' });
    chmodSync(join(locked, 'shut'), 0o755);
  });
});

describe('an internal error', () => {
  it('fails one file, not the run', async () => {
    const three = folder({ 'a.txt': 'A.', 'b.txt': 'B.', 'c.txt': 'C.' });
    const { code, stdout, stderr } = await froe(
      three,
      ['chunk'],
      withTamperedEngine("if (options.path === 'b.txt') throw new TypeError('boom'); return honest(input, options);"),
    );
    expect({ code, paths: pathsOf(stdout) }).toEqual({ code: 1, paths: ['a.txt', 'c.txt'] });
    expect(stderr).toBe('froe: b.txt: could not be cut: boom. This is a bug in froe; please report it.\n');
  });
});
