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
  if (task.brief) for (const flag of LONG_RUN) setFlagsFromString(flag);
  const { local: _, ...plain } = task;
  const pool = new ThreadPool(wanted, script, plain);
  const run = (job: Job): Promise<JobOutcome> => (isLocalJob(job, task) ? runHere(job, task) : pool.run(job));
  yield* runAcross(jobs, pool, run, wanted * WAITING_PER_THREAD);
}

/** The same for jobs that arrive over time, such as the output of another program. Without threads: in this one. */
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
  if (task.brief) for (const flag of LONG_RUN) setFlagsFromString(flag);
  const pool = new ThreadPool(Math.min(threads, MAX_THREADS), script, task);
  const ahead: (readonly [Job, Promise<JobOutcome>])[] = [];
  try {
    for await (const job of jobs) {
      const outcome = pool.run(job);
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

/**
 * V8 optimises a grammar in the background, and a process does not exit before that is
 * done: seconds for Swift. In a short run this does not pay off.
 */
const SHORT_RUN = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * V8 optimises functions again in every thread: by default about a fifth of all processor time for a tree of three
 * hundred files. With four times the budget before it does, the total falls by a tenth. Since version 12 the budget is
 * a number of calls, one for each of its two compilers; V8 prints an error for a flag that it does not know.
 */
const LATER_OPTIMISATION =
  Number.parseInt(process.versions.v8, 10) < 12
    ? ['--interrupt-budget=500000']
    : ['--invocation-count-for-turbofan=12000', '--invocation-count-for-maglev=1600'];

/**
 * Before V8 collects the old part of a heap it lets it grow to several times what was in use, in every thread. To stop
 * at a third more saves a fifth of all memory for 5,000 files, and takes no more processor time that could be told
 * from noise.
 */
const LESS_GROWTH = '--heap-growing-percent=30';

/** For a process that ends with the run: it has no other code that would want the defaults. */
const LONG_RUN = [...LATER_OPTIMISATION, LESS_GROWTH];

async function* runAllHere(jobs: readonly Job[], task: Task): AsyncGenerator<Result> {
  if (task.brief) for (const flag of [...SHORT_RUN, ...LATER_OPTIMISATION]) setFlagsFromString(flag);
  for (const job of jobs) yield [job, await runHere(job, task)];
}

async function runHere(job: Job, task: Task): Promise<JobOutcome> {
  await nextTurn(); // cutting is synchronous, and signals must be handled
  return runJob(job, task);
}

async function* runAcross(
  jobs: readonly Job[],
  pool: ThreadPool,
  run: (job: Job) => Promise<JobOutcome>,
  most: number,
): AsyncGenerator<Result> {
  const ahead: Promise<JobOutcome>[] = [];
  try {
    for (const [turn, job] of jobs.entries()) {
      while (ahead.length < most && turn + ahead.length < jobs.length) {
        const outcome = run(jobs[turn + ahead.length]);
        outcome.catch(() => {}); // thrown when its turn comes
        ahead.push(outcome);
      }
      const outcome = await (ahead.shift() as Promise<JobOutcome>); // the loop above has filled it
      yield [job, outcome];
    }
  } finally {
    await pool.close();
  }
}

class ThreadPool {
  readonly #threads: readonly Thread[];
  readonly #idle: Thread[];
  readonly #queue: ((thread: Thread) => void)[] = [];

  constructor(size: number, script: URL, task: Task) {
    this.#threads = Array.from({ length: size }, () => new Thread(script, task));
    this.#idle = [...this.#threads];
  }

  /** Jobs start in order: the one whose turn it is never waits for a later one. */
  async run(job: Job): Promise<JobOutcome> {
    const thread = this.#idle.pop() ?? (await new Promise<Thread>((resolve) => this.#queue.push(resolve)));
    return thread.run(job, () => {
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
