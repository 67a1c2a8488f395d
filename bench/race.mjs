/**
 * Compares running times. Machines are shared and their clocks vary, so every round runs
 * every contestant in turn, and the best round of each counts: ratios are reliable,
 * single figures are not.
 *
 * Seconds are of processor time: on an idle machine the same as wall time. Garbage is not
 * collected between turns: that would drop optimised code and slow the next contestant.
 */

/**
 * @typedef {object} Contestant
 * @property {() => unknown} run what is timed; may be a promise
 * @property {() => unknown} [prepare] what must be fresh each time, and is not timed
 */

const MOST_WARM_UPS = 100;
/** Seconds a turn: short runs are repeated in it, because a single one may fall into a garbage collection. */
const TURN = 0.25;
const MOST_RUNS = 20;

/**
 * Best seconds of each contestant.
 * @template {string} K
 * @param {Record<K, Contestant>} contestants
 * @param {{ rounds: number, warmUp: number }} pace `warmUp`: seconds for each before anything counts, until the compiler
 * has made up its mind; it takes longer on a busy machine
 * @returns {Promise<Record<K, number>>}
 */
export async function race(contestants, { rounds, warmUp }) {
  const repeats = {};
  const best = {};
  for (const [name, contestant] of Object.entries(contestants)) {
    let spent = 0;
    let last = 0;
    for (let run = 0; spent < warmUp && run < MOST_WARM_UPS; run++) {
      last = await time(contestant);
      spent += last;
    }
    repeats[name] = Math.min(MOST_RUNS, Math.ceil(TURN / last));
    best[name] = Number.POSITIVE_INFINITY;
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, contestant] of Object.entries(contestants)) {
      for (let i = 0; i < repeats[name]; i++) best[name] = Math.min(best[name], await time(contestant));
    }
  }
  return best;
}

/** Seconds of one run. */
export async function time({ prepare, run }) {
  await prepare?.();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system) / 1e6;
}
