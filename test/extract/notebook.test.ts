import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notebook } from '../../src/extract/notebook.js';
import { bytesOf, drawParts, expectSound, extractFrom } from './extracting.js';

const file = (cells: readonly unknown[], metadata: object = { language_info: { name: 'python' } }): string =>
  JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });

const code = (source: string | string[], outputs: unknown[] = [], execution_count: number | null = null) => ({
  cell_type: 'code',
  source,
  outputs,
  execution_count,
  metadata: {},
});
const markdown = (source: string | string[]) => ({ cell_type: 'markdown', source, metadata: {} });

describe('a notebook', () => {
  it('becomes cells in order, each with its output', async () => {
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: ['one\n', 'two\n'] },
      { output_type: 'execute_result', data: { 'text/plain': '<Frame>', 'text/html': '<table>' } },
      { output_type: 'display_data', data: { 'image/png': 'iVBOR', 'text/plain': ['<Figure>'] } },
      { output_type: 'error', ename: 'ValueError', evalue: 'no such column', traceback: ['\u001b[31mx'] },
    ];
    const taken = await extractFrom(
      notebook,
      file([markdown(['# Prices\n', '\n', 'Text.']), code('x = 1', outputs, 7), { cell_type: 'raw', source: 'raw' }]),
      'a.ipynb',
    );
    expectSound(taken);
    expect(drawParts(taken)).toBe(
      [
        'markdown "# Prices\\n\\nText."',
        'code "x = 1"',
        'output ×0.3 "one\\ntwo"',
        'output ×0.3 "<Frame>"',
        'output ×0.3 "<Figure>\\n[image/png]"',
        'output ×0.3 "ValueError: no such column"',
        'raw "raw"',
      ].join('\n'),
    );
    expect(taken.text.startsWith('# Prices\n\nText.\n\nx = 1\n\none\ntwo\n\n<Frame>')).toBe(true);
    expect(taken.parts[1].meta).toEqual({ cell: 2, cell_type: 'code', execution_count: 7 });
    expect(taken.metadata).toEqual({ title: 'Prices', kernel_language: 'python', cell_count: 3 });
  });

  it('has the language and the span of each cell', async () => {
    const taken = await extractFrom(
      notebook,
      file([markdown('*hi*'), code('%%bash -e\nls\n'), code('%%time\nx = 1'), code('%%capture')], {
        kernelspec: { language: 'R' },
      }),
      'a.ipynb',
    );
    const inner = taken.parts.map((part) => part.inner && [part.inner.language, sliced(taken.text, part.inner)]);
    expect(inner).toEqual([['markdown', '*hi*\n'], ['bash', 'ls\n'], ['r', 'x = 1\n'], undefined]);
  });

  it('reads the older format', async () => {
    const old = {
      nbformat: 3,
      metadata: { name: 'x' },
      worksheets: [
        {
          cells: [
            { cell_type: 'heading', level: 2, source: ['Part'] },
            {
              cell_type: 'code',
              language: 'python',
              input: ['print(1)'],
              prompt_number: 3,
              outputs: [
                { output_type: 'stream', text: ['1\n'] },
                { output_type: 'pyout', png: 'iVBOR', text: ['<Plot>'] },
                { output_type: 'pyerr', ename: 'E', evalue: 'v' },
              ],
            },
          ],
        },
      ],
    };
    const taken = await extractFrom(notebook, JSON.stringify(old), 'a.ipynb');
    expectSound(taken);
    expect(taken.text).toBe('## Part\n\nprint(1)\n\n1\n\n<Plot>\n[image/png]\n\nE: v\n');
    expect(taken.parts[1].inner?.language).toBe('python');
    expect(taken.parts[1].meta).toMatchObject({ cell: 2, execution_count: 3 });
  });

  it('limits the output of a cell', async () => {
    const taken = await extractFrom(
      notebook,
      file([code('f()', [{ output_type: 'stream', text: 'x'.repeat(50_000) }])]),
      'a.ipynb',
    );
    expect(taken.text.length).toBeLessThan(2100);
    expect(taken.text.trimEnd().endsWith('x …')).toBe(true);
  });

  it('is read as plain text if it is not a notebook', async () => {
    for (const broken of ['', '{"cells": [', 'null', '[]', '{"cells": 3}', '{}'])
      expect(await notebook.extract(bytesOf(broken), 'a.ipynb')).toBeUndefined();
  });

  it('accepts any cells', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.array(fc.string({ maxLength: 9 })));
    const cell = fc.record({
      cell_type: fc.constantFrom('code', 'markdown', 'raw', 'heading', 'other'),
      source: fc.oneof(text, fc.anything()),
      outputs: fc.oneof(fc.array(fc.record({ output_type: fc.constantFrom('stream', 'x'), text })), fc.anything()),
      execution_count: fc.anything(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 6 }), async (cells) => {
        const taken = await notebook.extract(bytesOf(file(cells)), 'a.ipynb');
        if (taken) expectSound(taken);
        expect(await notebook.extract(bytesOf(file(cells)), 'a.ipynb')).toEqual(taken);
      }),
    );
  });
});

const sliced = (text: string, { start, end }: { start: number; end: number }): string => text.slice(start, end);
