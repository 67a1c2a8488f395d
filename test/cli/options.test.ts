/** Every flag that affects where files are cut. */
import { describe, expect, it } from 'vitest';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';
import { chunksOf, prose } from './command.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

const python =
  'def first():\n    return 1\n\n\ndef second():\n    return 2\n\n\nclass Third:\n    def inner(self):\n        return 3\n';
const toy = {
  name: 'Toy',
  extensions: ['.toy'],
  grain: 'lines',
  blocks: { by: 'words', pairs: [], opens: { task: 'first' }, closes: { done: 'first' }, bodies: [], middles: [] },
  strings: [],
  comments: { line: ['--'], block: [] },
  definers: {},
  names: [{ pattern: '^task "([^"]+)"', kind: 'function' }],
};
const root = folder({
  'long.txt': prose(700),
  'code.py': python,
  'work.toy': 'task "sweep the floor"\n  broom\ndone\ntask "wash up"\n  water\ndone\n',
  'toy.json': JSON.stringify({ toy }),
});
const cut = async (words: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const { code, stdout, stderr } = await froe(root, ['chunk', ...words], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return chunksOf(stdout);
};
const largest = (chunks: Awaited<ReturnType<typeof cut>>): number =>
  Math.max(...chunks.map((chunk) => chunk.tokenCount));

describe('froe chunk', { concurrent: true }, () => {
  it('keeps --max-tokens and --max-chars, repeats nothing with --overlap 0, and puts --tree before every id', async () => {
    const chunks = await cut([
      'long.txt',
      '--max-tokens',
      '40',
      '--max-chars',
      '120',
      '--overlap',
      '0',
      '--tree',
      'books',
    ]);
    expect(largest(chunks)).toBeLessThanOrEqual(40);
    for (const { content, overlapBytes, id, tree } of chunks) {
      expect(content.length).toBeLessThanOrEqual(120);
      expect({ overlapBytes, tree }).toEqual({ overlapBytes: 0, tree: 'books' });
      expect(id).toMatch(/^books:long\.txt/);
    }
  });

  it('repeats about as much as --overlap', async () => {
    const chunks = await cut(['long.txt', '--max-tokens', '100', '--overlap', '30']);
    expect(chunks.slice(1).every((chunk) => chunk.overlapBytes > 0)).toBe(true);
  });

  it('counts with --tokenizer', async () => {
    const chunks = await cut(['code.py', '--tokenizer', 'o200k_base']);
    for (const { content, tokenCount, metadata } of chunks) {
      expect(tokenCount).toBe(tokenizer('o200k_base').count(content));
      expect(metadata.tokenizer).toBe('o200k_base');
    }
  });

  it('cuts by --strategy, whatever the file name', async () => {
    const chunks = await cut(['code.py', '--strategy', 'lines']);
    expect(chunks.map((chunk) => chunk.metadata.parser)).toEqual(['lines']);
  });

  it('gives every unit its own chunk with --granularity node', async () => {
    const names = (await cut(['code.py', '--granularity', 'node', '--min-tokens', '0'])).map((chunk) => chunk.name);
    expect(names).toEqual(expect.arrayContaining(['first', 'second', 'inner']));
  });

  it('stays within the limit of every --model, and reads the next argument as a path', async () => {
    const chunks = await cut([
      '--max-tokens',
      '20000',
      '--model',
      'voyage-code-3',
      '--model',
      'nomic-embed-text',
      '--strategy',
      'lines',
      'long.txt',
    ]);
    expect(largest(chunks)).toBeLessThanOrEqual(7000);
    expect(largest(chunks)).toBeGreaterThan(512);
  });

  it('cuts by a --preset, which other flags override', async () => {
    const windows = await cut(['--preset', 'token-windows', 'long.txt']);
    expect(windows[1].id).toMatch(/^art_[0-9a-f]{8}::chunk::001::/);
    expect(await cut(['--preset', 'heading-tree', 'long.txt'])).toHaveLength(1);
    expect(largest(await cut(['--preset', 'heading-tree', '--max-tokens', '64', 'long.txt']))).toBeLessThanOrEqual(64);
    expect(
      largest(await cut(['--preset', 'governed', '--model', 'voyage-code-3', '--max-chars', '999999', 'long.txt'])),
    ).toBeGreaterThan(512);
  });

  it('reads custom languages from --languages', async () => {
    const chunks = await cut(['work.toy', '--languages', 'toy.json', '--granularity', 'node', '--min-tokens', '0']);
    expect(chunks.map(({ language, name, chunkType }) => [language, name, chunkType])).toEqual([
      ['toy', 'sweep the floor', 'function'],
      ['toy', 'wash up', 'function'],
    ]);
  });

  it('reads any file as the given --language', async () => {
    expect((await cut(['long.txt', '--language', 'markdown'])).every((chunk) => chunk.language === 'markdown')).toBe(
      true,
    );
  });

  it('cuts windows of the size set in the environment', async () => {
    const sizes = { SINGLE_PIECE_MAX_TOKENS: '300', CHUNK_TARGET_TOKENS: '200', CHUNK_OVERLAP_TOKENS: '20' };
    const chunks = await cut(['long.txt', 'code.py', '--strategy', 'window'], sizes);
    const long = chunks.filter((chunk) => chunk.filePath === 'long.txt');
    expect(long[0]).toMatchObject({ tokenCount: 200, chunkType: 'artifact_chunk' });
    expect(long.slice(1).every((chunk) => chunk.overlapBytes > 0)).toBe(true);
    expect(largest(chunks)).toBe(200);
    expect(chunks.filter((chunk) => chunk.filePath === 'code.py')).toMatchObject([{ chunkType: 'artifact' }]);
  });

  it('cuts windows of 900 by default, and never above a given cap', async () => {
    const [usual, capped] = await Promise.all([
      cut(['long.txt', '--strategy', 'window']),
      cut(['long.txt', '--strategy', 'window', '--max-tokens', '60']),
    ]);
    expect([largest(usual), largest(capped)]).toEqual([900, 60]);
  });
});
