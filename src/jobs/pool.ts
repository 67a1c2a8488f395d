/**
 * Runs jobs on all cores and gives their outcomes back in the order of the jobs.
 * Memory stays bounded: only a few outcomes per thread wait for their turn, and
 * each of them with no more than the first few blocks of its text.
 *
 * A few small files are done in this thread, faster than another could start.
 * All else is done elsewhere, so that this one is free to hear an interrupt.
 */
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { packageFile } from '../packageFile.js';
import { isLocalJob, type Job, type JobOutcome, runJob, type Task } from './job.js';
import { Thread } from './thread.js';

const WAITING_PER_THREAD = 4;
const BYTES_PER_THREAD = 1 << 20;
const MAX_THREADS = 64;

type Result = readonly [Job, JobOutcome];

/** Yields every outcome in order, with its job. */
export async function* runAll(
  jobs: readonly Job[],
  task: Task,
  threads: number,
  script = packageFile('dist/jobs/worker.js'),
): AsyncGenerator<Result> {
  const sent = task.local ? jobs.filter((job) => !isLocalJob(job, task)) : jobs;
  const total = sent.reduce((sum, job) => sum + sizeOf(job), 0);
  const wanted = Math.min(threads, MAX_THREADS, sent.length, Math.floor(total / BYTES_PER_THREAD));
  if (wanted === 0) return yield* runAllHere(jobs, task);
  if (task.brief) setFlagsFromString(LATER_OPTIMISATION);
  const { local: _, ...plain } = task;
  const pool = new Pool(wanted, script, plain);
  const run = (job: Job): Promise<JobOutcome> => (isLocalJob(job, task) ? runHere(job, task) : pool.run(job));
  yield* runAcross(jobs, pool, run, wanted * WAITING_PER_THREAD);
}

/** The same for jobs that come one after the other, such as what another program prints. No threads: in this one. */
export async function* runStream(
  jobs: AsyncIterable<Job>,
  task: Task,
  threads: number,
  script = packageFile('dist/jobs/worker.js'),
): AsyncGenerator<Result> {
  if (threads === 0) {
    for await (const job of jobs) yield [job, await runJob(job, task)];
    return;
  }
  if (task.brief) setFlagsFromString(LATER_OPTIMISATION);
  const pool = new Pool(Math.min(threads, MAX_THREADS), script, task);
  const ahead: (readonly [Job, Promise<JobOutcome>])[] = [];
  try {
    for await (const job of jobs) {
      const outcome = pool.run(job);
      outcome.catch(() => {}); // it is thrown when its turn comes
      ahead.push([job, outcome]);
      const next = ahead.length < threads * WAITING_PER_THREAD ? undefined : ahead.shift();
      if (next) yield [next[0], await next[1]];
    }
    for (const [job, outcome] of ahead) yield [job, await outcome];
  } finally {
    await pool.close();
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

/**
 * V8 goes on to make a grammar faster in the background, and no process ends
 * before it has: for Swift that is seconds. A short run is over before it pays.
 */
const SHORT_RUN = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * V8 optimises functions in every thread anew: by default about a fifth of all processor time for a tree of three
 * hundred files. With four times the budget before it does, that falls by a tenth of the whole.
 */
const LATER_OPTIMISATION = '--interrupt-budget=500000';

async function* runAllHere(jobs: readonly Job[], task: Task): AsyncGenerator<Result> {
  if (task.brief) for (const flag of [...SHORT_RUN, LATER_OPTIMISATION]) setFlagsFromString(flag);
  for (const job of jobs) yield [job, await runHere(job, task)];
}

async function runHere(job: Job, task: Task): Promise<JobOutcome> {
  await nextTurn(); // cutting never waits for anything, and a signal would
  return runJob(job, task);
}

async function* runAcross(
  jobs: readonly Job[],
  pool: Pool,
  run: (job: Job) => Promise<JobOutcome>,
  most: number,
): AsyncGenerator<Result> {
  const ahead: Promise<JobOutcome>[] = [];
  try {
    for (const [turn, job] of jobs.entries()) {
      while (ahead.length < most && turn + ahead.length < jobs.length) {
        const outcome = run(jobs[turn + ahead.length]);
        outcome.catch(() => {}); // it is thrown when its turn comes
        ahead.push(outcome);
      }
      const outcome = await (ahead.shift() as Promise<JobOutcome>); // the loop above has just seen to it
      yield [job, outcome];
    }
  } finally {
    await pool.close();
  }
}

class Pool {
  readonly #threads: readonly Thread[];
  readonly #idle: Thread[];
  readonly #queue: ((thread: Thread) => void)[] = [];

  constructor(size: number, script: URL, task: Task) {
    this.#threads = Array.from({ length: size }, () => new Thread(script, task));
    this.#idle = [...this.#threads];
  }

  /** Jobs are taken up in the order in which they are given: the one whose turn it is never waits for a later one. */
  async run(job: Job): Promise<JobOutcome> {
    const thread = this.#idle.pop() ?? (await new Promise<Thread>((resolve) => this.#queue.push(resolve)));
    return thread.run(job, () => {
      const next = this.#queue.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
    });
  }

  /** Also in the middle: a thread that ends would else be started anew for the next job in the queue. */
  async close(): Promise<void> {
    this.#queue.length = 0;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
