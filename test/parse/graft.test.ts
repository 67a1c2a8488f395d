import { describe, expect, it } from 'vitest';
import { graft } from '../../src/parse/graft.js';
import { Formats } from '../../src/parse/index.js';
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

const read = async (inner: typeof source) => {
  const language = inner.language === 'py' ? 'python' : inner.language;
  return language === 'python' ? new Formats().parse({ ...inner, language }) : undefined;
};

describe('a language inside another', () => {
  it('has its tree where it stands in the whole text', async () => {
    const root = await graft(rootOver(fence('py')), source, host('path'), read);
    const [unit] = root.children[0].children;
    expect(unit.name).toBe('A');
    expect(text.slice(unit.start, unit.end)).toMatch(/^class A:/);
    const [method] = unit.children;
    expect(text.slice(method.start, method.end).trim()).toMatch(/^def b/);
    expect(method.head && text.slice(method.head.start, method.head.end)).toContain('def b(self):');
  });

  it('gives its symbols to the node, and no names where names are titles', async () => {
    const root = await graft(rootOver(fence('py')), source, host('slug'), read);
    expect(root.children[0].meta?.symbols).toEqual(['A', 'A.b']);
    expect(root.children[0].children.map((node) => node.name)).toEqual([undefined]);
  });

  it('is left as it is when nobody knows the language', async () => {
    const root = rootOver(fence('klingon'));
    expect(await graft(root, source, host('slug'), read)).toBe(root);
  });
});
