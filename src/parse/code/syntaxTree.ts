/**
 * Parses a text with a limit; a parse that takes too long is given up. The last tree
 * is cached: the pack of a framework reads the same text right after the parser of
 * the language.
 */
import type { Tree } from 'web-tree-sitter';
import type { SyntaxNode } from '../../languages/syntax.js';
import { dropRuntime, type Grammar, loadedGrammar, loadGrammar } from './grammars.js';
import { parseableText } from './parseableText.js';
import { isRuntimeFailure } from './runtime.js';

/**
 * Work that a parse may take, in calls and loop iterations inside the runtime: a
 * text full of syntax errors can have thousands of readings, each of which is tried
 * with every token of the language. Valid files take 7,000 to 80,000 for 1,024
 * code units, C++ read as C up to 375,000. Work and not seconds, so that the same
 * file is parsed the same way on every machine.
 */
const BASE_WORK = 10_000_000;
const WORK_PER_KCHAR = 500_000;
const MAX_WORK = 1_000_000_000;
/** The parser checks every hundred operations whether to stop, and then stops cleanly; beyond this it fails. */
const GRACE_WORK = 10_000_000;
/**
 * Code units that the parser gets per read. It copies them, and some grammars look
 * far ahead and return for nearly every word: with larger reads, a Scala file was
 * copied sixty times and took three times as long.
 */
const READ_CHARS = 512;
/**
 * Maximum reads for 1,024 code units: a single step can read the whole file. Valid
 * files take up to 85; Haskell took 12,000 for `((a((a((a…`, and a second for each
 * kilobyte.
 */
const BASE_READS = 2000;
const READS_PER_KCHAR = 512;

/** Maximum work for a text of this many characters. */
const workFor = (length: number): number => Math.min(MAX_WORK, BASE_WORK + (length / 1024) * WORK_PER_KCHAR);

function parseText(text: string, grammar: Grammar): Tree | undefined {
  const { name, parser, runtime } = grammar;
  const maxReads = BASE_READS + (text.length / 1024) * READS_PER_KCHAR;
  let reads = 0;
  let input = parseableText(text, name);
  let readChars = READ_CHARS;
  const readAt = (from: number): string => {
    reads++;
    return input.slice(from, from + readChars);
  };
  // Typed as returning nothing, but true stops the parser.
  const progressCallback = (): boolean => reads > maxReads || runtime.workLeft < GRACE_WORK;
  const tree = runtime.within(workFor(text.length) + GRACE_WORK, () =>
    parser.parse(readAt, null, { progressCallback }),
  );
  // A node's text is read through the same callback: from now on from the original, and at once.
  input = text;
  readChars = text.length;
  if (!tree) parser.reset();
  return tree ?? undefined;
}

interface CachedTree {
  readonly text: string;
  readonly grammar: Grammar;
  /** Undefined: it took too long, and would again. */
  readonly tree: Tree | undefined;
}
let lastTree: CachedTree | undefined;

/**
 * Reads the tree of a text; `read` must not keep any of it. Undefined if there is no
 * tree: parsing took too long or too much memory, or the text is nested too deep.
 */
export function readTree<T>(text: string, grammar: Grammar, read: (tree: Tree) => T): T | undefined {
  const cached = takeCached();
  const isCached = cached?.grammar === grammar && cached.text === text;
  if (!isCached) cached?.tree?.delete();
  let tree = isCached ? cached.tree : undefined;
  try {
    if (!isCached) tree = parseText(text, grammar);
    const parsedTree = tree;
    return parsedTree && grammar.runtime.within(workFor(text.length), () => read(parsedTree));
  } catch (error) {
    if (!isRuntimeFailure(error)) throw error;
    tree = undefined;
    dropRuntime(grammar.runtime); // so that later parses are not affected
    return undefined;
  } finally {
    takeCached()?.tree?.delete(); // of a call in between
    lastTree = { text, grammar, tree };
  }
}

/** While it is in use, it must not be deleted. */
function takeCached(): CachedTree | undefined {
  const cached = lastTree;
  lastTree = undefined;
  return cached;
}

/** The same with a grammar of that name. */
export async function withSyntax<T>(name: string, text: string, read: (root: SyntaxNode) => T): Promise<T | undefined> {
  for (let need = loadGrammar(name); need; need = loadGrammar(name)) await need;
  const loaded = loadedGrammar(name);
  return loaded && readTree(text, loaded, (tree) => read(tree.rootNode));
}
