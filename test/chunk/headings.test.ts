/** The heading of a chunk: its title and its slug in the record, and headings that have nothing below them. */
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { type ChunkOptions, chunk } from '../../src/pipeline/chunk.js';
import { folder } from '../folder.js';

const guide = [
  '---\ntitle: All of it\n---\nBefore all.\n',
  '# Setup\n\nGet it.\n',
  '## On a Mac\n\nUse brew.\n',
  '## Troubleshooting\n',
  '# Setup\n\nAgain.\n',
].join('\n');

const headings = async (text: string, options: ChunkOptions): Promise<unknown[]> =>
  (await chunk(text, { path: 'docs/guide.md', ...options })).chunks.map(({ id, title, slug }) => [
    id.replace('main:docs/', ''),
    title,
    slug,
  ]);

describe('a chunk of a document', () => {
  it('has title and slug of its section, or the title of the document without a slug', async () => {
    expect(await headings(guide, { granularity: 'node' })).toEqual([
      ['guide.md', 'All of it', null],
      ['guide.md#setup', 'Setup', 'setup'],
      ['guide.md#on-a-mac', 'On a Mac', 'on-a-mac'],
      ['guide.md#troubleshooting', 'Troubleshooting', 'troubleshooting'],
      ['guide.md#setup-1', 'Setup', 'setup-1'],
    ]);
  });

  it('has those of the section it is a part of', async () => {
    const long = `# Wood\n\n${'Oak is hard. '.repeat(40)}\n`;
    const found = await headings(long, { maxTokens: 64, overlap: 0 });
    expect(found.length).toBeGreaterThan(1);
    for (const [i, one] of found.entries()) expect(one).toEqual([`guide.md#wood~${i + 1}`, 'Wood', 'wood']);
  });

  it('has those of the section around all its nodes', async () => {
    const packed = '# Wood\n\n## Oak\n\nHard.\n\n## Pine\n\nSoft.\n\n# Iron\n\nRusts.\n';
    expect(await headings(packed, { maxTokens: 18 })).toEqual([
      ['guide.md#wood', 'Wood', 'wood'],
      ['guide.md#iron', 'Iron', 'iron'],
    ]);
  });

  it('that is the whole document has its title', async () => {
    expect(await headings('# Wood\n\nGrows.\n', { granularity: 'pack' })).toEqual([['guide.md', 'Wood', null]]);
    expect(await headings('Grows.\n', {})).toEqual([['guide.md', 'guide.md', null]]);
  });

  it('of code inside it has the heading of the section, not the name of the code', async () => {
    const code = `\`\`\`py\n${'def f():\n    return 1\n\n'.repeat(12)}\`\`\`\n`;
    const found = await headings(`# Use\n\n${code}`, { maxTokens: 64 });
    expect(found.length).toBeGreaterThan(1);
    for (const one of found) expect(one).toMatchObject([expect.any(String), 'Use', 'use']);
  });

  it('in another format has them too', async () => {
    const { chunks } = await chunk('Wood\n====\n\nGrows.\n\nOak\n---\n\nHard.\n', {
      path: 'a.rst',
      granularity: 'node',
    });
    expect(chunks.map(({ title, slug }) => [title, slug])).toEqual([
      ['Wood', 'wood'],
      ['Oak', 'oak'],
    ]);
  });
});

it('a chunk of plain text has the file name without extension as title; one of code has none', async () => {
  const [plain] = (await chunk('Grows.\n', { path: 'notes/todo.list.txt' })).chunks;
  expect([plain.title, plain.slug]).toEqual(['todo.list', null]);
  const [code] = (await chunk('x = 1\n', { path: 'a.py' })).chunks;
  expect([code.title, code.slug]).toEqual([undefined, undefined]);
});

it('a heading without text, in a quote or in a list is found by its title', async () => {
  const text = `${guide}\n> ## Warranty\n> None at all.\n\n- ## Plumbing\n  Pipes.\n`;
  const froe = await open(folder({ 'guide.md': text, 'b.md': '# Other\n\nWords.\n' }), {
    index: ':memory:',
    embedder: 'none',
  });
  await froe.sync();
  for (const [title, level] of [
    ['Troubleshooting', 2],
    ['Warranty', 2],
    ['Plumbing', 2],
  ] as const) {
    const [first] = (await froe.search(title.toLowerCase())).results;
    expect(first.chunks[0]).toMatchObject({ title, slug: title.toLowerCase(), headingLevel: level });
    expect((await froe.get(`guide.md#${title.toLowerCase()}`)).text).toContain(title);
  }
  await froe.close();
});
