/** `froe outline`: the signatures of files, or an outline of a whole tree within a budget. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Command } from 'commander';
import {
  drawFolders,
  drawMap,
  fileJobs,
  type MappedFile,
  mapFile,
  mapPlace,
  parse,
  type Trouble,
  troubleOf,
} from '../../engine/cutting.js';
import { readBytes, tokenizer } from '../../engine/files.js';
import { say, warn, warnOf } from '../output.js';
import { stdinAs } from '../readStdin.js';
import { positive } from '../sharedFlags.js';
import { Tally } from '../stats.js';

interface OutlineFlags {
  readonly budget: number;
  readonly tokenizer: string;
  readonly json?: boolean;
}

const BUDGET = 4000;

export function outlineCommand(command: Command): void {
  command
    .argument('[path...]', 'files and folders', ['.'])
    .option('--budget <n>', 'maximum tokens of the outline', positive, BUDGET)
    .option('--tokenizer <name>', 'tokenizer', 'cl100k_base')
    .option('--json', 'print JSON: text, tokens, budget, and files, the number of files that were read')
    .action(async (paths: string[], flags: OutlineFlags) => {
      process.exitCode = await outlinePaths(paths, flags);
    });
}

async function outlinePaths(paths: readonly string[], flags: OutlineFlags): Promise<number> {
  const counter = tokenizer(flags.tokenizer);
  const count = (text: string): number => counter.count(text);
  const { jobs, troubles } = await fileJobs({ paths, stdin: stdinAs('stdin.txt') });
  const tally = new Tally();
  const tell = (trouble: Trouble, named: boolean): void => {
    tally.trouble(trouble, named);
    if (named || trouble.code !== 'binary') warnOf(trouble);
  };
  for (const trouble of troubles) tell(trouble, trouble.named);
  const files: MappedFile[] = [];
  // Named files come first, in their order.
  const place = ({ named, path }: (typeof jobs)[number]): number => (named ? 0 : mapPlace(path));
  for (const job of [...jobs].sort((a, b) => place(a) - place(b))) {
    await nextTurn(); // lets an interrupt be handled
    try {
      const parsed = await parse(job.bytes ?? readBytes(job.file ?? job.path), {
        path: job.path,
      });
      files.push(mapFile(job.path, parsed));
    } catch (error) {
      tell(troubleOf(job, error), job.named);
    }
  }
  const drawn = drawMap(files, flags.budget, count) ?? drawFolders(files, flags.budget, count);
  if (drawn === '' && files.length > 0) warn(`nothing fits into ${flags.budget} tokens: raise --budget`);
  else if (drawn === '' && !tally.failed) warn('found no files with text');
  const json = { text: drawn, tokens: count(drawn), budget: flags.budget, files: files.length };
  await say(flags.json ? `${JSON.stringify(json)}\n` : drawn);
  return drawn === '' || tally.failed ? 1 : 0;
}
