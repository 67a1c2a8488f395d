/** A chunk of an index is beneath one section: its id, its name and its headers are those of all of its text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { prepare } from '../../src/jobs/prepare.js';
import { chunk } from '../../src/pipeline/chunk.js';
import type { Chunk } from '../../src/schema.js';
import { folder } from '../folder.js';

const folders = ['docs', 'test/fixtures'];
const pages = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);

async function indexed(
  path: string,
  text: string,
): Promise<readonly Pick<Chunk, 'id' | 'content' | 'headers' | 'charStart' | 'charEnd'>[]> {
  const row = { tree: 'main', path, recipe: '', size: text.length, mtime: 0, hash: '' };
  const result = await prepare(text, row, {});
  if (!('prepared' in result)) throw new Error('nothing was prepared');
  return result.prepared.chunks.map(({ chunk: made }) => made);
}

interface Heading {
  readonly at: number;
  readonly title: string;
}

/** The headings of a page, read line by line: what is in a fence or a comment is none. */
function headings(text: string): Heading[] {
  let fence = '';
  let at = 0;
  return text
    .replace(/<!--.*?-->/gs, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line) => {
      const start = at;
      at += line.length + 1;
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence === '' ? mark !== '' : mark.startsWith(fence) && line.trim() === mark) fence = fence === '' ? mark : '';
      const title = fence === '' && mark === '' ? /^#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1] : undefined;
      return title === undefined ? [] : [{ at: start, title }];
    });
}

describe('sections in an index', () => {
  it.each(pages)('%s: every heading of a chunk is above it', async (path) => {
    const text = readFileSync(path, 'utf8');
    const all = headings(text);
    const chunks = await indexed(path, text);
    for (const { charStart, charEnd, headers } of chunks) {
      const above = Object.values(headers ?? {}).map(plain);
      const inside = all.filter(({ at }) => at >= charStart && at < charEnd);
      for (const { title } of inside) expect(above).toContain(plain(title));
    }
    expect(chunks.length).toBeGreaterThan(1);
  });

  it('gives small sections chunks of their own', async () => {
    const text = '# Guide\n\nRead it.\n\n## Install\n\nRun npm.\n\n### On a Mac\n\nUse brew.\n\n## Use\n\nCall it.\n';
    expect((await indexed('guide.md', text)).map(({ id, content }) => [id, content])).toEqual([
      ['main:guide.md#guide', '# Guide\n\nRead it.\n\n'],
      ['main:guide.md#install', '## Install\n\nRun npm.\n\n'],
      ['main:guide.md#on-a-mac', '### On a Mac\n\nUse brew.\n\n'],
      ['main:guide.md#use', '## Use\n\nCall it.\n'],
    ]);
  });

  it('begins a chunk with the heading of a section, however long the first block below it is', async () => {
    const felled = 'It is felled in winter, and split while it is green, along the grain. ';
    const items = Array.from({ length: 3 }, (_, i) => `- Sort ${i} of oak\n\n  ${felled.repeat(12).trim()}\n\n`);
    const text = `# Sorts of oak, and what is done with each\n\n${items.join('')}`;
    expect((await indexed('oak.md', text)).map(({ content }) => content)).toEqual([
      `# Sorts of oak, and what is done with each\n\n${items[0]}`,
      items[1],
      items[2],
    ]);
  });

  it.each([
    ['that only holds sections', 'quarry', 5],
    ['with nothing below it', 'appendix', 17],
  ])('finds a heading %s by its title', async (_, title, line) => {
    const root = folder({
      'guide.md':
        '# Guide\n\nRead it.\n\n## Quarry\n\n### Slate\n\nIt splits.\n\n### Chalk\n\nIt writes.\n\nAnd it is white.\n\n## Appendix\n',
      'other.md': '# Other\n\nOf chalk and slate.\n',
    });
    const engine = await open(root, { index: ':memory:' });
    await engine.sync();
    const { results } = await engine.search(title, { mode: 'keyword' });
    await engine.close();
    const [{ docId, chunks }] = results;
    const [first] = [...chunks].sort((a, b) => a.startLine - b.startLine);
    expect([docId, first.startLine]).toEqual(['main:guide.md', line]);
    expect(first.content.toLowerCase()).toContain(`## ${title}\n`);
  });

  it('names a chunk of several sections after the section around them', async () => {
    const text =
      '# Guide\n\nIt is short.\n\n## Install\n\nRun npm.\n\n## On a Mac\n\nUse brew and wait.\n\n## Use\n\nCall it now.\n';
    const { chunks } = await chunk(text, { path: 'guide.md', maxTokens: 26, granularity: 'pack' });
    const packed = chunks.find(({ metadata }) => metadata.names);
    expect(packed).toMatchObject({
      id: 'main:guide.md#guide~2',
      parentId: 'main:guide.md#guide',
      name: 'Guide',
      headers: { h1: 'Guide' },
      metadata: { names: ['Install', 'On a Mac', 'Use'] },
    });
  });
});

/** As a heading is shown: without marks of code and stress. */
const plain = (title: string): string => title.replace(/[`*_\\]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
