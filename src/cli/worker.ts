/** A thread of the pool: takes one job at a time and answers with its outcome. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Job, run, type Task } from './job.js';

const task: Task = workerData;

parentPort?.on('message', async ({ index, job }: { index: number; job: Job }) => {
  try {
    parentPort?.postMessage({ index, outcome: await run(job, task) });
  } catch (error) {
    parentPort?.postMessage({ index, error });
  }
});
