/** Prose, lines and configuration: documents with their cuts drawn in, and the numbers of their rules. */
import { describe, expect, it } from 'vitest';
import { type Chunk, chunk, tokenizer } from '../../src/index.js';
import { cuts } from './cases.js';

const drafts = async (text: string, options: Parameters<typeof chunk>[1]): Promise<readonly Chunk[]> =>
  (await chunk(text, options)).chunks;

describe('prose', () => {
  it(
    'is cut between paragraphs',
    cuts(
      { path: 'a.txt', maxTokens: 16 },
      `
The first paragraph has a few words.
It has two lines.

--8<--
The second paragraph has some more words in it.
`,
    ),
  );

  it(
    'is cut after sentences if a line is too long',
    cuts(
      { path: 'a.txt', maxTokens: 12 },
      `
One sentence of several words here. --8<--
Another one that is about as long. --8<--
And a third that ends the paragraph.
`,
    ),
  );

  it('prefers two halves to a full chunk and a tiny one', async () => {
    const text = 'Some words in a paragraph of ten.\n\n'.repeat(6);
    const sizes = (await drafts(text, { path: 'a.txt', maxTokens: 48, overlap: 0 })).map((draft) => draft.tokenCount);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(10);
  });

  it('of at most the cap stays whole, under the name of its file', async () => {
    const [only, ...rest] = await drafts('Short.\n', { path: 'docs/notes.txt' });
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      id: 'main:docs/notes.txt',
      parentId: null,
      name: 'notes.txt',
      sourceType: 'text',
      chunkType: 'text_file',
      breadcrumb: '> notes.txt',
    });
  });

  it('repeats within the cap if it was cut', async () => {
    const text = Array.from({ length: 80 }, (_, i) => `Line number ${i} of this long text.\n`).join('');
    const chunks = await drafts(text, { path: 'a.txt', maxTokens: 128, overlap: 32 });
    expect(chunks.length).toBeGreaterThan(3);
    for (const draft of chunks.slice(1)) {
      const repeated = draft.content.slice(0, draft.overlapChars);
      expect(draft.overlapChars).toBeGreaterThan(0);
      expect(tokenizer('cl100k_base').count(repeated)).toBeLessThanOrEqual(32);
      expect(text.slice(0, draft.charStart + draft.overlapChars).endsWith(repeated)).toBe(true);
      expect(draft.tokenCount).toBeLessThanOrEqual(128);
    }
    expect(chunks[0]).toMatchObject({
      id: 'main:a.txt~1',
      parentId: 'main:a.txt',
      partIndex: 1,
      partOf: chunks.length,
      chunkType: 'text_file_chunk',
    });
  });
});

describe('lines, the last fallback', () => {
  it('are cut between lines and named by them', async () => {
    const text = Array.from({ length: 40 }, (_, i) => `${i} GET /index.html 200\n`).join('');
    const chunks = await drafts(text, { path: 'var/access.log', maxTokens: 128, overlap: 0 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const draft of chunks) {
      expect(draft.content.endsWith('\n')).toBe(true);
      expect(draft.name).toBe(`Filename: access.log, lines ${draft.startLine}–${draft.endLine}`);
    }
  });

  it(
    'are not cut inside a fence that would fit',
    cuts(
      { path: 'a.log', maxTokens: 28 },
      `
before before before before before before
before before before before before before
--8<--
\`\`\`
inside inside inside inside inside
inside inside inside inside inside
\`\`\`
after after after after after after
`,
    ),
  );

  it('cut a line of 60,000 characters at a delimiter if there is one', async () => {
    const line = 'key=value,other=thing;'.repeat(2728).slice(0, 60_000);
    const chunks = await drafts(line, { path: 'a.log', overlap: 0 });
    expect(chunks.map((draft) => draft.content).join('')).toBe(line);
    for (const draft of chunks.slice(0, -1)) expect(draft.content).toMatch(/[,;=]$/);
  });

  it('cut 60,000 letters without a delimiter within the cap', async () => {
    const chunks = await drafts('x'.repeat(60_000), { path: 'a.log' });
    expect(Math.max(...chunks.map((draft) => draft.tokenCount))).toBeLessThanOrEqual(512);
  });
});

describe('any script', () => {
  it('is cut between characters: emoji and Chinese at 16 tokens, without one U+FFFD', async () => {
    const text = '敏捷的棕色狐狸跳过了懒狗。👨‍👩‍👧‍👦🇩🇪😀🏳️‍🌈👍🏽'.repeat(40);
    const chunks = await drafts(text, { path: 'a.txt', maxTokens: 16, overlap: 0 });
    expect(chunks.map((draft) => draft.content).join('')).toBe(text);
    for (const draft of chunks) {
      expect(draft.content).not.toContain('\ufffd');
      expect(draft.content.isWellFormed()).toBe(true);
      expect(draft.tokenCount).toBeLessThanOrEqual(16);
    }
  });

  it('keeps a grapheme together if the cap allows it', async () => {
    const flag = '🏳️‍🌈';
    for (const draft of await drafts(flag.repeat(50), { path: 'a.txt', maxTokens: 64, overlap: 0 })) {
      expect(draft.content.length % flag.length).toBe(0);
    }
  });
});

describe('configuration', () => {
  const entry = (i: number): string => `key_${i} = "a value of some length, number ${i}"\n`;

  it('of at most 2,000 characters is one chunk', async () => {
    const text = `${entry(1).padEnd(1999, '#')}\n`;
    expect(await drafts(text, { path: 'a.toml', maxTokens: 8000, maxChars: 2000 })).toHaveLength(1);
    expect(await drafts(`${text}#`, { path: 'a.toml', maxTokens: 8000, maxChars: 2000 })).toHaveLength(2);
  });

  it('beyond that is cut so that no chunk has more', async () => {
    const text = Array.from({ length: 300 }, (_, i) => entry(i)).join('');
    const chunks = await drafts(text, { path: 'pyproject.toml', maxTokens: 8000, maxChars: 2000 });
    for (const draft of chunks) {
      expect(draft.content.length).toBeLessThanOrEqual(2000);
      expect(draft).toMatchObject({
        sourceType: 'text',
        chunkType: 'text_file_chunk',
        fileExtension: '.toml',
        filename: 'pyproject.toml',
      });
    }
    expect(chunks.map((draft) => draft.content).join('')).toBe(text);
  });

  it(
    'keeps its tables together',
    cuts(
      { path: 'a.toml', maxTokens: 24, minTokens: 0 },
      `
[project]
name = "froe"
version = "1.0"

--8<--
[tool.lint]
rules = ["a", "b"]
width = 100
`,
    ),
  );

  it('counts whitespace-free text by its tokens, not as one word', async () => {
    const [draft] = await drafts(`{"k":"${'ab'.repeat(100)}"}`, { path: 'a.json' });
    expect(draft.tokenCount).toBeGreaterThan(20);
  });
});

describe('a prefix', () => {
  it('counts towards the cap, on the embedded string', async () => {
    const text = 'Some words in a row. '.repeat(200);
    const prefix = ({ filePath, breadcrumb }: { filePath: string; breadcrumb: string }): string =>
      `# File: ${filePath}\n# ${breadcrumb}\n`;
    const chunks = await drafts(text, { path: 'docs/a.txt', maxTokens: 64, prefix });
    for (const draft of chunks) {
      const embedded = prefix(draft) + draft.content;
      expect(tokenizer('cl100k_base').count(embedded)).toBeLessThanOrEqual(64);
      expect(draft.embedHash).not.toBe(draft.contentHash);
    }
  });

  it('longer for one chunk than for another still fits', async () => {
    const text = Array.from(
      { length: 12 },
      (_, i) => `[table_${'x'.repeat(i * 3)}]\n${'key = "some value"\n'.repeat(6)}`,
    ).join('');
    const prefix = ({ name }: { name: string }): string => `${name} `.repeat(3);
    for (const draft of await drafts(text, { path: 'a.toml', maxTokens: 64, prefix })) {
      expect(tokenizer('cl100k_base').count(prefix(draft) + draft.content)).toBeLessThanOrEqual(64);
    }
  });

  it('that leaves no room is refused', async () => {
    await expect(chunk('text', { maxTokens: 16, prefix: () => 'word '.repeat(20) })).rejects.toThrow(
      /more than half of maxTokens/,
    );
  });
});

describe('a tokenizer of the caller', () => {
  it('is used, even if its counts do not add up', async () => {
    const odd = { name: 'odd', count: (text: string) => Math.ceil(text.length / 3) + (text.includes('q') ? 7 : 0) };
    const text = 'the quick brown fox jumps over the lazy dog and then some more\n'.repeat(60);
    const { chunks } = await chunk(text, { path: 'a.txt', maxTokens: 40, tokenizer: odd });
    expect(chunks.map((draft) => draft.content.slice(draft.overlapChars)).join('')).toBe(text);
    for (const draft of chunks) {
      expect(odd.count(draft.content)).toBeLessThanOrEqual(40);
      expect(draft.tokenCount).toBe(odd.count(draft.content));
      expect(draft.metadata.tokenizer).toBe('odd');
    }
  });
});
