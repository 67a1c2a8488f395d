import { describe, expect, it } from 'vitest';
import { code } from '../../src/parse/code.js';
import { type FindInnerParsers, graft } from '../../src/parse/graft.js';
import type { Parser } from '../../src/parse/parser.js';
import { sourceFromText } from '../../src/sources/read.js';
import type { Node } from '../../src/types.js';

const text = 'Before.\n```py\nclass A:\n    def b(self):\n        return 1\n```\nAfter.\n';
const source = sourceFromText(text, { tree: 'main', path: 'a.md', language: 'markdown' });
const from = text.indexOf('class');
const to = text.lastIndexOf('```');

const fence = (language: string): Node => ({
  kind: 'fence',
  start: text.indexOf('```py'),
  end: to + 4,
  children: [],
  grain: 'lines',
  inner: { language, start: from, end: to },
});
const rootOver = (node: Node): Node => ({
  kind: 'document',
  start: 0,
  end: text.length,
  children: [node],
  grain: 'prose',
});

const host = (anchors: Parser['anchors']): Parser => ({
  id: 'host',
  sourceType: 'markdown',
  preset: {},
  anchors,
  chunkType: () => 'markdown_section',
  isUnit: () => false,
  parse: () => undefined,
});

const find: FindInnerParsers = ({ language }) =>
  language === 'py' ? { language: 'python', parsers: [code] } : undefined;

describe('a language inside another', () => {
  it('has its tree at its offsets in the whole text', async () => {
    const root = await graft(rootOver(fence('py')), source, host('path'), find);
    const [unit] = root.children[0].children;
    expect(unit.name).toBe('A');
    expect(text.slice(unit.start, unit.end)).toMatch(/^class A:/);
    const [method] = unit.children;
    expect(text.slice(method.start, method.end).trim()).toMatch(/^def b/);
    expect(method.head && text.slice(method.head.start, method.head.end)).toContain('def b(self):');
  });

  it('adds its symbols to the node, and no names in documents', async () => {
    const root = await graft(rootOver(fence('py')), source, host('slug'), find);
    expect(root.children[0].meta?.symbols).toEqual(['A', 'A.b']);
    expect(root.children[0].children.map((node) => node.name)).toEqual([undefined]);
  });

  it('is parsed once, when its children are needed', async () => {
    let times = 0;
    const counted: Parser = {
      ...code,
      parse: (inside, want) => {
        times++;
        return code.parse(inside, want);
      },
    };
    const root = await graft(rootOver(fence('py')), source, host('slug'), () => ({
      language: 'python',
      parsers: [counted],
    }));
    const [node] = root.children;
    expect(node.closed).toBe(true);
    expect(times).toBe(0);
    expect(node.children).toHaveLength(1);
    expect(node.meta?.symbols).toEqual(['A', 'A.b']);
    expect(times).toBe(1);
  });

  it('stays unchanged if its language is unknown', async () => {
    const root = rootOver(fence('klingon'));
    expect(await graft(root, source, host('slug'), find)).toBe(root);
  });
});
