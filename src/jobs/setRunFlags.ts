/**
 * V8's flags of a process that ends with its run: it has no other code that would want the defaults.
 *
 *     any          set before the first module is loaded
 *     few files    cut in this thread
 *     many files   cut in threads, each with a heap of its own
 */
import { setFlagsFromString } from 'node:v8';

type Run = 'any' | 'few files' | 'many files';

/**
 * V8 optimises functions again in every thread: by default about a fifth of all processor time for a tree of three
 * hundred files, and of a question. With four times the budget before it does, the total falls by a tenth, and by a fifth
 * for a question. Since version 12 the budget is a number of calls, one for each of its two compilers; V8 prints an error
 * for a flag that it does not know.
 */
const LATER_OPTIMISATION =
  Number.parseInt(process.versions.v8, 10) < 12
    ? ['--interrupt-budget=500000']
    : ['--invocation-count-for-turbofan=12000', '--invocation-count-for-maglev=1600'];

const flagsOf: Readonly<Record<Run, readonly string[]>> = {
  any: LATER_OPTIMISATION,
  // V8 optimises a grammar in the background, and a process does not exit before that is done: seconds for Swift. In a
  // short run this does not pay off.
  'few files': ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
  // Before V8 collects the old part of a heap it lets it grow to several times what was in use, in every thread. To
  // stop at a third more saves a fifth of all memory for 5,000 files, and takes no more processor time that could be
  // told from noise.
  'many files': ['--heap-growing-percent=30'],
};

/** The defaults of what depends on the number of files. */
const defaults = ['--wasm-tier-up', '--wasm-dynamic-tiering', '--heap-growing-percent=0'];

export function setRunFlags(run: Run): void {
  for (const flag of flagsOf[run]) setFlagsFromString(flag);
}

/** The flags as they were when the first module was loaded: V8 compares them when it is given compiled code. */
export function resetFileFlags(): void {
  for (const flag of defaults) setFlagsFromString(flag);
}
