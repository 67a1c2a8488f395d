/**
 * What every operation shares: its settings, and the output of its tables. Run directly,
 * an operation prints them; run.mjs starts each in its own process, so that none inherits
 * another's heap, and collects their tables.
 */
import { parseArgs } from 'node:util';
import { aligned } from './table.mjs';

/** @typedef {{ folder: string | undefined, quick: boolean, only: string[], trees: string[], commits: number | undefined, jobs: string, rounds: number, warmUp: number }} Settings */

/** @returns {Settings} */
export function settings(args = process.argv.slice(2)) {
  const { values } = parseArgs({
    args,
    options: {
      corpus: { type: 'string' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      trees: { type: 'string', default: '' },
      commits: { type: 'string' },
      rounds: { type: 'string' },
      jobs: { type: 'string', default: '2' },
    },
  });
  const { corpus: folder, quick, only, jobs } = values;
  const pace = quick ? { rounds: 1, warmUp: 0.1 } : { rounds: 4, warmUp: 1 };
  const trees = values.trees.split(',').filter((path) => path !== '');
  const commits = values.commits && Number(values.commits);
  const rounds = values.rounds ? Number(values.rounds) : pace.rounds;
  return { folder, quick, only, trees, commits, jobs, ...pace, rounds };
}

/** @param {(settings: Settings) => Promise<import('./table.mjs').Table[] | string>} measure Tables, or why there are none. */
export async function operation(measure) {
  const tables = await measure(settings());
  if (process.send) process.send(tables);
  else if (typeof tables === 'string') process.stdout.write(`skipped: ${tables}\n`);
  else for (const table of tables) process.stdout.write(`${aligned(table)}\n`);
}
