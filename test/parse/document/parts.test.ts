/** What the readers of documents are made of. */
import { describe, expect, it } from 'vitest';
import { MAX_BLOCK_DEPTH } from '../../../src/parse/document/block.js';
import { Closers, DocumentLines, indentedEnd } from '../../../src/parse/document/lines.js';
import { headersOf, pathTo } from '../../../src/parse/document/sections.js';
import { BlockStack } from '../../../src/parse/document/stack.js';
import type { Node } from '../../../src/types.js';
import { nodesOf, sourceOf } from './drawDocument.js';

const linesOf = (text: string): DocumentLines => new DocumentLines(sourceOf(text));
const node = (kind: string, start: number, end: number, children: Node[] = [], more: Partial<Node> = {}): Node => ({
  kind,
  start,
  end,
  children,
  grain: 'prose',
  ...more,
});

describe('Lines', () => {
  it('finds where the text of a line begins and ends, whatever its line end', () => {
    const lines = linesOf('\ufeff  a b \r\n\t\rc');
    expect(lines.count).toBe(3);
    expect([lines.start(0), lines.first(0), lines.stop(0), lines.end(0)]).toEqual([1, 3, 6, 9]);
    expect([lines.isBlank(0), lines.isBlank(1), lines.isBlank(2), lines.isBlank(3)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(lines.trimmed(0)).toBe('a b');
    expect(linesOf('').count).toBe(0);
  });

  it('counts columns, with tabs to multiples of eight', () => {
    expect(linesOf('  \tx').indent(0)).toBe(8);
    expect(linesOf('\t x').indent(0)).toBe(9);
  });

  it('finds the end of what is indented, without the blank lines after it', () => {
    expect(indentedEnd(linesOf('- a\n  b\n\n  c\n\nd\n'), 0, 6, 0)).toBe(4);
  });
});

it('Closers find the next line of a kind', () => {
  const closers = new Closers();
  for (const line of [2, 5, 9]) closers.add('x', line);
  expect([0, 2, 3, 9, 10].map((line) => closers.next('x', line))).toEqual([2, 2, 5, 9, -1]);
  expect(closers.next('y', 0)).toBe(-1);
});

describe('headers', () => {
  const leaf = node('paragraph', 6, 8);
  const inner = node('section', 4, 8, [leaf], { name: 'Oak', meta: { level: 3 } });
  const outer = node('section', 2, 8, [inner], { name: 'Wood', meta: { level: 1 } });
  const root = node('document', 0, 10, [node('paragraph', 0, 2), outer]);

  it('are those of all sections down to a node', () => {
    expect(pathTo(root, leaf)).toEqual([outer, inner, leaf]);
    expect(headersOf(pathTo(root, leaf))).toEqual({ headers: { h1: 'Wood', h3: 'Oak' }, headingLevel: 3 });
  });

  it('are none above the first heading, and have no name below the sixth level', () => {
    expect(headersOf(pathTo(root, root.children[0]))).toEqual({ headers: {}, headingLevel: null });
    expect(headersOf([node('section', 0, 1, [], { name: 'x', meta: { level: 9 } })])).toEqual({
      headers: {},
      headingLevel: 6,
    });
  });
});

describe('BlockStack', () => {
  const frame = (name: string, start: number) => ({
    kind: 'box',
    name,
    start,
    openingEnd: start + 1,
    grain: 'prose' as const,
  });
  const paragraph = (start: number): Node => node('paragraph', start, start + 1);

  it('puts blocks into the open one, and its opening into its lead', () => {
    const stack = new BlockStack();
    stack.open(frame('a', 0));
    stack.add(paragraph(1));
    stack.add(paragraph(2));
    stack.close('a', 4);
    expect(stack.blocks).toMatchObject([{ kind: 'box', start: 0, end: 4, lead: { start: 0, end: 1 } }]);
    expect(stack.blocks[0].children).toHaveLength(2);
  });

  it('closes the blocks inside a closed one', () => {
    const stack = new BlockStack();
    stack.open(frame('a', 0));
    stack.open(frame('b', 1));
    expect([stack.isOpen('b'), stack.isOpen('c')]).toEqual([true, false]);
    stack.close('a', 4);
    expect([stack.isOpen('a'), stack.isOpen('b')]).toEqual([false, false]);
    expect(stack.blocks[0].children).toMatchObject([{ kind: 'box', start: 1, end: 4 }]);
  });

  it('dissolves open blocks without loss', () => {
    const stack = new BlockStack();
    stack.open(frame('a', 0));
    stack.add(paragraph(1));
    stack.open(frame('b', 2));
    stack.add(paragraph(3));
    stack.dissolve();
    expect(stack.blocks.map(({ kind, start }) => [kind, start])).toEqual([
      ['opening', 0],
      ['paragraph', 1],
      ['opening', 2],
      ['paragraph', 3],
    ]);
    expect(stack.isOpen('a')).toBe(false);
  });

  it('is never deeper than the maximum', () => {
    const stack = new BlockStack();
    for (let i = 0; i < 1000; i++) stack.open(frame('a', i));
    expect([stack.isFull, stack.innermostTooDeep]).toEqual([true, 'a']);
    for (let i = 0; i < 1000; i++) stack.close('a', 2000);
    expect(stack.isOpen('a')).toBe(false);
    expect(nodesOf(node('document', 0, 2000, [...stack.blocks]))).toHaveLength(MAX_BLOCK_DEPTH + 1);
  });
});
