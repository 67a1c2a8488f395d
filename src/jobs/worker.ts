/** The far end of a Thread: takes one job at a time, answers with its summary, then with its text block by block. */
import { parentPort, workerData } from 'node:worker_threads';
import { FroeError } from '../errors.js';
import { type Job, type JobSummary, runJob, type Task } from './job.js';

export type WorkerRequest = { readonly job: Job } | 'more';
export type WorkerReply =
  | { readonly summary: JobSummary }
  | { readonly block: string }
  | { readonly refused: { readonly message: string; readonly hint: string | undefined } }
  | 'done';

/** Blocks that may wait for their reader, four million characters in all. */
const MAX_BLOCKS_AHEAD = 16;

const task: Task = workerData;
let room = MAX_BLOCKS_AHEAD;
let wake = (): void => {};
const answer = (message: WorkerReply): void => parentPort?.postMessage(message);

parentPort?.on('message', async (order: WorkerRequest) => {
  if (order === 'more') {
    room++;
    wake();
    return;
  }
  try {
    const { text, ...summary } = await runJob(order.job, task);
    answer({ summary });
    for await (const block of text) {
      answer({ block });
      room--;
      while (room <= 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } catch (error) {
    // An error loses its class on the way to another thread.
    if (!(error instanceof FroeError)) throw error;
    answer({ refused: { message: error.message, hint: error.hint } });
  }
  answer('done');
});
