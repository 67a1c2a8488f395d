/** The worker of a Thread: runs one job at a time, sends its summary, then its text block by block. */
import { parentPort } from 'node:worker_threads';
import { FroeError } from '../errors.js';
import { buffersOf } from '../store/sqlite/packedSource.js';
import { type Job, type JobResult, type JobSummary, runJob, type Task } from './job.js';

/** `task`: of this job and the next ones, the first of a thread included. */
export type WorkerRequest = { readonly job: Job; readonly task?: Task } | 'more';
export type WorkerReply =
  | { readonly summary: JobSummary; readonly result?: JobResult | undefined }
  | { readonly block: string }
  | { readonly refused: Pick<FroeError, 'code' | 'message' | 'hint'> }
  | 'done';

/** Blocks sent ahead of the reader: a million characters in total. */
const MAX_BLOCKS_AHEAD = 16;

let task: Task | undefined;
let room = MAX_BLOCKS_AHEAD;
let wake = (): void => {};
const answer = (message: WorkerReply, transfer: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

parentPort?.on('message', async (request: WorkerRequest) => {
  if (request === 'more') {
    room++;
    wake();
    return;
  }
  task = request.task ?? task;
  if (!task) throw new Error('a job without a task');
  try {
    const { text, result, ...summary } = await runJob(request.job, task);
    const { indexed, commits = [] } = result ?? {};
    const sources = [...(indexed ? [indexed] : []), ...commits];
    answer(
      { summary, result },
      sources.flatMap((one) => ('packed' in one ? buffersOf(one.packed) : [])),
    );
    for await (const block of text) {
      answer({ block });
      room--;
      while (room <= 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } catch (error) {
    // An error loses its class when it is sent to another thread.
    if (!(error instanceof FroeError)) throw error;
    answer({ refused: { code: error.code, message: error.message, hint: error.hint } });
  }
  answer('done');
});
