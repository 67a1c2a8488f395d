/**
 * Makes an index equal to a folder, like sync/sync.ts, but with workers on any machine:
 *
 *     walk, stat ─plan→ batches ─queue→ workers → store
 *                          └ the number of waiting batches is limited
 *
 * Batches that fail repeatedly are sent once more, file by file, so that one file that
 * crashes every worker does not block its neighbours.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FroeError } from '../errors.js';
import { type Job, type Trouble, troubleOf } from '../jobs/job.js';
import { loadFile } from '../jobs/prepare.js';
import { changeFrequency, type Frequency } from '../sources/history.js';
import type { Stat } from '../sources/stat.js';
import type { IndexChange, Store } from '../store/store.js';
import { jobWithFrequency } from '../sync/indexWriter.js';
import { plan, realRoot } from '../sync/plan.js';
import { planOptions, taskOf } from '../sync/recipe.js';
import { surveyPlan } from '../sync/survey.js';
import type { SyncOptions, SyncReport } from '../sync/sync.js';
import { withHistory } from '../sync/syncHistory.js';
import { indexModelOf, useModelOf } from '../sync/vectorSource.js';
import type { Diagnostic } from '../types.js';
import type { BatchFile, WorkBatch } from './batch.js';
import type { Queue } from './queue.js';

export interface FeedOptions extends SyncOptions {
  /** The workers can read the same folder at the same path: only paths are sent. */
  readonly shared?: boolean;
  /** Seconds that a worker has for a batch before it goes to another. */
  readonly lease?: number;
  /** Default 32: a few seconds of work. */
  readonly filesPerBatch?: number;
}

const LEASE_SECONDS = 120;
/** A batch is full at so many files or bytes. */
const MAX_BATCH_FILES = 32;
const MAX_BATCH_BYTES = 1_000_000;
/** Maximum batches in the queue: enough to keep workers busy, few enough to keep it small. */
const MAX_WAITING_BATCHES = 64;
const POLL_MS = 200;

export async function feed(store: Store, queue: Queue, options: FeedOptions): Promise<SyncReport> {
  return withHistory(store, options, await feedFiles(store, queue, options));
}

async function feedFiles(store: Store, queue: Queue, options: FeedOptions): Promise<SyncReport> {
  const { root, tree = 'main', vectors } = options;
  if (options.context)
    throw new FroeError('bad-option', 'A context hook runs on one machine', 'Remove --workers, or the hook.');
  await store.useRoot(tree, realRoot(root), { sameTree: options.sameTree });
  const model = vectors && indexModelOf(vectors);
  const notes = vectors ? await useModelOf(store, vectors, options) : [];
  const run = randomUUID();
  await drainOldRun(queue, options);
  const rows = await store.sources(tree);
  const planned = await surveyPlan(plan(root, rows, planOptions(options)), rows, options.threads ?? 1);
  const { jobs, gone, fresh } = planned;
  if (gone.length > 0) await store.write({ remove: gone });
  const troubles: (Diagnostic | Trouble)[] = [...notes, ...planned.diagnostics];
  const base: Omit<WorkBatch, 'files'> = { run, task: taskOf(options), model, ...(options.shared ? { root } : {}) };
  const watch = new RunMonitor(queue, base, jobs.length, options);
  for await (const files of batchesOf(jobs, store, options, troubles)) {
    await watch.until(({ open }) => open < MAX_WAITING_BATCHES);
    await watch.send(files);
  }
  await watch.until(({ open }) => open === 0);
  await queue.maintain();
  if (vectors && watch.lost.length === 0) await store.finishModel();
  const { written, chunks, embedded } = watch.sum;
  const lost = new Set(watch.lost.map(({ path }) => path));
  const added = Math.min(written, jobs.filter(({ path }) => fresh.has(path) && !lost.has(path)).length);
  return {
    added,
    changed: written - added,
    removed: gone.length,
    held: 0,
    unread: 0,
    unchanged: planned.same.length + Math.max(0, jobs.length - written - lost.size),
    chunks,
    embedded,
    troubles: [...troubles, ...watch.troubles],
  };
}

/** Cancels the batches of an abandoned run; those that were started finish first. */
async function drainOldRun(queue: Queue, { signal }: FeedOptions): Promise<void> {
  await queue.clear();
  for (;;) {
    signal?.throwIfAborted();
    await queue.expire();
    await queue.clear();
    if ((await queue.status('')).open === 0) return;
    await sleep(POLL_MS);
  }
}

/** Follows a run. */
class RunMonitor {
  sum = { written: 0, chunks: 0, embedded: 0 };
  troubles: (Diagnostic | Trouble)[] = [];
  /** Files that no worker could process. */
  readonly lost: Trouble[] = [];
  readonly #queue: Queue;
  readonly #base: Omit<WorkBatch, 'files'>;
  readonly #total: number;
  readonly #options: FeedOptions;

  constructor(queue: Queue, base: Omit<WorkBatch, 'files'>, total: number, options: FeedOptions) {
    this.#queue = queue;
    this.#base = base;
    this.#total = total;
    this.#options = options;
  }

  send(...files: readonly (readonly BatchFile[])[]): Promise<void> {
    const batches = files.map((some) => ({ ...this.#base, files: some }));
    return this.#queue.send(batches, this.#options.lease ?? LEASE_SECONDS);
  }

  async until(holds: (standing: { readonly open: number }) => boolean): Promise<void> {
    for (;;) {
      this.#options.signal?.throwIfAborted();
      await this.#queue.expire();
      // In this order: a batch that dies in between is seen as open, and as dead the next time.
      const standing = await this.#queue.status(this.#base.run);
      const again = await this.#again();
      const add = (key: 'written' | 'chunks' | 'embedded'): number =>
        standing.done.reduce((sum, one) => sum + one[key], 0);
      this.sum = { written: add('written'), chunks: add('chunks'), embedded: add('embedded') };
      this.troubles = [...standing.done.flatMap(({ troubles }) => troubles), ...this.lost];
      this.#options.onProgress?.({ stage: 'read', done: this.sum.written, total: this.#total });
      if (!again && holds(standing)) return;
      await sleep(POLL_MS);
    }
  }

  /** Dead letters: sent again file by file; a file that fails alone is reported. */
  async #again(): Promise<boolean> {
    const dead = await this.#queue.dead();
    const ours = dead.filter(({ batch }) => batch.run === this.#base.run);
    for (const { batch, reason } of ours) {
      if (batch.files.length > 1) await this.send(...batch.files.map((file) => [file]));
      else
        for (const { path } of batch.files)
          this.lost.push({ code: 'crashed', path, message: `no worker could index it: ${reason}` });
    }
    return ours.length > 0;
  }
}

/** The files to send. An unchanged one only gets its new stat. */
async function* batchesOf(
  jobs: readonly Job[],
  store: Store,
  { root, tree = 'main', shared, filesPerBatch = MAX_BATCH_FILES }: FeedOptions,
  troubles: Trouble[],
): AsyncGenerator<readonly BatchFile[]> {
  const frequency = jobs.length > 0 ? changeFrequency(root) : undefined;
  const touch: NonNullable<IndexChange['touch']>[number][] = [];
  let batch: BatchFile[] = [];
  let bytes = 0;
  for (const job of jobs) {
    try {
      const file = fileOf(job, frequency?.(job.path), shared);
      if ('same' in file) {
        touch.push({ docId: `${tree}:${job.path}`, ...file.same });
        continue;
      }
      batch.push(file);
      bytes += file.sent?.size ?? 0;
    } catch (error) {
      troubles.push(troubleOf(job, error));
    }
    if (batch.length < filesPerBatch && bytes < MAX_BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
  if (touch.length > 0) await store.write({ touch });
}

function fileOf(job: Job, frequency: Frequency | undefined, shared = false): BatchFile | { readonly same: Stat } {
  const { path, known, surroundings } = jobWithFrequency(job, frequency);
  const file: BatchFile = { path, known, surroundings, frequency };
  if (shared) return file;
  const { bytes, hash, ...stat } = loadFile(job.file ?? path, path);
  if (hash === known) return { same: stat };
  return { ...file, sent: { ...stat, hash, base64: Buffer.from(bytes).toString('base64') } };
}
