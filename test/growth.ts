import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Size of the large run, relative to the small one. */
const TIMES = 8;
/** Below this the clock measures the machine, not the reader. */
const LEAST_MS = 4;
const MOST_TRIES = 25;

/** Between what grows with the length (8 times as long) and with its square (64 times). */
export const FAR_FROM_SQUARE = 32;

/**
 * How many times longer eight times as much takes. A busy machine can only make
 * a run slower, so the best run of each size counts, and it is measured again
 * until it is plainly no square or the tries are spent: what really grows with
 * the square does so at every try.
 *
 *     try      1     2     3
 *     small   10     9     9  ms
 *     large  500   480    75  ms      500/10 = 50, 480/9 = 53, 75/9 = 8: enough
 *
 * A process that has run many tests has a large heap, and V8 may go through all of it in every large run and in no
 * small one. So after the first try the garbage is collected before, and not in the run.
 */
export async function growth(run: (size: number) => unknown, size: number): Promise<number> {
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) collectGarbage();
    small = Math.min(small, await milliseconds(run, size));
    large = Math.min(large, await milliseconds(run, TIMES * size));
    if (large / Math.max(small, LEAST_MS) < FAR_FROM_SQUARE) break;
  }
  return large / Math.max(small, LEAST_MS);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect();
}

/** Of this process alone: what else is running is not counted. */
async function milliseconds(run: (size: number) => unknown, size: number): Promise<number> {
  const before = process.cpuUsage();
  await run(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
