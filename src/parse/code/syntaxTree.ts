/**
 * Parses a text with a limit; a parse that takes too long is given up. The last tree
 * is cached: the pack of a framework reads the same text right after the parser of
 * the language.
 */
import type { Tree } from 'web-tree-sitter';
import type { SyntaxNode } from '../../languages/syntax.js';
import { type Grammar, grammar, leaveRuntime, loadGrammar } from './grammars.js';
import { isRuntimeFailure } from './runtime.js';

/**
 * Work that a parse may take, in calls and loop iterations inside the runtime: a
 * text full of syntax errors can have thousands of readings, each of which is tried
 * with every token of the language. Valid files take 7,000 to 80,000 for 1,024
 * code units, C++ read as C up to 375,000. Work and not seconds, so that the same
 * file is parsed the same way on every machine.
 */
const WORK = 10_000_000;
const WORK_PER_KILO = 500_000;
const MOST_WORK = 1_000_000_000;
/** The parser checks every hundred operations whether to stop, and then stops cleanly; beyond this it fails. */
const OVERTIME = 10_000_000;
/**
 * Code units that the parser gets per read. It copies them, and some grammars look
 * far ahead and return for nearly every word: with larger reads, a Scala file was
 * copied sixty times and took three times as long.
 */
const AHEAD = 512;
/**
 * Maximum reads for 1,024 code units: a single step can read the whole file. Valid
 * files take up to 85; Haskell took 12,000 for `((a((a((a…`, and a second for each
 * kilobyte.
 */
const READS = 2000;
const READS_PER_KILO = 512;

/** The name `using`, which these grammars take for the keyword. */
const NAMED_USING = /(?<![\w$])using(?![\w$])(?![ \t]+[\p{L}_$[{])/gu;
const mistaken: Readonly<Record<string, RegExp>> = {
  javascript: NAMED_USING,
  typescript: NAMED_USING,
  tsx: NAMED_USING,
};

/**
 * A text that its grammar can read, with every character at its offset. One NUL
 * breaks a whole parse; and the grammars of JavaScript and TypeScript take the
 * name `using` for the keyword, and the rest of the file for an error.
 *
 *     using(pool, ask)        a call
 *     using file = open()     a declaration: a name, `[` or `{` follows on the same line
 */
function readable(text: string, grammar: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', ' ') : text;
  const names = Object.hasOwn(mistaken, grammar) && whole.includes('using') ? mistaken[grammar] : undefined;
  return names ? whole.replace(names, 'usinG') : whole;
}

/** Maximum work for a text of this length. */
const workFor = (length: number): number => Math.min(MOST_WORK, WORK + (length / 1024) * WORK_PER_KILO);

function parsed(text: string, by: Grammar): Tree | undefined {
  const { name, parser, runtime } = by;
  const mostReads = READS + (text.length / 1024) * READS_PER_KILO;
  let reads = 0;
  let input = readable(text, name);
  let ahead = AHEAD;
  const readAt = (from: number): string => {
    reads++;
    return input.slice(from, from + ahead);
  };
  // Typed as returning nothing, but true stops the parser.
  const progressCallback = (): boolean => reads > mostReads || runtime.workLeft < OVERTIME;
  const tree = runtime.within(workFor(text.length) + OVERTIME, () => parser.parse(readAt, null, { progressCallback }));
  // A node's text is read through the same callback: from now on from the original, and at once.
  input = text;
  ahead = text.length;
  if (!tree) parser.reset();
  return tree ?? undefined;
}

interface CachedTree {
  readonly text: string;
  readonly by: Grammar;
  /** Undefined: it took too long, and would again. */
  readonly tree: Tree | undefined;
}
let last: CachedTree | undefined;

/**
 * Reads the tree of a text; `read` must not keep any of it. Undefined if there is no
 * tree: parsing took too long or too much memory, or the text is nested too deep.
 */
export function reading<T>(text: string, by: Grammar, read: (tree: Tree) => T): T | undefined {
  const cached = take();
  const fits = cached?.by === by && cached.text === text;
  if (!fits) cached?.tree?.delete();
  let tree = fits ? cached.tree : undefined;
  try {
    if (!fits) tree = parsed(text, by);
    const parsedTree = tree;
    return parsedTree && by.runtime.within(workFor(text.length), () => read(parsedTree));
  } catch (error) {
    if (!isRuntimeFailure(error)) throw error;
    tree = undefined;
    leaveRuntime(by.runtime); // so that later parses are not affected
    return undefined;
  } finally {
    take()?.tree?.delete(); // of a call in between
    last = { text, by, tree };
  }
}

/** While it is in use, it must not be deleted. */
function take(): CachedTree | undefined {
  const cached = last;
  last = undefined;
  return cached;
}

/** The same with a grammar of that name. */
export async function withSyntax<T>(name: string, text: string, read: (root: SyntaxNode) => T): Promise<T | undefined> {
  for (let need = loadGrammar(name); need; need = loadGrammar(name)) await need;
  const loaded = grammar(name);
  return loaded && reading(text, loaded, (tree) => read(tree.rootNode));
}
