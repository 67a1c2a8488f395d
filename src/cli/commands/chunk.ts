/** `froe chunk`: cuts files and prints the chunks. */
import { type Command, Option } from 'commander';
import type { JobOutput } from '../../engine/cutting.js';
import { type SourceTypeName, sourceTypeOf } from '../../engine/results.js';
import { type Flags, withFlags } from '../flags.js';
import { chunkLog, coloured, printStyled, say } from '../output.js';
import { taskOptions } from '../settings.js';
import { sourceTypeFlag, withLog } from '../sharedFlags.js';
import { describeStats } from '../stats.js';
import { work } from '../work.js';

interface ChunkFlags extends Flags {
  readonly jsonl?: boolean;
  readonly json?: boolean;
  readonly human?: boolean;
  readonly stats?: boolean;
  readonly only?: readonly SourceTypeName[];
  readonly embedText?: boolean;
}

export function chunkCommand(command: Command): void {
  withLog(withFlags(command))
    .addOption(
      new Option('--jsonl', 'print one record per line (default when piped)').conflicts(['json', 'human', 'stats']),
    )
    .addOption(new Option('--json', 'print an array of records').conflicts('human'))
    .addOption(new Option('--human', 'print the text with chunk boundaries (default on a terminal)').conflicts('stats'))
    .addOption(sourceTypeFlag('--only <type>', 'only sources of this type'))
    .option('--embed-text', 'add embed_text to records: the text that embed_hash is the hash of')
    .option('--stats', 'print statistics instead of chunks; with --json as an object')
    .action(async (paths: string[], flags: ChunkFlags) => {
      process.exitCode = await chunkPaths(paths, flags);
    });
}

async function chunkPaths(paths: readonly string[], flags: ChunkFlags): Promise<number> {
  const output = outputOf(flags);
  const tell = chunkLog();
  const task = {
    output,
    options: await taskOptions(flags),
    colour: coloured(process.stdout),
    logs: tell !== undefined,
    only: flags.only?.map(sourceTypeOf),
    embedText: flags.embedText,
  };
  const bar = output === 'stats' || !process.stdout.isTTY;
  let between = '[\n';
  const tally = await work({
    paths,
    flags,
    task,
    bar,
    take: async (_job, { text, events }) => {
      for (const event of events) tell?.(event);
      for await (const block of text) {
        if (output === 'json') await say(between);
        await (output === 'human' ? printStyled : say)(block); // drawn with colours; its text is already escaped
        between = ',\n';
      }
    },
  });
  if (output === 'json') await say(tally.chunks === 0 ? '[]\n' : '\n]\n');
  if (output === 'stats') await say(flags.json ? `${JSON.stringify(tally.stats())}\n` : describeStats(tally.stats()));
  return tally.chunks === 0 || tally.failed ? 1 : 0;
}

function outputOf(flags: ChunkFlags): JobOutput {
  if (flags.stats) return 'stats';
  if (flags.json) return 'json';
  if (flags.jsonl) return 'jsonl';
  return flags.human || process.stdout.isTTY ? 'human' : 'jsonl';
}
