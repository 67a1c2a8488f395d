/**
 * V8's flags of a process that ends with its run: it has no other code that would want the defaults.
 *
 *     question     answered in half a second
 *     few files    cut in this thread
 *     many files   cut in threads, each with a heap of its own
 */
import { setFlagsFromString } from 'node:v8';

type Run = 'question' | 'few files' | 'many files';

/**
 * V8 optimises a grammar in the background, and a process does not exit before that is
 * done: seconds for Swift. In a short run this does not pay off.
 */
const NO_OPTIMISED_GRAMMARS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * V8 optimises functions again in every thread: by default about a fifth of all processor time for a tree of three
 * hundred files, and of a question. With four times the budget before it does, the total falls by a tenth, and by a fifth
 * for a question. Since version 12 the budget is a number of calls, one for each of its two compilers; V8 prints an error
 * for a flag that it does not know.
 */
const hasBudget = Number.parseInt(process.versions.v8, 10) < 12;
const LATER_OPTIMISATION = hasBudget
  ? ['--interrupt-budget=500000']
  : ['--invocation-count-for-turbofan=12000', '--invocation-count-for-maglev=1600'];

/**
 * Before V8 collects the old part of a heap it lets it grow to several times what was in use, in every thread. To stop
 * at a third more saves a fifth of all memory for 5,000 files, and takes no more processor time that could be told
 * from noise.
 */
const LESS_GROWTH = '--heap-growing-percent=30';

const flagsOf: Readonly<Record<Run, readonly string[]>> = {
  // Later versions keep compiled code (cli/main.ts), which is invalid once a flag has changed.
  question: hasBudget ? LATER_OPTIMISATION : [],
  'few files': [...NO_OPTIMISED_GRAMMARS, ...LATER_OPTIMISATION],
  'many files': [...LATER_OPTIMISATION, LESS_GROWTH],
};

export function setRunFlags(run: Run): void {
  for (const flag of flagsOf[run]) setFlagsFromString(flag);
}
