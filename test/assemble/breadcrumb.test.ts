/** A passage of a document begins with its breadcrumb, within the budget. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breadcrumbOf } from '../../src/assemble/passage.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { formatNames } from '../../src/format/index.js';
import { chunk } from '../../src/pipeline/chunk.js';
import type { Chunk } from '../../src/schema.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';

const guide =
  '# Guide\n\nRead it.\n\n## Install\n\nRun it.\n\n### On a Mac\n\nUse brew.\n\n### On Windows\n\nUse winget.\n';

describe('a breadcrumb', () => {
  const sections = async (): Promise<readonly Chunk[]> =>
    (await chunk(guide, { path: 'guide.md', granularity: 'node' })).chunks;

  it('is that of a chunk, or the common part of several', async () => {
    const [top, install, mac, windows] = await sections();
    expect(breadcrumbOf([mac])).toBe('> Guide › Install › On a Mac');
    expect(breadcrumbOf([mac, windows])).toBe('> Guide › Install');
    expect(breadcrumbOf([install, mac, windows])).toBe('> Guide › Install');
    expect(breadcrumbOf([top, install])).toBe('> Guide');
  });

  it('is not added to code or to synthetic text', async () => {
    const [code] = (await chunk('x = 1\n', { path: 'a.py' })).chunks;
    expect(breadcrumbOf([code])).toBe('');
    const [, , mac] = await sections();
    expect(breadcrumbOf([{ ...mac, synthetic: true }])).toBe('');
  });
});

describe('a context', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open(folder({ 'guide.md': guide, 'brew.py': 'def brew():\n    return "winget"\n' }), {
      index: ':memory:',
      embedder: 'none',
    });
    await engine.sync();
  });
  afterAll(() => engine.close());

  it.each(formatNames)('is before the body in the format %s', async (format) => {
    const { text } = await engine.context('brew', { format, filter: { paths: ['*.md'] }, merge: false });
    const written = format === 'json' ? JSON.parse(text).passages[0].text : text.replace(/^ +/gm, '');
    expect(written).toContain('> Guide › Install › On a Mac\n\n### On a Mac\n');
  });

  it('counts it towards the budget', async () => {
    for (let budget = 20; budget < 140; budget += 3) {
      const { text, tokens } = await engine.context('how to install with brew', { budget });
      expect(tokens).toBe(tokenizer('cl100k_base').count(text));
      if (text.includes('> Guide')) expect(tokens).toBeLessThanOrEqual(budget);
    }
  });
});
