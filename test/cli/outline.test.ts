/** `froe outline` on the command line: the outline goes to stdout, everything else to stderr. */
import { describe, expect, it } from 'vitest';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

const root = folder({
  'a.py': 'class Saw:\n    def cut(self):\n        return 1\n\n\ndef plane():\n    return 2\n',
  'b.bin': Buffer.alloc(64),
});

describe('froe outline', { concurrent: true }, () => {
  it('begins with sources, unless something else is named first', async () => {
    const dotted = folder({
      '.github/ci.yml': 'on: push\n',
      'src/a.py': 'def a():\n    pass\n',
      'test/b.py': 'B = 1\n',
    });
    const order = async (...words: readonly string[]): Promise<string[]> =>
      (await froe(dotted, ['outline', ...words])).stdout.split('\n').filter((line) => /^\S/.test(line));
    expect(await order()).toEqual(['src/a.py', 'test/b.py', '.github/ci.yml']);
    expect(await order('test/b.py', 'src')).toEqual(['test/b.py', 'src/a.py']);
  });

  it('outlines a tree within its budget, without files that are not text', async () => {
    const { code, stdout, stderr } = await froe(root, ['outline', '--budget', '60']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['a.py', 'Saw', 'cut', 'plane']) expect(stdout).toContain(name);
    expect(tokenizer('cl100k_base').count(stdout)).toBeLessThanOrEqual(60);
  });

  it('says when nothing fits, or nothing has text', async () => {
    const stdout = '';
    const tiny = await froe(root, ['outline', '--budget', '1']);
    expect(tiny).toMatchObject({ code: 1, stdout, stderr: 'froe: nothing fits into 1 tokens: raise --budget\n' });
    const none = await froe(folder({ 'b.bin': Buffer.alloc(64) }), ['outline']);
    expect(none).toMatchObject({ code: 1, stdout, stderr: 'froe: found no files with text\n' });
  });

  it.skipIf(process.platform === 'win32')('escapes a line break in a file name', async () => {
    const { stdout } = await froe(folder({ 'a\nb.py': 'def f():\n    pass\n' }), ['outline']);
    expect(stdout).toBe('a\\x0ab.py\n  def f():\n');
  });

  it('reports unreadable files once', async () => {
    const { code, stdout, stderr } = await froe(root, ['outline', 'a.py', 'b.bin', 'missing.py']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'froe: missing.py: does not exist\nfroe: b.bin: is not text. Binary files are left out.\n',
    });
    expect(stdout).toContain('Saw');
  });
});
