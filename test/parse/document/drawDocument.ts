/** Sources from text, trees as text, and what every tree of a document must keep. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Parser } from '../../../src/parse/parser.js';
import { Offsets } from '../../../src/text/offsets.js';
import type { Node, Source, Span } from '../../../src/types.js';
import { FAR_FROM_SQUARE, growth } from '../../growth.js';

export function sourceOf(text: string, language = 'text'): Source {
  return {
    tree: 'test',
    path: `case.${language}`,
    docId: `test:case.${language}`,
    language,
    text,
    offsets: new Offsets(text, Buffer.byteLength(text)),
    hash: () => '0'.repeat(64),
    decoding: { encoding: 'utf-8', bom: false, replaced: 0 },
  };
}

export function rootOf(parser: Parser, text: string): Node {
  const root = parser.parse(sourceOf(text, parser.id));
  if (!root) throw new Error(`${parser.id} does not read this`);
  return root;
}

/**
 * The tree with the lines it covers, its language and its anchors:
 *
 *     section Wood [1-9] #wood
 *       code [3-5] <python>
 */
export function drawDocument(parser: Parser, text: string): string {
  const { offsets } = sourceOf(text);
  const draw = (node: Node, indent: string): string[] => {
    const from = offsets.lineAt(node.start);
    const to = offsets.lineAt(node.end - 1);
    const anchors = Array.isArray(node.meta?.anchors) ? node.meta.anchors.map((anchor) => ` #${anchor}`).join('') : '';
    const parts = [
      node.kind,
      node.name ?? '',
      from === to ? `[${from}]` : `[${from}-${to}]`,
      node.inner ? `<${node.inner.language}>` : '',
      node.weight === undefined ? '' : `×${node.weight}`,
    ];
    return [
      `${indent}${parts.filter(Boolean).join(' ')}${anchors}`,
      ...node.children.flatMap((child) => draw(child, `${indent}  `)),
    ];
  };
  return rootOf(parser, text)
    .children.flatMap((child) => draw(child, ''))
    .join('\n');
}

/** All nodes, from the top. */
export function nodesOf(root: Node): Node[] {
  const nodes: Node[] = [];
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
  }
  return nodes;
}

/** The first node of a kind. */
export function nodeOf(parser: Parser, text: string, kind: string): Node {
  const found = nodesOf(rootOf(parser, text)).find((node) => node.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
}

export const textOf = (text: string, span: Span | undefined): string | undefined =>
  span && text.slice(span.start, span.end);

const DEEPEST = 90;

/** Children lie inside their parent, in order, without overlap; no text is left to a section but its heading. */
export function expectSound(parser: Parser, text: string): void {
  const root = rootOf(parser, text);
  expect([root.start, root.end]).toEqual([0, text.length]);
  const problems: string[] = [];
  const within = (span: Span | undefined, node: Node, what: string): void => {
    if (span && (span.start < node.start || span.end > node.end || span.start >= span.end))
      problems.push(`${what} of ${node.kind} [${node.start}, ${node.end})`);
  };
  const visit = (node: Node, depth: number): void => {
    if (depth > DEEPEST) problems.push(`${node.kind} is ${depth} deep`);
    within(node.head, node, 'head');
    within(node.lead, node, 'lead');
    within(node.inner, node, 'inner');
    if (node.lead && node.lead.start !== node.start) problems.push(`lead of ${node.kind} is not at its start`);
    if (node.inner && node.children.length > 0) problems.push(`${node.kind} has children and another language`);
    const isSection = node.kind === 'section' || node === root;
    let before = node.kind === 'section' ? (node.head?.end ?? node.start) : node.start;
    const own = (to: number): void => {
      const visible = text.slice(before, to).replace(/[\s\ufeff\u0085]/gu, '');
      if (isSection && visible !== '') problems.push(`${node.kind} keeps ${JSON.stringify(visible.slice(0, 40))}`);
    };
    for (const child of node.children) {
      if (child.start < before || child.end > node.end || child.start >= child.end)
        problems.push(`${child.kind} [${child.start}, ${child.end}) in ${node.kind} [${before}, ${node.end})`);
      own(child.start);
      before = child.end;
      visit(child, depth + 1);
    }
    if (node.children.length > 0 || node === root) own(node.end);
  };
  visit(root, 0);
  expect(problems.slice(0, 5)).toEqual([]);
}

const seasoning = ['😀', 'é', '中文', '\r\n', '\r', '\0', '\u2028', '\ufeff', ' '.repeat(20), '\n\n\n', '\t'];

/** Any mixture of a format's words makes a sound tree. */
export function expectSoundOnAny(parser: Parser, words: readonly string[], runs = 400): void {
  const word = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom(...seasoning) },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  );
  const texts = fc.array(word, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => expectSound(parser, text)),
    { numRuns: runs },
  );
}

/** Time grows with the text and no faster, for each of the words repeated. */
export async function expectLinear(parser: Parser, words: readonly string[], before = ''): Promise<void> {
  const slow: string[] = [];
  for (const word of words) {
    const read = (size: number): unknown =>
      parser.parse(sourceOf(before + word.repeat(Math.ceil(size / word.length)), parser.id));
    const grown = await growth(read, 25_000);
    if (grown > FAR_FROM_SQUARE) slow.push(`${JSON.stringify(word)} ×${grown.toFixed(1)}`);
  }
  expect(slow).toEqual([]);
}
