/**
 * Parses a text, bounded; what takes too long is given up. The last tree is kept
 * until another is wanted: who knows a framework reads the same text right after
 * who knows the language.
 */
import type { Tree } from 'web-tree-sitter';
import { type Grammar, grammar, loadGrammar, renew } from './grammars.js';
import { readable } from './readable.js';
import { allocatedSince } from './runtime.js';
import type { SyntaxNode } from './syntax.js';

/**
 * Steps a parse may take: the parser reports every hundred operations. Healthy
 * files take up to 38 reports for 1,024 code units (12,000 of twenty languages).
 * Steps and not seconds, so that the same file is read the same way on every
 * machine.
 */
const STEPS = 300;
const STEPS_PER_KILO = 64;
const MOST_STEPS = 100_000;
/**
 * Code units that the parser is given at a time. It copies them, and some
 * grammars look far ahead and come back for nearly every word: with all that it
 * takes at once, Scala was copied sixty times over and read three times as slowly.
 */
const AHEAD = 512;
/**
 * How often it may come for them: a step can read the whole file. Healthy files
 * take up to 85 reads for 1,024 code units; Haskell took 12,000 for `((a((a((a…`,
 * and a second for each kilobyte.
 */
const READS = 2000;
const READS_PER_KILO = 512;

/**
 * How often it may ask for memory: one operation on a text full of faults can try
 * every token of the language at every reading of the text so far. Healthy files,
 * and C++ read as C, ask up to 1,600 times for 1,024 code units; two kilobytes of
 * Rust with a run of `=?=?` did so 22 million times, for eleven seconds.
 */
const ALLOCATIONS = 100_000;
const ALLOCATIONS_PER_KILO = 16_384;

function parsed(text: string, by: Grammar): Tree | undefined {
  const { name, parser } = by;
  const kilos = text.length / 1024;
  const mostSteps = Math.min(MOST_STEPS, STEPS + kilos * STEPS_PER_KILO);
  const mostReads = READS + kilos * READS_PER_KILO;
  const mostAllocations = ALLOCATIONS + kilos * ALLOCATIONS_PER_KILO;
  const before = allocatedSince(0);
  let steps = 0;
  let reads = 0;
  let said = readable(text, name);
  let ahead = AHEAD;
  const input = (from: number): string => {
    reads++;
    return said.slice(from, from + ahead);
  };
  // Typed as returning nothing, but true is what stops it.
  const progressCallback = (): boolean =>
    ++steps > mostSteps || reads > mostReads || allocatedSince(before) > mostAllocations;
  try {
    const tree = parser.parse(input, null, { progressCallback });
    // Whoever asks a node for its text hears what is written, and all of it at once.
    said = text;
    ahead = text.length;
    if (tree) return tree;
    parser.reset();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    renew(by); // the engine's stack has ended: of what is nested so deep nothing is read
  }
  return undefined;
}

interface Kept {
  readonly text: string;
  readonly by: Grammar;
  /** Undefined: it took too long, and would again. */
  readonly tree: Tree | undefined;
}
let last: Kept | undefined;

/** Looks at the tree of a text, and keeps nothing of it; undefined where there is none. */
export function reading<T>(text: string, by: Grammar, read: (tree: Tree) => T): T | undefined {
  const kept = take();
  const fits = kept?.by === by && kept.text === text;
  if (!fits) kept?.tree?.delete();
  const tree = fits ? kept.tree : parsed(text, by);
  try {
    return tree && read(tree);
  } finally {
    take()?.tree?.delete(); // of somebody who was called meanwhile
    last = { text, by, tree };
  }
}

/** While it is looked at, nobody else may delete it. */
function take(): Kept | undefined {
  const kept = last;
  last = undefined;
  return kept;
}

/** The same with a grammar of that name. */
export async function withSyntax<T>(name: string, text: string, read: (root: SyntaxNode) => T): Promise<T | undefined> {
  await loadGrammar(name);
  const loaded = grammar(name);
  return loaded && reading(text, loaded, (tree) => read(tree.rootNode));
}
