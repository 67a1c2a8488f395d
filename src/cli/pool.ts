/**
 * Runs jobs on all cores and gives their outcomes back in the order of the jobs.
 * Memory stays bounded: no job is handed out while more than a few outcomes per
 * thread are waiting for their turn.
 *
 * A few small files are done in this thread, faster than another could start;
 * and so is a very large one, whose output need not be copied between threads.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Job, type Outcome, run, type Task } from './job.js';

const WAITING_PER_THREAD = 4;
const WORTH_A_THREAD = 1 << 20;
const TOO_LARGE_TO_SEND = 16 << 20;

/** Yields every outcome in order, with its job. */
export async function* runAll(jobs: readonly Job[], task: Task, threads: number): AsyncGenerator<readonly [Job, Outcome]> {
  const sizes = jobs.map(sizeOf);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const wanted = Math.min(threads, jobs.length, Math.floor(total / WORTH_A_THREAD));
  const pool = wanted > 1 ? new Pool(task, wanted) : undefined;
  try {
    const ahead = new Map<number, Promise<Outcome>>();
    let handed = 0;
    for (let turn = 0; turn < jobs.length; turn++) {
      while (pool && handed < jobs.length && ahead.size < wanted * WAITING_PER_THREAD) {
        if (sizes[handed] < TOO_LARGE_TO_SEND) ahead.set(handed, pool.run(handed, jobs[handed]));
        handed++;
      }
      const outcome = await (ahead.get(turn) ?? run(jobs[turn], task));
      ahead.delete(turn);
      yield [jobs[turn], outcome];
    }
  } finally {
    await pool?.close();
  }
}

function sizeOf(job: Job): number {
  if (job.bytes) return job.bytes.length;
  try {
    return statSync(job.file ?? job.path).size;
  } catch {
    return 0; // it will say so itself when it is read
  }
}

interface Waiting {
  readonly job: Job;
  readonly index: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

class Pool {
  readonly #idle: Worker[] = [];
  readonly #all: Worker[];
  readonly #queue: Waiting[] = [];
  readonly #running = new Map<number, Waiting>();

  constructor(task: Task, size: number) {
    this.#all = Array.from({ length: size }, () => this.#start(task));
    this.#idle.push(...this.#all);
  }

  run(index: number, job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, index, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }

  #start(task: Task): Worker {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task });
    worker.on('message', ({ index, outcome, error }: { index: number; outcome?: Outcome; error?: unknown }) => {
      const waiting = this.#running.get(index);
      this.#running.delete(index);
      this.#idle.push(worker);
      if (outcome) waiting?.resolve(outcome);
      else waiting?.reject(error);
      this.#next();
    });
    worker.on('error', (error) => {
      for (const waiting of this.#running.values()) waiting.reject(error);
    });
    return worker;
  }

  #next(): void {
    const waiting = this.#queue[0];
    const worker = waiting && this.#idle.pop();
    if (!worker) return;
    this.#queue.shift();
    this.#running.set(waiting.index, waiting);
    worker.postMessage({ index: waiting.index, job: waiting.job });
  }
}
