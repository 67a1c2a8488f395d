/**
 * A thread pool: runs jobs on all cores and returns their outcomes in the order of the jobs. Memory is
 * bounded: only a few outcomes per thread wait for their turn, each with the first few
 * blocks of its text.
 *
 * A few small files are done in this thread, faster than a thread could start. All others
 * run in threads, so that this one can handle an interrupt.
 */
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { packageFile } from '../packageFile.js';
import { isLocalJob, type Job, type JobOutcome, runJob, type Task } from './job.js';
import { setRunFlags } from './setRunFlags.js';
import { Thread } from './thread.js';

const WAITING_PER_THREAD = 4;
const BYTES_PER_THREAD = 1 << 20;
const MAX_THREADS = 64;

type Result = readonly [Job, JobOutcome];

/**
 * Yields every outcome in order, with its job. `shared`: threads that outlive this run; whoever made them closes them.
 */
export async function* runAll(
  jobs: readonly Job[],
  task: Task,
  threads: number,
  shared?: ThreadPool,
): AsyncGenerator<Result> {
  const sent = task.local ? jobs.filter((job) => !isLocalJob(job, task)) : jobs;
  const total = sent.reduce((sum, job) => sum + sizeOf(job), 0);
  const wanted = Math.min(threads, MAX_THREADS, sent.length, Math.floor(total / BYTES_PER_THREAD));
  if (wanted === 0) return yield* runAllHere(jobs, task);
  if (task.brief) setRunFlags('many files');
  const { local: _, ...plain } = task;
  const pool = shared ?? new ThreadPool();
  pool.grow(wanted);
  const run = (job: Job): Promise<JobOutcome> => (isLocalJob(job, task) ? runHere(job, task) : pool.run(job, plain));
  try {
    yield* inOrder(jobs, run, wanted * WAITING_PER_THREAD);
  } finally {
    if (!shared) await pool.close();
  }
}

/** The same for jobs that arrive over time, such as the output of another program. Without threads: in this one. */
export async function* runStream(jobs: AsyncIterable<Job>, task: Task, threads: number): AsyncGenerator<Result> {
  if (threads === 0) {
    for await (const job of jobs) yield [job, await runJob(job, task)];
    return;
  }
  if (task.brief) setRunFlags('many files');
  const pool = new ThreadPool();
  pool.grow(Math.min(threads, MAX_THREADS));
  const ahead: (readonly [Job, Promise<JobOutcome>])[] = [];
  try {
    for await (const job of jobs) {
      const outcome = pool.run(job, task);
      outcome.catch(() => {}); // thrown when its turn comes
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
    return 0; // reading it reports the error
  }
}

async function* runAllHere(jobs: readonly Job[], task: Task): AsyncGenerator<Result> {
  if (task.brief) setRunFlags('few files');
  for (const job of jobs) yield [job, await runHere(job, task)];
}

async function runHere(job: Job, task: Task): Promise<JobOutcome> {
  await nextTurn(); // cutting is synchronous, and signals must be handled
  return runJob(job, task);
}

async function* inOrder(
  jobs: readonly Job[],
  run: (job: Job) => Promise<JobOutcome>,
  most: number,
): AsyncGenerator<Result> {
  const ahead: Promise<JobOutcome>[] = [];
  for (const [turn, job] of jobs.entries()) {
    while (ahead.length < most && turn + ahead.length < jobs.length) {
      const outcome = run(jobs[turn + ahead.length]);
      outcome.catch(() => {}); // thrown when its turn comes
      ahead.push(outcome);
    }
    const outcome = await (ahead.shift() as Promise<JobOutcome>); // the loop above has filled it
    yield [job, outcome];
  }
}

/** Threads for one run, or for several: what V8 has optimised for the files of one serves the next. */
export class ThreadPool {
  readonly #script: URL;
  readonly #threads: Thread[] = [];
  readonly #idle: Thread[] = [];
  readonly #queue: ((thread: Thread) => void)[] = [];

  constructor(script = packageFile('dist/jobs/worker.js')) {
    this.#script = script;
  }

  /** At least so many threads; each starts with its first job. */
  grow(size: number): void {
    while (this.#threads.length < size) {
      const thread = new Thread(this.#script);
      this.#threads.push(thread);
      this.#idle.push(thread);
    }
  }

  /** Jobs start in order: the one whose turn it is never waits for a later one. */
  async run(job: Job, task: Task): Promise<JobOutcome> {
    const thread = this.#idle.pop() ?? (await new Promise<Thread>((resolve) => this.#queue.push(resolve)));
    return thread.run(job, task, () => {
      const next = this.#queue.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
    });
  }

  /** Also in the middle of a run: an ended thread would otherwise be replaced for the next job in the queue. */
  async close(): Promise<void> {
    this.#queue.length = 0;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
