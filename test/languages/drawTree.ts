/** Trees of code as text, and the facts of one definition. Shared by the tests of the languages. */

import { languages } from '../../src/languages/languages.js';
import { plainDoc } from '../../src/parse/code/fields.js';
import { code } from '../../src/parse/code.js';
import { LanguageIndex } from '../../src/parse/detect.js';
import { filenameOf, sourceFromText } from '../../src/sources/read.js';
import type { Node } from '../../src/types.js';

const index = new LanguageIndex(languages, {});

/** The tree that the syntax gives. A file that it cannot read is an error here. */
export async function treeOf(path: string, text: string): Promise<Node> {
  const language = index.detect(filenameOf(path), text.slice(0, 1000));
  await code.load?.(language);
  const root = code.parse(sourceFromText(text, { tree: 'test', path, language }));
  if (!root) throw new Error(`${path}: ${language} was not read by its syntax`);
  return root;
}

/**
 * The tree with the lines it covers, from the first to the last that is not blank:
 *
 *     document [1-9]
 *       function greet [3-9]
 */
export async function drawTree(path: string, text: string): Promise<string> {
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  const draw = ({ kind, name, start, end, children }: Node, indent: string): string[] => [
    `${indent}${kind}${name === undefined ? '' : ` ${name}`} [${lineAt(start)}-${lineAt(start + text.slice(start, end).trimEnd().length)}]`,
    ...children.flatMap((child) => draw(child, `${indent}  `)),
  ];
  return draw(await treeOf(path, text), '').join('\n');
}

/** The first node of that name. */
export async function nodeOf(path: string, text: string, name: string): Promise<Node> {
  const find = (node: Node): Node | undefined => (node.name === name ? node : node.children.map(find).find(Boolean));
  const node = find(await treeOf(path, text));
  if (!node) throw new Error(`${path} defines no ${name}`);
  return node;
}

export interface DefinitionFacts {
  readonly signature: string | undefined;
  readonly docstring: string | undefined;
}

/** What is known of the first definition of that name. */
export async function definitionFacts(path: string, text: string, name: string): Promise<DefinitionFacts> {
  const { head, doc } = await nodeOf(path, text, name);
  return {
    signature: head && text.slice(head.start, head.end).trim(),
    docstring: doc && plainDoc(text.slice(doc.start, doc.end)),
  };
}
