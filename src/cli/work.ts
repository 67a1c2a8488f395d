/** The run that commands share: paths → jobs → outcomes in order, with messages on stderr. */

import { type Job, type JobOutcome, runFiles, type Task, type Trouble } from '../engine/cutting.js';
import { type Flags, threadsOf } from './flags.js';
import { warn, warnOf } from './output.js';
import { ProgressLine } from './progressLine.js';
import { stdinAs } from './readStdin.js';
import { Tally } from './stats.js';
import { WithoutText } from './withoutText.js';

export interface Work {
  readonly paths: readonly string[];
  readonly flags: Flags;
  readonly task: Task;
  /** Show progress: the data does not go to the same terminal. */
  readonly bar: boolean;
  /** Called with each outcome in turn; `clear` removes the progress line. */
  readonly take: (job: Job, outcome: JobOutcome, clear: () => void) => Promise<void>;
}

export async function work({ paths, flags, task, bar, take }: Work): Promise<Tally> {
  const tally = new Tally();
  const request = { paths, stdin: stdinAs(flags.stdinPath) };
  const { jobs, troubles, outcomes } = await runFiles(request, { ...task, brief: true }, threadsOf(flags));
  const progress = new ProgressLine(bar && jobs.length > 1);
  let done = 0;
  const withoutText = new WithoutText();
  const tell = (trouble: Trouble, named: boolean): void => {
    if (!named && withoutText.counts(trouble)) return;
    progress.clear();
    warnOf(trouble);
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
  withoutText.sumUp();
  if (jobs.length === 0 && troubles.length === 0) warn('found no files');
  return tally;
}
