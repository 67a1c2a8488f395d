import { describe, expect, it } from 'vitest';
import { cut } from '../../src/chunk/cut.js';
import { limits, type SizingLayer } from '../../src/options.js';
import type { Parser } from '../../src/parse/index.js';
import { prove } from '../../src/pipeline/verify.js';
import { sourceFromText } from '../../src/sources/read.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import type { Cut, Node } from '../../src/types.js';
import { sections } from './cutLetters.js';
import { grow, type Tree } from './grow.js';

const counter = tokenizer('cl100k_base');

/** Cuts, and holds the promises against what comes out. */
function cutTree(tree: Tree, sizing: SizingLayer): Cut & { readonly text: string } {
  const { node, text } = grow(tree);
  const source = sourceFromText(text, { tree: 'main', path: 'a.md', language: 'markdown' });
  const within = limits(sizing);
  const result = cut(source, node, { parser: sections, limits: within, tokenizer: counter });
  const { maxTokens } = within;
  const proof = prove({ bytes: Buffer.from(text), ...result, tokenizer: counter, maxTokens });
  expect(proof.failures).toEqual([]);
  return { ...result, text };
}

const head = (length: number) => ({ start: 0, end: length });
const section = (name: string, heading: string, ...inside: Tree[]): Tree => ({
  kind: 'section',
  name,
  text: heading,
  head: head(heading.length),
  inside,
});

describe('the lead of a chunk', () => {
  const header = '| wood | hardness |\n|------|----------|\n';
  const rows = Array.from({ length: 300 }, (_, i): Tree => ({ kind: 'row', text: `| oak ${i} | ${i * 7} |\n` }));
  const table: Tree = { kind: 'table', text: header, lead: head(header.length), inside: rows };

  it('is added to every chunk but the one that contains it, and never to the text', () => {
    const { chunks } = cutTree({ inside: [table] }, { maxTokens: 100 });
    expect(chunks.length).toBeGreaterThan(10);
    expect(chunks[0].content.startsWith(header)).toBe(true);
    expect(chunks[0]).not.toHaveProperty('context');
    for (const draft of chunks.slice(1)) {
      expect(draft.context).toBe(header);
      expect(draft.content).not.toContain('hardness');
    }
  });

  it('counts towards the cap, and changes what is embedded', () => {
    const { chunks } = cutTree({ inside: [table] }, { maxTokens: 64 });
    for (const draft of chunks) expect(counter.count((draft.context ?? '') + draft.content)).toBeLessThanOrEqual(64);
    expect(chunks[1].embedHash).not.toBe(chunks[1].contentHash);
  });

  it('stays with rows that join the text after the table', () => {
    const after: Tree = { kind: 'paragraph', text: 'That was all.\n', grain: 'prose' };
    const { chunks } = cutTree({ inside: [table, after] }, { maxTokens: 100 });
    const last = chunks.at(-1);
    expect(last?.content).toContain('That was all.');
    if (last?.content.includes('| oak')) expect(last.context).toBe(header);
    else expect(last).not.toHaveProperty('context');
  });

  it('leaves its chunk at least half of the room', () => {
    const long = `| ${'word '.repeat(200)}|\n`;
    const wide: Tree = { kind: 'table', text: long, lead: head(long.length), inside: rows };
    const { chunks } = cutTree({ inside: [wide] }, { maxTokens: 60 });
    const last = chunks.at(-1);
    expect(long.startsWith(last?.context ?? '?')).toBe(true);
    expect(counter.count(last?.context ?? '')).toBeLessThanOrEqual(30);
    expect(last?.content).toContain('| oak 299 |');
  });

  it('is added to the lines of a leaf that is too large', () => {
    const fence = '```js\n';
    const code: Tree = { kind: 'fence', text: `${fence}${'call();\n'.repeat(200)}\`\`\`\n`, lead: head(fence.length) };
    const { chunks } = cutTree({ inside: [code] }, { maxTokens: 50, overlap: 0 });
    expect(chunks.slice(1).map((draft) => draft.context)).toEqual(chunks.slice(1).map(() => fence));
  });
});

describe('weight', () => {
  const paragraph = (text: string, weight?: number): Tree => ({
    kind: 'paragraph',
    text,
    grain: 'prose',
    ...(weight === undefined ? {} : { weight }),
  });

  it('keeps text of weight 0 apart, even in a document that would fit', () => {
    const { chunks } = cutTree(
      { inside: [paragraph('Before.\n'), paragraph('Contents: a, b.\n', 0), paragraph('After.\n')] },
      {},
    );
    expect(chunks.map((draft) => [draft.content, draft.metadata.weight])).toEqual([
      ['Before.\n', undefined],
      ['Contents: a, b.\n', 0],
      ['After.\n', undefined],
    ]);
  });

  it('keeps text of lower weight in a document that fits', () => {
    const { chunks } = cutTree({ inside: [paragraph('Yes.\n'), paragraph('> Is it?\n', 0.3)] }, {});
    expect(chunks.map((draft) => draft.content)).toEqual(['Yes.\n> Is it?\n']);
  });

  it('does not pack text of lower weight with other text', () => {
    const long = 'A sentence of some length stands here. '.repeat(8);
    const { chunks } = cutTree(
      { inside: [paragraph(`${long}\n`), paragraph('> Is it?\n', 0.3), paragraph('> It is.\n', 0.3), paragraph(long)] },
      { maxTokens: 100 },
    );
    for (const { content, metadata } of chunks) expect(metadata.weight).toBe(content.includes('>') ? 0.3 : undefined);
  });
});

describe('heading lines', () => {
  const document: Tree = {
    name: 'Wood',
    inside: [
      section(
        'Wood',
        '# Wood\n',
        { kind: 'paragraph', text: '\nIntro.\n\n' },
        section('Oak', '## Oak\n', { text: 'Hard.\n' }),
      ),
    ],
  };

  it('are in the first chunk of their section when every section is a chunk', () => {
    const { chunks } = cutTree(document, { granularity: 'node' });
    expect(chunks.map((draft) => draft.content)).toEqual(['# Wood\n\nIntro.\n\n', '## Oak\nHard.\n']);
  });

  it('stay in the text when neighbours share a chunk', () => {
    const { chunks, text } = cutTree(document, {});
    expect(chunks.map((draft) => draft.content)).toEqual([text]);
  });

  it('are never the last line of a chunk', () => {
    const filler = (word: string): Tree => ({
      kind: 'paragraph',
      text: `${`${word} `.repeat(45)}\n\n`,
      grain: 'prose',
    });
    const { chunks } = cutTree(
      {
        inside: [
          section('A', '# A\n\n', filler('alpha'), filler('beta')),
          section('B', '# B\n\n', filler('gamma'), filler('delta')),
        ],
      },
      { maxTokens: 60, minTokens: 0 },
    );
    for (const { content } of chunks) expect(content.trimEnd()).not.toMatch(/# [AB]$/);
  });

  it('name the document once in a breadcrumb', () => {
    const { chunks } = cutTree(document, { granularity: 'node' });
    expect(chunks.map(({ breadcrumb, id, parentId }) => [breadcrumb, id, parentId])).toEqual([
      ['> Wood', 'main:a.md#wood', 'main:a.md'],
      ['> Wood › Oak', 'main:a.md#oak', 'main:a.md#wood'],
    ]);
  });
});

describe('a definition and the comment about it', () => {
  const comment = `${'// A long explanation of what follows.\n'.repeat(8)}`;
  const body = `function f() {\n${'  call(1, 2, 3);\n'.repeat(6)}}\n`;

  it('are cut between the two if they do not fit together, and the definition stays whole', () => {
    const text = comment + body;
    const unit: Node = {
      kind: 'function',
      name: 'f',
      start: 0,
      end: text.length,
      children: [],
      grain: 'lines',
      doc: { start: 0, end: comment.length },
      head: { start: comment.length, end: comment.length + 'function f() {'.length },
    };
    const root: Node = { kind: 'document', start: 0, end: text.length, children: [unit], grain: 'lines' };
    const source = sourceFromText(text, { tree: 'main', path: 'a.js', language: 'javascript' });
    const code: Parser = { ...sections, sourceType: 'code', anchors: 'path', chunkType: () => 'function' };
    const { headings: _, ...plain } = code;
    const cap = Math.max(counter.count(comment), counter.count(body)) + 2;
    expect(counter.count(text)).toBeGreaterThan(cap);
    const { chunks } = cut(source, root, { parser: plain, limits: limits({ maxTokens: cap }), tokenizer: counter });
    expect(chunks.map((draft) => draft.content)).toEqual([comment, body]);
    expect(chunks[1].id).toBe('main:a.js#f');
  });
});
