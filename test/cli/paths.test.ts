/** Which files a run reads, and the paths it gives them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { chunksOf, pathsOf } from './command.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

describe('paths', { concurrent: true }, () => {
  it('cuts a file once, however often it is given, in the order of its first mention', async () => {
    const root = folder({ 'a/1.txt': 'One.', 'a/2.txt': 'Two.', 'b.txt': 'Three.' });
    const { code, stdout, stderr } = await froe(root, ['chunk', 'b.txt', './a', 'a/2.txt', '.', join(root, 'b.txt')]);
    expect({ code, stderr, paths: chunksOf(stdout).map((chunk) => chunk.filePath) }).toEqual({
      code: 0,
      stderr: '',
      paths: ['b.txt', 'a/1.txt', 'a/2.txt'],
    });
  });

  it('names files elsewhere relative to the given root', async () => {
    const elsewhere = folder({ 'src/deep/a.txt': 'A.', 'readme.md': '# R\n\nB.\n' });
    const { stdout } = await froe(folder(), ['chunk', elsewhere]);
    expect(pathsOf(stdout)).toEqual(['readme.md', 'src/deep/a.txt']);
    expect(pathsOf((await froe(folder(), ['chunk', join(elsewhere, 'src/deep/a.txt')])).stdout)).toEqual(['a.txt']);
  });

  it('never gives two files the same name', async () => {
    const [here, there] = [folder({ 'a.txt': 'Here.' }), folder({ 'a.txt': 'There.' })];
    const chunks = chunksOf((await froe(here, ['chunk', '.', there])).stdout);
    expect(chunks.map((chunk) => chunk.content)).toEqual(['Here.', 'There.']);
    expect(chunks[0].id).not.toBe(chunks[1].id);
    expect(chunks[0].filePath).toBe(`${here.split('/').at(-1)}/a.txt`);
  });

  it('accepts any file name', async () => {
    const names = [
      ' leading',
      '-dash.txt',
      '...',
      'quo"te\'.txt',
      'spa ce.txt',
      'tab\there.txt',
      'two\nlines.txt',
      'ünï—😀.txt',
      '\x1b[31mred.txt',
    ].sort();
    const root = folder(Object.fromEntries(names.map((name) => [name, `Text of ${JSON.stringify(name)}.`])));
    const { code, stdout, stderr } = await froe(root, ['chunk']);
    expect({ code, stderr, names: chunksOf(stdout).map((chunk) => chunk.filePath) }).toEqual({
      code: 0,
      stderr: '',
      names,
    });
    const named = await froe(root, ['chunk', '--', '-dash.txt', 'two\nlines.txt']);
    expect(pathsOf(named.stdout)).toEqual(['-dash.txt', 'two\nlines.txt']);
  });

  it('leaves out ignored files, unless they are named', async () => {
    const root = folder({
      '.gitignore': '*.log\n!keep.log\nbuild/\n',
      '.froeignore': 'drafts/\n.*ignore\n',
      'a.txt': 'A.',
      'b.log': 'B.',
      'keep.log': 'Keep.',
      'build/c.txt': 'C.',
      'drafts/d.txt': 'D.',
      'sub/.gitignore': '/e.txt\n',
      'sub/e.txt': 'E.',
      'sub/f/e.txt': 'E.',
      'node_modules/g/index.js': 'g();',
    });
    const [all, named] = await Promise.all([froe(root, ['chunk']), froe(root, ['chunk', 'b.log', 'build', 'drafts'])]);
    expect(pathsOf(all.stdout)).toEqual(['a.txt', 'keep.log', 'sub/f/e.txt']);
    expect(pathsOf(named.stdout)).toEqual(['b.log', 'build/c.txt', 'drafts/d.txt']);
  });
});

describe('standard input', { concurrent: true }, () => {
  it('is read for "-", with the path of --stdin-path', async () => {
    const input = 'def f():\n    return 1\n';
    const { code, stdout, stderr } = await froe(folder(), ['chunk', '-', '--stdin-path', 'src/f.py'], { input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(chunksOf(stdout)).toMatchObject([{ filePath: 'src/f.py', language: 'python', content: input }]);
  });

  it('replaces a file of that name, and counts once', async () => {
    const root = folder({ 'a.txt': 'On disk.', 'b.txt': 'B.' });
    const { stdout } = await froe(root, ['chunk', '-', '.', '-', '--stdin-path', 'a.txt'], { input: 'As edited.' });
    expect(chunksOf(stdout).map((chunk) => chunk.content)).toEqual(['As edited.', 'B.']);
  });

  it('may be empty, or not text', async () => {
    expect(await froe(folder(), ['chunk', '-'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'froe: stdin.txt: is empty\n',
    });
    const binary = await froe(folder(), ['chunk', '-'], { input: Buffer.alloc(64) });
    expect(binary).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'froe: stdin.txt: is not text. Binary files are left out.\n',
    });
  });
});
