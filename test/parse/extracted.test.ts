import { describe, expect, it } from 'vitest';
import { extracted, mergedMetadata } from '../../src/parse/extracted.js';
import { chunk } from '../../src/pipeline/chunk.js';
import type { Node } from '../../src/types.js';
import { sourceOf } from './document/drawDocument.js';

const node = (start: number, end: number, meta: Node['meta'], children: readonly Node[] = []): Node => ({
  kind: 'part',
  start,
  end,
  children,
  grain: 'prose',
  ...(meta ? { meta } : {}),
});

describe('the metadata of a chunk', () => {
  const [a, b] = [node(0, 10, undefined), node(10, 20, undefined)];
  const first = node(0, 20, { page: 1, size: 'a4' }, [a, b]);
  const second = node(20, 40, { page: 2, size: 'a5', author: 'Ann' }, [node(20, 30, { section: 'Use' })]);
  const root = node(0, 40, undefined, [first, second]);

  it('is that of the part around it', () => {
    expect(mergedMetadata(root, first, [a, b])).toEqual({ page: 1, size: 'a4' });
    expect(mergedMetadata(root, a, [])).toEqual({ page: 1, size: 'a4' });
  });

  it('is the first of several values, and all of them under their plural', () => {
    // There is no plural of sizes, and which of them it would be is not said.
    expect(mergedMetadata(root, root, [first, second])).toEqual({
      page: 1,
      pages: [1, 2],
      author: 'Ann',
      section: 'Use',
    });
  });

  it('is that of the nearest part around it', () => {
    const inner = node(22, 25, undefined);
    const nested = node(0, 40, { section: 'A' }, [node(20, 30, { section: 'A > B' }, [inner])]);
    expect(mergedMetadata(nested, inner, [])).toEqual({ section: 'A > B' });
  });

  it('has only the symbols of a grafted language', () => {
    const graft = node(0, 5, { level: 3 });
    const cell = { ...node(0, 10, { cell: 1, symbols: ['f'] }, [graft]), inner: { language: 'x', start: 0, end: 10 } };
    const other = node(10, 20, { cell: 2, symbols: ['f', 'g'] });
    const book = node(0, 20, undefined, [cell, other]);
    expect(mergedMetadata(book, graft, [graft])).toEqual({ cell: 1, symbols: ['f'] });
    expect(mergedMetadata(book, book, [cell, other])).toEqual({ cell: 1, cells: [1, 2], symbols: ['f', 'g'] });
  });
});

describe('an extracted source', () => {
  it('is left to other parsers if it is plain text', () => {
    expect(extracted.parse(sourceOf('text', 'text'))).toBeUndefined();
  });

  it('adds the headers of its mail and its thread to every chunk of a mailbox', async () => {
    const mail = (id: number, body: string): string =>
      `From a Tue Jan  2 10:15:03 2024\nFrom: a${id}@x\nSubject: Plan ${id}\nMessage-ID: <${id}@x>\nReferences: <0@x>\n\n${body}\n\n`;
    const box = mail(0, 'Hello.') + mail(1, 'Many words follow. '.repeat(200)) + mail(2, 'Bye.');
    const { chunks } = await chunk(box, { path: 'in.mbox', maxTokens: 128 });
    const long = chunks.filter(({ content }) => content.includes('Many words'));
    expect(long.length).toBeGreaterThan(3);
    for (const { metadata } of long)
      expect(metadata).toMatchObject({
        extracted: 'mail',
        from: 'a1@x',
        subject: 'Plan 1',
        message_id: '1@x',
        thread: '0@x',
      });
    expect(new Set(chunks.map(({ metadata }) => metadata.thread))).toEqual(new Set(['0@x']));
  });

  it('cuts the cells of a notebook by their own language', async () => {
    const functions = ['f', 'g', 'h'].map((name) => `def ${name}(x):\n    return ${'x + '.repeat(30)}x\n`);
    const cells = [
      { cell_type: 'markdown', source: '# Title\n\nText.' },
      { cell_type: 'code', source: functions.join('\n'), outputs: [] },
    ];
    const file = JSON.stringify({ cells, metadata: { language_info: { name: 'python' } } });
    const { chunks } = await chunk(file, { path: 'a.ipynb', maxTokens: 100 });
    for (const text of functions) expect(chunks.filter(({ content }) => content.includes(text.trim()))).toHaveLength(1);
    expect(chunks.at(-1)?.metadata).toMatchObject({
      extracted: 'notebook',
      cell: 2,
      cell_type: 'code',
      symbols: ['f', 'g', 'h'],
    });
    expect(chunks[0].breadcrumb).toContain('Title');
  });
});
