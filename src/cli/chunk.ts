/** `froe chunk`: cuts files and writes the pieces. */
import type { Command } from 'commander';
import { type Flags, taskOptions, withFlags } from './flags.js';
import { inputs } from './inputs.js';
import type { Output } from './job.js';
import { runAll } from './pool.js';
import { Progress } from './progress.js';
import { describe, Tally } from './stats.js';
import { note, say } from './talk.js';

interface ChunkFlags extends Flags {
  readonly jsonl?: boolean;
  readonly json?: boolean;
  readonly human?: boolean;
  readonly stats?: boolean;
}

export function chunkCommand(program: Command): void {
  withFlags(program.command('chunk').description('Cut files along their structure, inside an exact token budget.'))
    .option('--jsonl', 'one record a line (the default when piped)')
    .option('--json', 'one array of records')
    .option('--human', 'the text with its cuts drawn in (the default on a terminal)')
    .option('--stats', 'figures of the run instead of the pieces; with --json as an object')
    .action(async (paths: string[], flags: ChunkFlags) => {
      process.exitCode = await chunkPaths(paths, flags);
    });
}

async function chunkPaths(paths: readonly string[], flags: ChunkFlags): Promise<number> {
  const output = outputOf(flags);
  const task = { output, options: taskOptions(flags), colour: process.stdout.isTTY && !process.env.NO_COLOR };
  const { jobs, diagnostics } = inputs(paths, flags.stdinPath);
  const tally = new Tally();
  const progress = new Progress(jobs.length, process.stderr.isTTY && (output === 'stats' || !process.stdout.isTTY));
  for (const diagnostic of diagnostics) {
    tally.error(diagnostic.code);
    note(diagnostic);
  }
  if (output === 'json') await say('[\n');
  let first = true;
  for await (const [, outcome] of runAll(jobs, task, flags.jobs)) {
    progress.step();
    for (const diagnostic of outcome.diagnostics) {
      progress.clear();
      tally.error(diagnostic.code);
      note(diagnostic);
    }
    tally.add(outcome);
    if (output !== 'json') await say(outcome.text);
    else if (outcome.text !== '') {
      // Every record ends with a comma, and the last one must not.
      await say((first ? '' : ',\n') + outcome.text.slice(0, -2));
      first = false;
    }
  }
  progress.clear();
  if (output === 'json') await say('\n]\n');
  if (output === 'stats') await say(flags.json ? `${JSON.stringify(tally.stats())}\n` : describe(tally.stats()));
  return tally.pieces > 0 ? 0 : 1;
}

function outputOf(flags: ChunkFlags): Output {
  if (flags.stats) return 'stats';
  if (flags.json) return 'json';
  if (flags.jsonl) return 'jsonl';
  return flags.human || process.stdout.isTTY ? 'human' : 'jsonl';
}
