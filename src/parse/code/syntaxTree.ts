/** Parses a text, bounded; what takes too long is given up. The tree is the caller's to delete. */
import type { Tree } from 'web-tree-sitter';
import { type Grammar, grammar, loadGrammar } from './grammars.js';
import type { SyntaxNode } from './syntax.js';

/**
 * Steps a parse may take: the parser reports every hundred operations. Healthy
 * files of every language take 4 to 27 reports for 1,024 code units. Steps and
 * not seconds, so that the same file is read the same way on every machine.
 */
const STEPS = 2000;
const STEPS_PER_KILO = 64;
const MOST_STEPS = 100_000;

export function syntaxTree(text: string, { parser }: Grammar): Tree | undefined {
  const most = Math.min(MOST_STEPS, STEPS + (text.length / 1024) * STEPS_PER_KILO);
  let steps = 0;
  const readable = text.includes('\0') ? text.replaceAll('\0', ' ') : text; // one NUL ruins a whole parse
  // Typed as returning nothing, but true is what stops it.
  const tree = parser.parse(readable, null, { progressCallback: () => ++steps > most });
  if (tree) return tree;
  parser.reset();
  return undefined;
}

/** Looks at the syntax of a text with a grammar of that name, and keeps nothing of it. */
export async function withSyntax<T>(name: string, text: string, read: (root: SyntaxNode) => T): Promise<T | undefined> {
  await loadGrammar(name);
  const loaded = grammar(name);
  const tree = loaded && syntaxTree(text, loaded);
  if (!tree) return undefined;
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}
