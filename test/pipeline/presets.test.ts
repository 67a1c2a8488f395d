/** Each preset, by what it is known for. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presetNames } from '../../src/options.js';
import { type ChunkOptions, chunk } from '../../src/pipeline/chunk.js';
import { tokenizer } from '../../src/text/tokens/index.js';

const client = `class HTTPClient:
    """Client for making HTTP requests."""

    def get(self, url):
        """Send GET request."""
        return self._request("GET", url)

    def post(self, url, data):
        """Send POST request."""
        return self._request("POST", url, data)
`;

const guide = `# Getting Started
This is an introduction.

## Installation
Install the package.

### MacOS Installation
Use Homebrew:
\`\`\`bash
brew install httpx
\`\`\`
`;

const cut = async (path: string, text: string, options: ChunkOptions) =>
  (await chunk(text, { path, ...options })).chunks;

describe('unified-schema', () => {
  const preset = 'unified-schema';

  it('makes a chunk of the signatures of a class, and one of each method', async () => {
    const chunks = await cut('client.py', client, { preset });
    expect(chunks.map(({ chunkType, fullName, content }) => [chunkType, fullName, content.trim()])).toEqual([
      [
        'class',
        'HTTPClient',
        'class HTTPClient:\n    """Client for making HTTP requests."""\n    def get(self, url):\n    def post(self, url, data):',
      ],
      [
        'method',
        'HTTPClient.get',
        'def get(self, url):\n        """Send GET request."""\n        return self._request("GET", url)',
      ],
      [
        'method',
        'HTTPClient.post',
        'def post(self, url, data):\n        """Send POST request."""\n        return self._request("POST", url, data)',
      ],
    ]);
    expect(chunks.map(({ position }) => position)).toEqual([0, 1, 2]);
    for (const { metadata } of chunks) expect(metadata.alias).toMatch(/^[0-9a-f]{16}$/);
  });

  it('makes a chunk of every section, with its headings', async () => {
    const chunks = await cut('guide.md', guide, { preset });
    expect(chunks.map(({ headers, headingLevel, isCode }) => [headers, headingLevel, isCode])).toEqual([
      [{ h1: 'Getting Started' }, 1, false],
      [{ h1: 'Getting Started', h2: 'Installation' }, 2, false],
      [{ h1: 'Getting Started', h2: 'Installation', h3: 'MacOS Installation' }, 3, true],
    ]);
  });

  it('keeps headings below the fourth level in the section above, and leaves tables of contents out', async () => {
    const text =
      '# A\n\nElm.\n\n## Table of Contents\n\n- [One](#one)\n- [Two](#two)\n\n## One\n\nwood\n\n### C\n\noak\n\n#### Two\n\nash\n\n##### E\n\nyew\n';
    const names = (await cut('guide.md', text, { preset })).map(({ name, content }) => [name, content.includes('yew')]);
    expect(names).toEqual([
      ['A', false],
      ['One', false],
      ['C', false],
      ['Two', true],
    ]);
  });

  it('cuts a section of more than 1,000 tokens between paragraphs, with an overlap of 200', async () => {
    const paragraph = (n: number) =>
      `Paragraph ${n} speaks of oak and ash. ${'They grow in the wood, slowly. '.repeat(12)}\n\n`;
    const text = `# Wood\n\n${Array.from({ length: 30 }, (_, n) => paragraph(n)).join('')}`;
    const chunks = await cut('wood.md', text, { preset });
    expect(chunks.length).toBeGreaterThan(2);
    const counter = tokenizer('cl100k_base');
    for (const { tokenCount, chunkType, headers, content, overlapChars } of chunks.slice(1)) {
      expect(tokenCount).toBeLessThanOrEqual(1000);
      expect([chunkType, headers]).toEqual(['markdown_section_chunk', { h1: 'Wood' }]);
      const repeated = counter.count(content.slice(0, overlapChars));
      expect(repeated).toBeGreaterThan(100);
      expect(repeated).toBeLessThanOrEqual(200);
    }
  });

  it('keeps text of up to 2,000 characters whole, whatever its tokens, and cuts longer text by lines', async () => {
    const dense = '森の木は古い\n'.repeat(285);
    expect(dense.length).toBe(1995);
    const [only, ...more] = await cut('wood.txt', dense, { preset });
    expect(only.tokenCount).toBeGreaterThan(512);
    expect([only.chunkType, more]).toEqual(['text_file', []]);
    const settings = Array.from({ length: 300 }, (_, n) => `key_${n} = "a value of number ${n}"\n`).join('');
    for (const options of [{ preset }, {}, { maxTokens: 900 }] as const) {
      const chunks = await cut('wood.toml', settings, options);
      expect(chunks.length).toBeGreaterThan(1);
      for (const { content } of chunks) {
        expect(content.length).toBeLessThanOrEqual(2000);
        expect(content.endsWith('\n')).toBe(true);
      }
    }
  });

  it('keeps imports of the file apart from those under a condition', async () => {
    const text =
      'import os\ntry:\n    import ujson as json\nexcept ImportError:\n    import json\nif os.name == "nt":\n    import winreg\n\n\ndef read(path):\n    return json.load(open(path))\n';
    const chunks = await cut('read.py', text, { preset });
    expect(chunks.find(({ name }) => name === 'read')?.imports).toEqual(['import os']);
  });
});

describe('heading-tree', () => {
  const preset = 'heading-tree';

  it('never cuts a section, and merges none', async () => {
    const text = `# Wood\n\nOak.\n\n## Ash\n\n${'Ash is tough and bends well. '.repeat(800)}\n\n## Yew\n\nOld.\n`;
    const chunks = await cut('wood.md', text, { preset });
    expect(chunks.map(({ id, depth }) => [id, depth])).toEqual([
      ['main:wood.md#wood', 1],
      ['main:wood.md#ash', 2],
      ['main:wood.md#yew', 2],
    ]);
    expect(chunks[1].tokenCount).toBeGreaterThan(4000);
    expect(chunks[1].breadcrumb).toBe('> Wood › Ash');
  });

  it('makes one chunk of a text without headings, named by the file without extension', async () => {
    const chunks = await cut('notes/wood.txt', 'Oak is hard.\n'.repeat(1000), { preset });
    expect(chunks.map(({ id, name }) => [id, name])).toEqual([['main:notes/wood.txt', 'wood']]);
  });
});

describe('token-windows', () => {
  const preset = 'token-windows';
  const words = (count: number): string => ' the'.repeat(count);

  it.each([
    [1199, 1],
    [1200, 1],
    [1201, 2],
    [1700, 2],
    [5400, 7],
  ])('cuts %i tokens into %i chunks', async (tokens, expected) => {
    const chunks = await cut('mail.txt', words(tokens), { preset });
    expect(chunks).toHaveLength(expected);
    expect(chunks[0].docId).toMatch(/^art_[0-9a-f]{8}$/);
    if (expected > 1) expect(chunks[0].id).toMatch(/^art_[0-9a-f]{8}::chunk::000::[0-9a-f]{8}$/);
  });

  it('has an overlap of 100 tokens, and correct offsets', async () => {
    const text = Array.from({ length: 900 }, (_, n) => `word${n} of the wood.\n`).join('');
    const chunks = await cut('mail.txt', text, { preset });
    const counter = tokenizer('cl100k_base');
    for (const { content, charStart, charEnd, overlapChars, tokenCount } of chunks.slice(1)) {
      expect(text.slice(charStart, charEnd)).toBe(content);
      expect(counter.count(content.slice(0, overlapChars))).toBe(100);
      expect(tokenCount).toBeLessThanOrEqual(900);
    }
  });
});

describe('governed', () => {
  const preset = 'governed';

  it('cuts along the structure, with an overlap only inside a cut unit', async () => {
    const text = readFileSync(new URL('../fixtures/service.py', import.meta.url), 'utf8');
    const chunks = await cut('service.py', text, { preset, maxTokens: 128 });
    for (const { overlapChars, partOf, tokenCount, synthetic, metadata } of chunks) {
      expect(tokenCount).toBeLessThanOrEqual(128);
      expect(synthetic).toBe(false);
      if (overlapChars > 0) expect(partOf).toBeGreaterThan(1);
      expect(metadata.source_id).toBe(chunks[0].metadata.source_id);
      expect(metadata.kinds).toBeDefined();
    }
  });

  it('has the boundary of a chunk', async () => {
    const chunks = await cut('guide.md', guide, { preset, granularity: 'node' });
    expect(chunks.map(({ metadata }) => metadata.context)).toEqual([
      { boundary: 'section', delimiter: '#', nesting: 1 },
      { boundary: 'section', delimiter: '##', nesting: 2 },
      { boundary: 'section', delimiter: '###', nesting: 3 },
    ]);
  });

  it('makes one chunk of a tiny file', async () => {
    expect(await cut('guide.md', guide, { preset })).toHaveLength(1);
  });
});

describe('units', () => {
  it('makes a chunk of every action of a controller, and a summary', async () => {
    const root = new URL('../fixtures/rails-app/', import.meta.url);
    const path = 'app/controllers/orders_controller.rb';
    const chunks = await cut(path, readFileSync(new URL(path, root), 'utf8'), { preset: 'units' });
    const names = chunks.map(({ id }) => id.replace(/^.*#/, ''));
    expect(names).toEqual(expect.arrayContaining(['OrdersController.create', 'OrdersController:summary']));
  });
});

it('other options override a preset', async () => {
  const chunks = await cut('client.py', client, { preset: 'unified-schema', granularity: 'pack' });
  expect(chunks).toHaveLength(1);
});

it.each(presetNames)('%s returns a diagnostic and no chunks for a binary file', async (preset) => {
  const { chunks, diagnostics } = await chunk(new Uint8Array([0, 1, 2, 0, 3]), { path: 'a.bin', preset });
  expect(chunks).toEqual([]);
  expect(diagnostics).toEqual([expect.objectContaining({ code: 'binary', path: 'a.bin' })]);
});
