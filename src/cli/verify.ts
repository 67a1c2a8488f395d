/** `froe verify`: reads every source again and proves that its pieces are exact, lossless and bounded. */
import type { Command } from 'commander';
import { visible } from '../jobs/visible.js';
import { type Flags, withFlags } from './flags.js';
import { taskOptions } from './settings.js';
import { remark, say } from './talk.js';
import { work } from './work.js';

export function verifyCommand(program: Command): void {
  withFlags(
    program
      .command('verify')
      .description('Prove on every file that no byte is lost, no offset wrong, no piece too large.'),
  ).action(async (paths: string[], flags: Flags) => {
    process.exitCode = await verifyPaths(paths, flags);
  });
}

async function verifyPaths(paths: readonly string[], flags: Flags): Promise<number> {
  const task = { output: 'proof', options: await taskOptions(flags), colour: false } as const;
  let failed = 0;
  const tally = await work({
    paths,
    flags,
    task,
    bar: true,
    take: async ({ path }, { failures: [first] }, clear) => {
      if (!first) return;
      failed++;
      clear();
      await say(`${visible(path)}: byte ${first.byte}: not ${first.promise}: ${visible(first.message)}\n`);
    },
  });
  const n = (value: number, noun: string): string => `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
  const files = n(tally.files, 'file');
  if (failed > 0) await say(`${failed.toLocaleString('en')} of ${files} failed\n`);
  else if (tally.pieces === 0) remark('there is nothing to prove');
  else await say(`${files}, ${n(tally.pieces, 'piece')}: exact, lossless, bounded\n`);
  return failed > 0 || tally.pieces === 0 || tally.failed ? 1 : 0;
}
