/** Sources from text, trees as text, and what every tree must keep. Shared by the tests of the delimited parsers. */
import { expect } from 'vitest';
import { delimited, headed } from '../../src/parse/delimited.js';
import type { Node } from '../../src/types.js';
import { sourceOf } from './document/drawDocument.js';

/** Whichever of the two parsers knows the language. */
export function parse(text: string, language: string): Node {
  const source = sourceOf(text, language);
  const root = delimited.parse(source) ?? headed.parse(source);
  if (root === undefined) throw new Error(`nobody parses ${language}`);
  return root;
}

/**
 * The tree with the lines it covers:
 *
 *     document [1-9]
 *       function greet [3-9]
 */
export function drawDelimited(text: string, language: string): string {
  const { offsets } = sourceOf(text, language);
  const draw = (node: Node, indent: string): string[] => [
    `${indent}${node.kind}${node.name === undefined ? '' : ` ${node.name}`} [${offsets.lineAt(node.start)}-${offsets.lineAt(Math.max(node.start, node.end - 1))}]`,
    ...node.children.flatMap((child) => draw(child, `${indent}  `)),
  ];
  return draw(parse(text, language), '').join('\n');
}

const DEEPEST = 70;

/** Children lie inside their parent, in order, without overlap, and on whole lines; the tree is not deep. */
export function expectSoundTree(text: string, language: string): void {
  const root = parse(text, language);
  const { offsets } = sourceOf(text, language);
  const isLineStart = (at: number): boolean => at === text.length || offsets.lineStart(offsets.lineAt(at)) === at;
  expect([root.kind, root.start, root.end]).toEqual(['document', 0, text.length]);
  const problems: string[] = [];
  const visit = (node: Node, depth: number): void => {
    if (depth > DEEPEST) problems.push(`${node.kind} is ${depth} deep`);
    let before = node.start;
    for (const child of node.children) {
      const where = `${child.kind} [${child.start}, ${child.end})`;
      if (child.start < before || child.end > node.end) problems.push(`${where} overlaps or leaves its parent`);
      if (child.start >= child.end) problems.push(`${where} is empty`);
      if (!isLineStart(child.start) || !isLineStart(child.end)) problems.push(`${where} tears a line`);
      before = child.end;
      visit(child, depth + 1);
    }
  };
  visit(root, 0);
  expect(problems).toEqual([]);
}
