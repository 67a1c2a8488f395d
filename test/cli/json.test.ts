/** `--json` of the commands whose other output is for people, key by key. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';
import { project } from './indexed.js';

const { run } = commandHost();

const json = async (root: string, ...words: readonly string[]) => {
  const { code, stdout, stderr } = await run(root, [...words, '--json']);
  return { code, stderr, found: JSON.parse(stdout) };
};

describe('--json', { concurrent: true }, () => {
  it('of outline', async () => {
    const text = 'src/client.py\n  class Client:\n    def get(self):\n';
    const tokens = tokenizer('cl100k_base').count(text);
    expect(await json(project(), 'outline', 'src', '--budget', '100')).toEqual({
      code: 0,
      stderr: '',
      found: { text, tokens, budget: 100, files: 1 },
    });
  });

  it('of verify, of files and of an index', async () => {
    const root = project();
    expect(await json(root, 'verify')).toEqual({
      code: 0,
      stderr: '',
      found: { files: 3, chunks: 3, failures: [], not_text: 0, unread: 0 },
    });
    await run(root, ['index']);
    expect(await json(root, 'verify', '--index')).toEqual({
      code: 0,
      stderr: '',
      found: { sources: 3, not_text: 0, chunks: 3, changed: [], unreadable: [], failures: [], commits: 0 },
    });
  });

  it('of doctor, with and without problems', async () => {
    const root = project();
    const well = await json(root, 'doctor', '--no-embed');
    expect(well).toMatchObject({ code: 0, stderr: '', found: { ok: true } });
    const none = { ok: true, check: 'index', message: expect.stringContaining('run froe index') };
    expect(well.found.checks).toContainEqual(none);
    for (const check of well.found.checks) expect(Object.keys(check)).toEqual(['ok', 'check', 'message']);
    const ill = await json(project({ '.froe/index.db': 'no database' }), 'doctor', '--no-embed');
    expect(ill).toMatchObject({ code: 1, found: { ok: false } });
    expect(ill.found.checks).toContainEqual({ ok: false, check: 'index', message: expect.any(String) });
  });

  it('of export: an array, or the contents of each file', async () => {
    const root = project();
    await run(root, ['index']);
    const lines = (await run(root, ['export'])).stdout.trim().split('\n');
    expect((await json(root, 'export')).found).toEqual(lines.map((line) => JSON.parse(line)));
    expect((await json(root, 'export', '--vectors')).found).toHaveLength(3);
    const none = await json(root, 'export', '--artifacts');
    const stderr = 'froe: nothing to export: the index has no records of artifacts\n';
    expect(none).toEqual({ code: 1, stderr, found: [] });
    const out = join(folder(), 'out');
    expect((await json(root, 'export', '--out', out)).found).toEqual({
      out,
      records: { 'code_chunks.json': 1, 'markdown_chunks.json': 1, 'text_chunks.json': 1, 'all_chunks.json': 3 },
    });
  });

  it('of forget', async () => {
    const root = project();
    await run(root, ['index']);
    const ids = ['main:README.md', 'art_000000000000'];
    expect(await json(root, 'forget', ...ids)).toEqual({
      code: 1,
      stderr: '',
      found: { forgotten: ['main:README.md'], missing: ['art_000000000000'] },
    });
    expect(await json(root, 'forget', 'main:notes.txt')).toMatchObject({ code: 0, found: { missing: [] } });
  });
});
