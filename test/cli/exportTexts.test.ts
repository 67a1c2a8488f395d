/** `--embed-text` of `froe chunk` and `froe export`, and `--vectors`, read as another program would. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

const table = `# Oak\n\n| wood | hardness |\n|---|---|\n${'| oak | 5.9 |\n'.repeat(300)}`;
const files = { 'oak.md': table, 'src/client.py': 'class Client:\n    def get(self):\n        return 1\n' };

interface TextRecord {
  readonly content: string;
  readonly context?: string;
  readonly embed_hash: string;
  readonly embed_text: string;
}

const recordsOf = (stdout: string): TextRecord[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const isHashed = ({ embed_text, embed_hash }: TextRecord): boolean =>
  createHash('sha256').update(embed_text).digest('hex') === embed_hash;

describe('--embed-text', () => {
  it('adds the embedded text to each record of froe chunk', async () => {
    const root = folder(files);
    const { stdout } = await froe(root, ['chunk', '--embed-text', '--max-tokens', '128', '.']);
    const records = recordsOf(stdout);
    expect(records.length).toBeGreaterThan(5);
    expect(records.filter((record) => !isHashed(record))).toEqual([]);
    expect(records.some(({ context }) => context !== undefined)).toBe(true);
    expect((await froe(root, ['chunk', '.'])).stdout).not.toContain('embed_text');
  });

  it('adds the embedded text to each record of froe export, which can be imported again', async () => {
    const root = folder(files);
    await froe(root, ['index']);
    await froe(root, ['ingest', '-', '--title', 'Q4', '--no-embed'], { input: '# Launch\n\nIn May.\n' });
    const { stdout } = await froe(root, ['export', '--embed-text']);
    const records = recordsOf(stdout);
    expect(records.filter((record) => !isHashed(record))).toEqual([]);
    expect(records.map(({ embed_text }) => embed_text)).toContainEqual(expect.stringMatching(/^src\/client\.py/));
    const other = folder({ 'all.jsonl': stdout });
    expect((await froe(other, ['ingest', '--from', 'all.jsonl', '--no-embed'])).code).toBe(0);
    const restored = (await froe(other, ['export', '--artifacts'])).stdout;
    expect(restored).toBe((await froe(root, ['export', '--artifacts'])).stdout);
    expect(restored).not.toContain('embed_text');
  });
});

describe('froe export --vectors', () => {
  it('prints the vector of each chunk that has one, by path', async () => {
    const root = folder(files);
    await froe(root, ['index']);
    const { stdout, code } = await froe(root, ['export', '--vectors']);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const records = (await froe(root, ['export'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(lines.map(({ id, embed_hash }) => [id, embed_hash])).toEqual(
      records.map(({ id, embed_hash }) => [id, embed_hash]),
    );
    for (const { model, vector } of lines) {
      expect(model).toMatch(/builtin/);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 2);
    }
    expect((await froe(root, ['export', '--vectors', '--artifacts'])).code).toBe(1);
    expect((await froe(root, ['export', '--vectors', '--out', 'x'])).stderr).toContain('cannot be used with');
  });
});
