/** `froe verify`: reads every source again and proves that its pieces are exact, lossless and bounded. */
import type { Command } from 'commander';
import { type Flags, taskOptions, withFlags } from './flags.js';
import { inputs } from './inputs.js';
import { runAll } from './pool.js';
import { Progress } from './progress.js';
import { Tally } from './stats.js';
import { note, say } from './talk.js';

export function verifyCommand(program: Command): void {
  withFlags(program.command('verify').description('Prove on every file that no byte is lost, no offset wrong, no piece too large.')).action(
    async (paths: string[], flags: Flags) => {
      process.exitCode = await verifyPaths(paths, flags);
    },
  );
}

async function verifyPaths(paths: readonly string[], flags: Flags): Promise<number> {
  const task = { output: 'proof', options: taskOptions(flags), colour: false } as const;
  const { jobs, diagnostics } = inputs(paths, flags.stdinPath);
  const tally = new Tally();
  const progress = new Progress(jobs.length, process.stderr.isTTY);
  diagnostics.forEach(note);
  let failed = 0;
  for await (const [job, outcome] of runAll(jobs, task, flags.jobs)) {
    progress.step();
    if (outcome.diagnostics.length > 0 || outcome.failures.length > 0) progress.clear();
    outcome.diagnostics.forEach(note);
    tally.add(outcome);
    if (outcome.failures.length === 0) continue;
    failed++;
    const [first] = outcome.failures;
    await say(`${job.path}: byte ${first.byte}: not ${first.promise}: ${first.message}\n`);
  }
  progress.clear();
  const { files, pieces } = tally;
  const n = (value: number): string => value.toLocaleString('en');
  if (failed > 0) await say(`${n(failed)} of ${n(files)} files failed\n`);
  else await say(`${n(files)} files, ${n(pieces)} pieces: exact, lossless, bounded\n`);
  return failed > 0 || pieces === 0 ? 1 : 0;
}
