/**
 * A worker thread and its current job. If the thread dies, only that job is lost: it is
 * reported as a trouble, and the next job gets a new thread.
 */
import type { Worker } from 'node:worker_threads';
import { FroeError } from '../errors.js';
import { startThread } from '../workerThread.js';
import { failedJob, type Job, type JobOutcome, type Task } from './job.js';
import type { WorkerReply, WorkerRequest } from './worker.js';

/**
 * Size of the young generation of a thread's heap. V8's default is 48 MB each; the
 * objects of a file are garbage after the file, and a quarter of that is as fast.
 */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 12 } as const;

interface RunningJob {
  readonly job: Job;
  readonly resolve: (outcome: JobOutcome) => void;
  readonly reject: (error: FroeError) => void;
  /** Called once, when the thread is free again. */
  readonly done: () => void;
  readonly text: Blocks;
}

export class Thread {
  readonly #script: URL;
  #worker: Worker | undefined;
  #runningJob: RunningJob | undefined;
  /** What the worker has: the next job may be of another run. */
  #task: Task | undefined;

  constructor(script: URL) {
    this.#script = script;
  }

  run(job: Job, task: Task, done: () => void): Promise<JobOutcome> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const request = task === this.#task ? { job } : { job, task };
    this.#task = task;
    const text = new Blocks(() => worker.postMessage('more' satisfies WorkerRequest));
    return new Promise((resolve, reject) => {
      this.#runningJob = { job, resolve, reject, done, text };
      worker.postMessage(request satisfies WorkerRequest);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startThread(this.#script, { resourceLimits: MEMORY_LIMITS });
    worker.on('message', (answer: WorkerReply) => this.#take(worker, answer));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', (code) => this.#lose(worker, new Error(`the thread ended with code ${code}`)));
    return worker;
  }

  #take(worker: Worker, answer: WorkerReply): void {
    const runningJob = this.#runningJob;
    // A message of a dead thread may arrive after its exit: it does not belong to the next job.
    if (!runningJob || worker !== this.#worker) return;
    if (answer === 'done') {
      this.#runningJob = undefined;
      runningJob.text.end();
      runningJob.done();
    } else if ('summary' in answer)
      runningJob.resolve({ ...answer.summary, text: runningJob.text, result: answer.result });
    else if ('block' in answer) runningJob.text.add(answer.block);
    else runningJob.reject(new FroeError(answer.refused.code, answer.refused.message, answer.refused.hint));
  }

  #lose(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return; // it was replaced: an error precedes its exit
    const runningJob = this.#runningJob;
    this.#worker = undefined;
    this.#runningJob = undefined;
    this.#task = undefined;
    if (!runningJob) return;
    runningJob.resolve(failedJob(runningJob.job, error)); // no effect if its text has started; then that fails
    runningJob.text.end(
      new FroeError('bad-source', `${runningJob.job.path} was only written in part: ${error.message}`),
    );
    runningJob.done();
  }
}

/** Text blocks from a thread to their reader. */
class Blocks implements AsyncIterable<string> {
  readonly #blocks: string[] = [];
  readonly #more: () => void;
  #ended = false;
  #error: FroeError | undefined;
  #wake = (): void => {};

  /** `more` is called for each block that was read. */
  constructor(more: () => void) {
    this.#more = more;
  }

  add(block: string): void {
    this.#blocks.push(block);
    this.#wake();
  }

  end(error?: FroeError): void {
    this.#ended = true;
    this.#error = error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      for (let block = this.#blocks.shift(); block !== undefined; block = this.#blocks.shift()) {
        yield block;
        this.#more();
      }
      if (this.#error) throw this.#error;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
