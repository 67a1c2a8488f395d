/** The run that commands share: paths → jobs → outcomes in order, with messages on stderr. */

import { type Job, type JobOutcome, runFiles, type Task, type Trouble } from '../engine/cutting.js';
import { type Flags, threadsOf } from './flags.js';
import { warn, warnOf } from './output.js';
import { ProgressLine } from './progressLine.js';
import { stdinAs } from './readStdin.js';
import { Tally } from './stats.js';

export interface Work {
  readonly paths: readonly string[];
  readonly flags: Flags;
  readonly task: Task;
  /** Show progress: the data does not go to the same terminal. */
  readonly bar: boolean;
  /** Called with each outcome in turn; `clear` removes the progress line. */
  readonly take: (job: Job, outcome: JobOutcome, clear: () => void) => Promise<void>;
}

/** In a folder these are only counted, and reported once. */
type Quiet = 'binary' | 'empty';
const isQuiet = (code: Trouble['code']): code is Quiet => code === 'binary' || code === 'empty';

export async function work({ paths, flags, task, bar, take }: Work): Promise<Tally> {
  const tally = new Tally();
  const request = { paths, stdin: stdinAs(flags.stdinPath) };
  const { jobs, troubles, outcomes } = await runFiles(request, { ...task, brief: true }, threadsOf(flags));
  const progress = new ProgressLine(bar && jobs.length > 1);
  let done = 0;
  const quiet: Record<Quiet, number> = { binary: 0, empty: 0 };
  const tell = (trouble: Trouble, named: boolean): void => {
    if (!named && isQuiet(trouble.code)) quiet[trouble.code]++;
    else {
      progress.clear();
      warnOf(trouble);
    }
  };
  for (const trouble of troubles) {
    tally.missing(trouble, trouble.named);
    tell(trouble, trouble.named);
  }
  for await (const [job, outcome] of outcomes) {
    progress.show({ stage: 'read', done: ++done, total: jobs.length });
    for (const trouble of outcome.troubles) {
      tally.trouble(trouble, job.named);
      tell(trouble, job.named);
    }
    tally.add(outcome);
    await take(job, outcome, () => progress.clear());
  }
  progress.clear();
  sumUp(quiet);
  if (jobs.length === 0 && troubles.length === 0) warn('found no files');
  return tally;
}

function sumUp({ binary, empty }: Record<Quiet, number>): void {
  const files = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'file is' : 'files are'}`;
  const were = (n: number): string => (n === 1 ? 'was' : 'were');
  if (binary > 0 && empty > 0) warn(`${files(binary)} not text, ${files(empty)} empty: skipped`);
  else if (binary > 0) warn(`${files(binary)} not text and ${were(binary)} skipped`);
  else if (empty > 0) warn(`${files(empty)} empty and ${were(empty)} skipped`);
}
