import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';

const root = folder({
  'a/one.py': 'class One:\n    def get(self):\n        pass\n',
  'a/two.py': 'def two():\n    pass\n',
  'b/three.md': '# Three\n\nText.\n',
});
let engine: Engine;
beforeAll(async () => {
  engine = await open(root, { index: ':memory:' });
  await engine.sync();
});
afterAll(() => engine.close());

describe('an outline', () => {
  it('shows as much as fits into its budget', async () => {
    expect(await engine.outline('a', { budget: 1000 })).toMatchObject({
      files: 2,
      text: 'a/one.py\n  class One:\n    def get(self):\na/two.py\n  def two():\n',
    });
    // Too little for signatures of three files: names, as the index has them.
    expect((await engine.outline('.', { budget: 40 })).text).toBe('a/one.py: One\na/two.py: two\nb/three.md: Three\n');
    expect((await engine.outline('', { budget: 8 })).text).toBe('');
    expect((await engine.outline('.', { budget: 12 })).text).toBe('a/ (2)\nb/ (1)\n');
    for (const budget of [5, 12, 20, 40, 60, 74, 75, 100]) {
      const { text } = await engine.outline('.', { budget });
      expect(tokenizer('cl100k_base').count(text)).toBeLessThanOrEqual(budget);
    }
  });

  it('shows only what is requested, and nothing for unknown paths', async () => {
    const wants = (path: string): boolean => path.endsWith('.md');
    expect(await engine.outline('.', { budget: 1000, wants })).toMatchObject({
      files: 1,
      text: 'b/three.md\n  # Three\n',
    });
    expect(await engine.outline('gone', { budget: 1000 })).toMatchObject({ files: 0, text: '' });
    await expect(engine.outline('../..', { budget: 1000 })).rejects.toMatchObject({ code: 'outside' });
  });

  it('begins with sources, whichever way it is drawn', async () => {
    const hidden = Array.from({ length: 5 }, (_, i) => [`.github/${i}.yml`, 'on: push\n']);
    const files = { ...Object.fromEntries(hidden), 'a.py': 'def a():\n    pass\n' };
    const dotted = await open(folder(files), { index: ':memory:' });
    await dotted.sync();
    expect((await dotted.outline('.', { budget: 1000 })).text).toMatch(/^a\.py\n {2}def a\(\):\n\.github/);
    expect((await dotted.outline('.', { budget: 14 })).text).toBe('./ (1)\n.github/ (5)\n');
    await dotted.close();
  });

  it('shows a deleted file as indexed', async () => {
    rmSync(join(root, 'a/two.py'));
    expect((await engine.outline('a', { budget: 1000, sync: false })).text).toBe(
      'a/one.py\n  class One:\n    def get(self):\na/two.py: two\n',
    );
    expect((await engine.outline('a', { budget: 1000 })).text).toBe('a/one.py\n  class One:\n    def get(self):\n');
  });
});
