/** The drawing of a cut file. */
import { describe, expect, it } from 'vitest';
import { draw } from '../../src/jobs/draw.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { visible } from '../../src/text/visible.js';

const drawn = async (text: string, path: string, maxTokens: number, overlap = 0): Promise<string[]> => {
  const { chunks } = await chunk(text, { path, maxTokens, overlap, minTokens: 0 });
  return [...draw(chunks, path, false)].join('').split('\n');
};

describe('draw', () => {
  it('marks a line with a cut inside, and continues to count lines', async () => {
    const lines = await drawn(`Start.\n${'word '.repeat(30).trim()}\nEnd.\n`, 'a.txt', 16);
    const numbered = lines.filter((line) => line.startsWith('│'));
    expect(numbered.filter((line) => line.startsWith('│ 2  ⋯ word')).length).toBeGreaterThan(0);
    expect(numbered.some((line) => line.startsWith('│ 2  word'))).toBe(true);
    expect(numbered.at(-1)).toMatch(/^│ 3 {2}End\.$/);
  });

  it('shows every line once, and states the overlap', async () => {
    const text = Array.from({ length: 20 }, (_, i) => `Line ${i} of a text.\n`).join('');
    const lines = await drawn(text, 'a.log', 32, 8);
    const shown = lines.flatMap((line) => /^│ +\d+ {2}(.*)$/.exec(line)?.[1] ?? []);
    expect(`${shown.join('\n')}\n`).toBe(text);
    expect(lines.filter((line) => /^├─ .* \d+ tokens \(\d+ characters repeated\)$/.test(line)).length).toBeGreaterThan(
      1,
    );
  });

  it('leaves out outlines, which are not part of the text', async () => {
    const method = (name: string): string =>
      `    def ${name}(self):\n        return "${name} ${'and on '.repeat(9)}"\n`;
    const lines = await drawn(`class Big:\n${['one', 'two', 'three'].map(method).join('\n')}`, 'big.py', 40);
    expect(lines[0]).toMatch(/ · 1 outline besides$/);
    const shown = lines.flatMap((line) => /^│ +(\d+) /.exec(line)?.[1] ?? []);
    expect(shown).toEqual(shown.map((_, i) => String(i + 1)));
  });

  it('draws nothing without chunks', async () => {
    expect(await drawn(' \n', 'a.txt', 16)).toEqual(['']);
  });

  it('escapes control characters of names and texts', async () => {
    const lines = await drawn('one\x1b[2J\x07\ttab\n', 'a\x1b[31m\n.txt', 512);
    expect(lines[0]).toMatch(/^a\\x1b\[31m\\x0a\.txt · /);
    expect(lines[2]).toBe('│ 1  one\\x1b[2J\\x07\ttab');
  });
});

describe('visible', () => {
  it('keeps letters, tabs and emoji, and escapes the rest', () => {
    expect(visible('añ😀\t中')).toBe('añ😀\t中');
    expect(visible('\x00\x1b\x7f\x9b\u202e\r\n')).toBe('\\x00\\x1b\\x7f\\x9b\\u202e\\x0d\\x0a');
  });
});
