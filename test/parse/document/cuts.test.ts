/** The document parsers with the cutting loop: what is cut, and under what a chunk is read. */
import { describe, expect, it } from 'vitest';
import { cut } from '../../../src/chunk/cut.js';
import { type Granularity, limits } from '../../../src/options.js';
import { asciidoc } from '../../../src/parse/asciidoc.js';
import { csv } from '../../../src/parse/csv.js';
import { html } from '../../../src/parse/html.js';
import { latex } from '../../../src/parse/latex.js';
import { org } from '../../../src/parse/org.js';
import type { Parser } from '../../../src/parse/parser.js';
import { rst } from '../../../src/parse/rst.js';
import { chunk } from '../../../src/pipeline/chunk.js';
import { prove } from '../../../src/pipeline/verify.js';
import { tokenizer } from '../../../src/text/tokens/index.js';
import { rootOf, sourceOf } from './drawDocument.js';

const counter = tokenizer('cl100k_base');

function cutOf(parser: Parser, text: string, maxTokens: number, granularity: Granularity = 'pack') {
  const settings = { parser, tokenizer: counter, limits: limits({ maxTokens, granularity, overlap: 0 }) };
  const result = cut(sourceOf(text, parser.id), rootOf(parser, text), settings);
  const { failures } = prove({ bytes: Buffer.from(text), ...result, tokenizer: counter, maxTokens });
  expect(failures).toEqual([]);
  return result;
}

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

/** A long table in each format: its header, its rows, and what opens and closes it. */
const tables: readonly [Parser, string, (i: number) => string, string][] = [
  [rst, '=====  =====\nwood   hard\n=====  =====\n', (i) => `oak${i}   yes, quite\n`, '=====  =====\n'],
  [org, '| wood | hard |\n|------+------|\n', (i) => `| oak${i} | yes, quite |\n`, ''],
  [asciidoc, '|===\n|wood |hard\n\n', (i) => `|oak${i} |yes, quite\n`, '|===\n'],
  [
    latex,
    '\\begin{tabular}{ll}\nwood & hard \\\\\n\\hline\n',
    (i) => `oak${i} & yes, quite \\\\\n`,
    '\\end{tabular}\n',
  ],
  [html, '<table>\n<tr><th>wood<th>hard</tr>\n', (i) => `<tr><td>oak${i}<td>yes, quite</tr>\n`, '</table>\n'],
  [csv, 'wood,hard\n', (i) => `oak${i},"yes, quite"\n`, ''],
];

describe.each(tables)('$id', (parser, header, row, end) => {
  it('splits no row, and has the header in the context of all chunks but the first', () => {
    const text = `${header}${lines(200, row)}${end}`;
    const { chunks } = cutOf(parser, text, 100);
    expect(chunks.length).toBeGreaterThan(10);
    expect(chunks[0].content.startsWith(header)).toBe(true);
    for (const { content, context } of chunks.slice(1)) {
      expect(context).toBe(header);
      expect(content).not.toContain(header.trim());
      expect(content).toMatch(/^\S*\s?(?:<tr><td>)?oak\d/);
      expect(content.endsWith('\n')).toBe(true);
    }
  });
});

/** Two sections of two paragraphs in each format. */
const documents: readonly [Parser, string][] = [
  [rst, 'Wood\n====\n\nOak is hard.\n\nFir is not.\n\nIron\n====\n\nIron rusts.\n\nSteel less.\n'],
  [org, '* Wood\nOak is hard.\n\nFir is not.\n* Iron\nIron rusts.\n\nSteel less.\n'],
  [asciidoc, '== Wood\n\nOak is hard.\n\nFir is not.\n\n== Iron\n\nIron rusts.\n\nSteel less.\n'],
  [latex, '\\section{Wood}\nOak is hard.\n\nFir is not.\n\n\\section{Iron}\nIron rusts.\n\nSteel less.\n'],
  [html, '<h2>Wood</h2>\n<p>Oak is hard.\n<p>Fir is not.\n<h2>Iron</h2>\n<p>Iron rusts.\n<p>Steel less.\n'],
];

describe.each(documents)('$id', (parser, text) => {
  it('has a chunk for every section, with its heading, with granularity node', () => {
    const { chunks } = cutOf(parser, text, 100, 'node');
    expect(chunks.map(({ name, chunkType }) => [name, chunkType])).toEqual([
      ['Wood', 'markdown_section'],
      ['Iron', 'markdown_section'],
    ]);
    expect(chunks.map(({ id }) => id.replace(/^.*#/, ''))).toEqual(['wood', 'iron']);
    expect(chunks.map(({ content }) => content).join('')).toBe(text);
    const level = parser === asciidoc || parser === html ? 2 : 1;
    expect(chunks[1]).toMatchObject({ headers: { [`h${level}`]: 'Iron' }, headingLevel: level, isCode: false });
  });

  it('stays whole if it fits', () => {
    expect(cutOf(parser, text, 500).chunks.map(({ content }) => content)).toEqual([text]);
  });
});

/** Long code in each format, under the line that opens it. */
const codes: readonly [Parser, string, string, string][] = [
  [rst, '.. code-block:: python\n', '   call(some, thing)\n', ''],
  [org, '#+begin_src python\n', 'call(some, thing)\n', '#+end_src\n'],
  [asciidoc, '[source,python]\n----\n', 'call(some, thing)\n', '----\n'],
  [latex, '\\begin{minted}{python}\n', 'call(some, thing)\n', '\\end{minted}\n'],
];

describe.each(codes)('$id', (parser, opening, line, end) => {
  it('has the opening line in every chunk of code', () => {
    const { chunks } = cutOf(parser, `${opening}\n${line.repeat(200)}${end}`, 100);
    expect(chunks.length).toBeGreaterThan(5);
    for (const item of chunks.slice(1)) expect([item.context, item.isCode]).toEqual([opening, true]);
  });
});

it('keeps scripts apart from the text, with no weight', () => {
  const script = `<script>\n${'call(some, thing);\n'.repeat(10)}</script>\n`;
  const { chunks } = cutOf(html, `<p>One.\n${script}<p>Two.\n`, 200);
  expect(chunks.map(({ metadata }) => metadata.weight ?? 1)).toEqual([1, 0, 1]);
  expect(chunks[1].content).toBe(script);
});

it('adds the metadata of an Org heading to its chunks', () => {
  const { chunks } = cutOf(org, '* TODO [#B] Wood :saw:\nOak.\n', 50);
  expect(chunks[0].metadata).toMatchObject({ todo: 'TODO', priority: 'B', tags: ['saw'] });
});

it('lists the symbols of the code in a chunk, and the anchors', async () => {
  const text =
    '.. _w:\n\nWood\n====\n\n.. code-block:: python\n\n   class A:\n       def m(self):\n           return 1\n';
  const { chunks } = await chunk(text, { path: 'a.rst' });
  expect(chunks.map(({ metadata }) => metadata)).toMatchObject([{ symbols: ['A', 'A.m'], anchors: ['w'] }]);
});
