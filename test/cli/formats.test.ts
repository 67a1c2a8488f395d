/** The output of `froe chunk` in every format. */
import { describe, expect, it } from 'vitest';
import { fromRecord } from '../../src/schema.js';
import { folder } from '../folder.js';
import { chunksOf, pathsOf, prose } from './command.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

const root = folder({
  'a/code.py': 'import os\n\n\ndef first():\n    return 1\n\n\ndef second():\n    return 2\n',
  'b.md': `# Title\n\n${prose(60)}`,
  'c.json': '{"a": 1, "b": [1, 2, 3]}\n',
  'd.txt': 'Short.\n',
});

describe('froe chunk', async () => {
  const piped = await froe(root, ['chunk']);
  const chunks = chunksOf(piped.stdout);

  it('writes one snake_case record per line when piped, file by file, chunk by chunk', () => {
    expect(piped).toMatchObject({ code: 0, stderr: '' });
    expect(pathsOf(piped.stdout)).toEqual(['a/code.py', 'b.md', 'c.json', 'd.txt']);
    expect(Object.keys(JSON.parse(piped.stdout.split('\n')[0]))).toEqual(
      expect.arrayContaining(['doc_id', 'byte_start', 'token_count', 'start_line']),
    );
    for (const path of pathsOf(piped.stdout)) {
      const positions = chunks.filter((chunk) => chunk.filePath === path).map((chunk) => chunk.position);
      expect(positions).toEqual(positions.map((_, i) => i));
    }
    expect(chunks.filter((chunk) => chunk.filePath === 'b.md').length).toBeGreaterThan(1);
  });

  it('writes the same with --jsonl, and one array with --json', async () => {
    const [jsonl, json] = await Promise.all([froe(root, ['chunk', '--jsonl']), froe(root, ['chunk', '--json'])]);
    expect(jsonl).toEqual(piped);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout).map(fromRecord)).toEqual(chunks);
  });

  it('writes [] without chunks, with a message', async () => {
    expect(await froe(folder(), ['chunk', '--json'])).toEqual({
      code: 1,
      signal: null,
      stdout: '[]\n',
      stderr: 'froe: found no files\n',
    });
  });

  it('draws the cuts between the lines, without colour when piped', async () => {
    const { code, stdout, stderr } = await froe(root, [
      'chunk',
      '--human',
      'a/code.py',
      'd.txt',
      '--granularity',
      'node',
      '--min-tokens',
      '0',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/─{3,}/g, '───')).toMatchInlineSnapshot(`
      "a/code.py · python · 3 chunks · 19 tokens
      ┌─ 1 ── ~1 ─── 3 tokens
      │ 1  import os
      │ 2  
      │ 3  
      ├─ 2 ── first ─── 8 tokens
      │ 4  def first():
      │ 5      return 1
      │ 6  
      │ 7  
      ├─ 3 ── second ─── 8 tokens
      │ 8  def second():
      │ 9      return 2
      └─

      d.txt · text · 1 chunk · 2 tokens
      ┌─ 1 ── d.txt ─── 2 tokens
      │ 1  Short.
      └─

      "
    `);
  });

  it('counts instead of writing: --stats', async () => {
    const [json, table] = await Promise.all([
      froe(root, ['chunk', '--stats', '--json', '.', 'missing']),
      froe(root, ['chunk', '--stats']),
    ]);
    const tokens = chunks.map((chunk) => chunk.tokenCount).sort((a, b) => a - b);
    const rank = (share: number): number => tokens[Math.ceil(share * tokens.length) - 1];
    const stats = JSON.parse(json.stdout);
    expect(stats).toMatchObject({
      files: 4,
      chunks: tokens.length,
      mean_tokens: Number((tokens.reduce((sum, n) => sum + n, 0) / tokens.length).toFixed(1)),
      p50_tokens: rank(0.5),
      p95_tokens: rank(0.95),
      max_tokens: tokens.at(-1),
      share_over_budget: 0.25,
      errors: { 'not-found': 1 },
    });
    expect(stats.files_per_second).toBeGreaterThan(0);
    expect(table).toMatchObject({ code: 0, stderr: '' });
    expect(table.stdout).toMatch(
      /^files +4 \([\d,]+ bytes\)\nchunks +\d+\ntokens +mean .* p50 .* p95 .* max .*\nover target +\d+ of \d+ above 800 tokens\nvalidation +0 errors\nover budget +25\.0 %.*\nspeed .*\nerrors +none\n$/,
    );
  });
});
