/** Shared by the tests of the extractors: a source from an extraction, its tree as text, and what every one must keep. */
import { expect } from 'vitest';
import type { Extraction, Extractor } from '../../src/extract/extractor.js';
import { extracted } from '../../src/parse/extracted.js';
import { Offsets } from '../../src/text/offsets.js';
import type { Node, Source } from '../../src/types.js';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function extractFrom(extractor: Extractor, input: string | Uint8Array, path: string): Promise<Extraction> {
  const extraction = await extractor.extract(typeof input === 'string' ? bytesOf(input) : input, path);
  if (extraction === undefined) throw new Error(`${extractor.id} took nothing out of ${path}`);
  return extraction;
}

export function sourceOf(extraction: Extraction, path = 'case'): Source {
  return {
    tree: 'test',
    path,
    docId: `test:${path}`,
    language: extraction.by,
    text: extraction.text,
    offsets: new Offsets(extraction.text, Buffer.byteLength(extraction.text)),
    hash: () => '0'.repeat(64),
    decoding: { encoding: 'utf-8', bom: false, replaced: 0 },
    extracted: extraction,
  };
}

export function rootOf(extraction: Extraction): Node {
  const root = extracted.parse(sourceOf(extraction));
  if (root === undefined) throw new Error('no tree');
  return root;
}

/**
 * The parts, and what each says:
 *
 *     markdown "# Prices"
 *     output ×0.3 "[image/png]"
 */
export function drawParts({ text, parts }: Pick<Extraction, 'text' | 'parts'>): string {
  const draw = (node: Node, indent: string): string[] => {
    const said = node.children.length > 0 ? '' : ` ${JSON.stringify(text.slice(node.start, node.end).trim())}`;
    const name = node.name === undefined ? '' : ` <${node.name}>`;
    const weight = node.weight === undefined ? '' : ` ×${node.weight}`;
    return [
      `${indent}${node.kind}${name}${weight}${said}`,
      ...node.children.flatMap((child) => draw(child, `${indent}  `)),
    ];
  };
  return parts.flatMap((part) => draw(part, '')).join('\n');
}

/** Well formed, with `\n` alone; parts in order, inside their parents, never empty; spans inside their nodes. */
export function expectSound(extraction: Extraction): void {
  expect(extraction.text.isWellFormed()).toBe(true);
  expect(extraction.text).not.toContain('\r');
  const problems: string[] = [];
  const visit = (nodes: readonly Node[], from: number, to: number, depth: number): void => {
    if (depth > 20) problems.push(`${depth} deep`);
    let before = from;
    for (const node of nodes) {
      const where = `${node.kind} [${node.start}, ${node.end})`;
      if (node.start < before || node.end > to) problems.push(`${where} overlaps or leaves its parent`);
      if (node.start >= node.end) problems.push(`${where} is empty`);
      for (const span of [node.head, node.lead, node.inner])
        if (span && (span.start < node.start || span.end > node.end || span.start >= span.end))
          problems.push(`${where} has a span outside`);
      if (node.lead && node.lead.start !== node.start) problems.push(`${where} has a lead that is not its start`);
      if (node.inner && node.children.length > 0) problems.push(`${where} has children and an inner language`);
      before = node.end;
      visit(node.children, node.start, node.end, depth + 1);
    }
  };
  visit(extraction.parts, 0, extraction.text.length, 0);
  expect(problems).toEqual([]);
  // Whatever is in no part is blank.
  let at = 0;
  for (const { start, end } of extraction.parts) {
    expect(extraction.text.slice(at, start).trim()).toBe('');
    at = end;
  }
  expect(extraction.text.slice(at).trim()).toBe('');
  expect(() => JSON.stringify(extraction.metadata)).not.toThrow();
}
