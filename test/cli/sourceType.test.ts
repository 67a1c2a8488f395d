/** A single type of source: cut, measured, searched, exported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ChunkOptions, mayBe } from '../../src/pipeline/chunk.js';
import type { SourceType } from '../../src/schema.js';
import { folder } from '../folder.js';
import { chunksOf } from './command.js';
import { commandHost } from './hosted.js';
import { project } from './indexed.js';

const { run } = commandHost();

describe('a type of source', () => {
  let root: string;
  beforeAll(async () => {
    root = project({
      'trees.py': 'def trees():\n    return "birches"\n',
      'trees.md': '# Trees\n\nBirches are trees.\n',
      'trees.txt': 'Birches are trees.\n',
    });
    await run(root, ['index', '--embedder', 'none']);
    const mail = 'From: a@b.org\nSubject: Birches\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\nBirches are trees.\n';
    await run(root, ['ingest', '-', '--stdin-path', 'trees.eml', '--embedder', 'none'], { input: mail });
  });

  it.each([
    ['code', ['code']],
    ['markdown', ['markdown']],
    ['docs', ['markdown']],
    ['text', ['text']],
  ])('%s is cut on its own, and measured', async (type, types) => {
    const cut = chunksOf((await run(root, ['chunk', '.', '--only', type])).stdout);
    expect([...new Set(cut.map(({ sourceType }) => sourceType))]).toEqual(types);
    const figures = JSON.parse((await run(root, ['chunk', '.', '--only', type, '--stats', '--json'])).stdout);
    expect(figures).toMatchObject({ files: 2, chunks: cut.length, over_target: 0, validation_errors: 0 });
    expect(figures.mean_tokens).toBeGreaterThan(0);
    expect(figures.p95_tokens).toBeGreaterThan(0);
  });

  it('states how many are over the target, and that records are valid', async () => {
    const long = `# Long\n\n${'Oak is hard and heavy. '.repeat(400)}\n`;
    const { stdout } = await run(
      root,
      ['chunk', '-', '--stdin-path', 'a.md', '--only', 'docs', '--stats', '--max-tokens', '1000'],
      { input: long },
    );
    expect(stdout).toMatch(/over target +[1-9]\d* of \d+ above 800 tokens/);
    expect(stdout).toMatch(/validation +0 errors/);
  });

  it.each(['code', 'docs', 'text', 'artifact'])('%s can be searched on its own', async (type) => {
    const { stdout } = await run(root, ['search', 'birches', '--no-embed', '--source-type', type, '--json']);
    const found: { readonly chunks: readonly { readonly source_type: string }[] }[] = JSON.parse(stdout).results;
    const types = new Set(found.flatMap(({ chunks }) => chunks.map(({ source_type }) => source_type)));
    expect([...types]).toEqual([type === 'docs' ? 'markdown' : type]);
  });

  it('may be several known ones', async () => {
    const asked = ['search', 'birches', '--no-embed', '--source-type', 'code', '--source-type', 'text', '--files'];
    expect((await run(root, asked)).stdout.split('\n').sort()).toEqual(['', 'notes.txt', 'trees.py', 'trees.txt']);
    const { code, stderr } = await run(root, ['search', 'birches', '--source-type', 'prose']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Allowed choices are code, docs, markdown, text, artifact'),
    ]);
  });

  it('has its own file in an export; artifacts are with the texts, unless they have another form', async () => {
    const out = folder();
    await run(root, ['ingest', 'trees.md', '--embedder', 'none']);
    await run(root, ['export', '--out', out]);
    const written = (name: string): { readonly doc_id: string; readonly source_type: string }[] =>
      JSON.parse(readFileSync(join(out, `${name}_chunks.json`), 'utf8'));
    const artifacts = (name: string): string[] =>
      written(name).flatMap(({ doc_id, source_type }) => (doc_id.startsWith('art_') ? [source_type] : []));
    expect(artifacts('text')).toEqual(['artifact']);
    expect(artifacts('markdown')).toEqual(['markdown']);
    expect(artifacts('code')).toEqual([]);
    expect(written('all')).toHaveLength(written('code').length + written('markdown').length + written('text').length);
  });
});

describe('the types that a file can have are known before it is cut', () => {
  const turns = '[09:00] <ann> Is it oak?\n[09:01] <bob> It is elm.\n'.repeat(4);
  it.each<[path: string, text: string, expected: readonly SourceType[], more?: ChunkOptions]>([
    ['trees.py', 'def trees(): pass\n', ['code']],
    ['trees.rs', 'fn trees() {}\n', ['code']],
    ['trees.md', '# Trees\n', ['markdown']],
    ['trees.org', '* Trees\n', ['markdown']],
    ['trees.txt', 'Trees.\n', ['text']],
    ['trees.toml', 'oak = 1\n', ['text']],
    ['trees', 'Trees.\n', ['text']],
    ['talk.txt', turns, ['text', 'artifact']], // or it only looks like one
    ['trees.eml', 'From: a@b.org\nSubject: Trees\n\nOak.\n', ['text', 'artifact']],
    ['trees.py', 'def trees(): pass\n', ['text'], { language: 'text' }],
    ['trees.py', 'def trees(): pass\n', ['code', 'markdown', 'text', 'artifact'], { strategy: 'window' }],
    ['trees.py', 'def trees(): pass\n', ['code', 'markdown', 'text', 'artifact'], { preset: 'token-windows' }],
  ])('%s', (path, text, expected, more = {}) => {
    const types: readonly SourceType[] = ['code', 'markdown', 'text', 'artifact'];
    const bytes = new TextEncoder().encode(text);
    expect(types.filter((type) => mayBe([type], bytes, { path, ...more }))).toEqual(expected);
  });

  it('so other files are neither read nor counted', async () => {
    const root = folder({ 'a.md': '# Oak\n\nHard.\n', 'b.bin': new Uint8Array([0, 1, 2, 0]), 'c.py': '' });
    const { stdout, stderr } = await run(root, ['chunk', '.', '--only', 'docs', '--stats', '--json']);
    expect([JSON.parse(stdout), stderr]).toMatchObject([{ files: 1, chunks: 1, errors: {} }, '']);
    const named = await run(root, ['chunk', 'b.bin', '--only', 'docs']);
    expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining('b.bin: is not text') });
  });
});
