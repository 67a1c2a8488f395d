/** Writes changed sources: read on all cores, committed in batches of whole sources. */

import type { Job, Trouble } from '../jobs/job.js';
import { runAll, type ThreadPool } from '../jobs/pool.js';
import type { PackResult, PrepareResult, PrepareTask } from '../jobs/prepare.js';
import { changeFrequency } from '../sources/history.js';
import { type PackedSource, vectorCodes } from '../store/sqlite/packedSource.js';
import type { IndexChange, PreparedSource, SourceRow, Store, TouchedSource } from '../store/store.js';
import type { Diagnostic } from '../types.js';
import { ContextLines } from './contextLines.js';
import type { EmbeddingRun } from './embeddingRun.js';
import type { Plan } from './plan.js';
import { capOf, taskOf } from './recipe.js';
import type { RunOptions } from './sync.js';

const CHUNKS_PER_COMMIT = 400;
const FEW_FILES = 50;

/** The result of a thread for a new or changed file. */
type ChangedResult = Exclude<PrepareResult | PackResult, { same: unknown }>;

export class IndexWriter {
  readonly troubles: (Diagnostic | Trouble)[] = [];
  /** Sources written that are new and have text, and that were in the index. */
  added = 0;
  changed = 0;
  /** New files without text: binary or empty. They are recorded, so that they are not read again. */
  skipped = 0;
  /** Sources that changed but are still served in their old state; and files that were read and are unchanged. */
  held = 0;
  same = 0;
  chunks = 0;
  /** Paths of finished jobs, successful or not. */
  readonly done = new Set<string>();
  /** Paths of jobs that failed. */
  readonly failed: string[] = [];
  /** Rows that were written, by path, if there is a time limit: the next part needs them. */
  readonly rows = new Map<string, SourceRow>();
  readonly #store: Store;
  readonly #options: RunOptions;
  readonly #fresh: ReadonlySet<string>;
  readonly #embedding: EmbeddingRun | undefined;
  readonly #lines: ContextLines | undefined;
  #batch: PreparedSource[] = [];
  #packed: PackedSource[] = [];
  #touched: TouchedSource[] = [];
  #frequency: ReturnType<typeof changeFrequency>;
  #pendingChunks = 0;

  constructor(store: Store, options: RunOptions, { fresh }: Pick<Plan, 'fresh'>, embedding?: EmbeddingRun) {
    const { context: ask, contextVersion: version = '', cut } = options;
    this.#store = store;
    this.#options = options;
    this.#fresh = fresh;
    this.#embedding = embedding;
    this.#lines = ask && new ContextLines(store, { ask, version, cap: capOf(options), tokenizer: cut?.tokenizer });
  }

  /** Whether some sources still need lines of context. */
  get needsLines(): boolean {
    return this.#lines?.isComplete === false;
  }

  /** The time is up, and enough was read. */
  get isOver(): boolean {
    const { until, atLeast = 0 } = this.#options;
    return until?.aborted === true && this.done.size >= atLeast;
  }

  async index(jobs: readonly Job[], pool: ThreadPool): Promise<void> {
    const { root, tree = 'main', threads = 1, signal, onProgress } = this.#options;
    const frequency = this.#frequencyOf(root, jobs);
    const jobsWithFrequency = jobs.map((job) => jobWithFrequency(job, frequency?.(job.path)));
    const total = jobs.length;
    const vectorsFollow = this.#embedding?.local === false;
    let done = 0;
    for await (const [job, { result, troubles }] of runAll(
      jobsWithFrequency,
      taskOf(this.#options, this.#packOptions()),
      threads,
      pool,
    )) {
      signal?.throwIfAborted();
      this.troubles.push(...troubles);
      const { indexed } = result ?? {}; // undefined for a file that could not be read
      if (!indexed) this.failed.push(job.path);
      if (indexed && 'same' in indexed) this.#touched.push({ docId: `${tree}:${job.path}`, ...indexed.same });
      else if (indexed) await this.#add(indexed, frequency?.(job.path));
      onProgress?.({ stage: 'read', done: ++done, total, vectorsFollow });
      this.done.add(job.path);
      if (this.isOver) break;
    }
    await this.#commit();
    this.troubles.push(...(this.#lines?.diagnostics ?? []));
  }

  /** git's log is read for a few files by their names; for many at once, and kept for the parts to come. */
  #frequencyOf(root: string, jobs: readonly Job[]): ReturnType<typeof changeFrequency> {
    if (jobs.length === 0 || this.#frequency) return this.#frequency;
    if (jobs.length <= FEW_FILES)
      return changeFrequency(
        root,
        jobs.map(({ path }) => path),
      );
    this.#frequency = changeFrequency(root);
    return this.#frequency;
  }

  /** Undefined if a hook adds lines or vectors are made in this thread: they need the chunks. */
  #packOptions(): PrepareTask['pack'] {
    if (!this.#store.takesPacked || this.#lines) return undefined;
    if (!this.#embedding) return {};
    const { threadEmbedder } = this.#embedding;
    return threadEmbedder && { embedder: threadEmbedder };
  }

  async #add(indexed: ChangedResult, frequency: SourceRow['frequency']): Promise<void> {
    if ('packed' in indexed) this.#packed.push(preparedWithFrequency(indexed.packed, frequency));
    else this.#batch.push(preparedWithFrequency(indexed.prepared, frequency));
    const { length } = 'packed' in indexed ? indexed.packed.chunks : indexed.prepared.chunks;
    this.#pendingChunks += length;
    this.chunks += length;
    if (this.#pendingChunks >= (this.#options.chunksPerCommit ?? CHUNKS_PER_COMMIT)) await this.#commit();
  }

  async #commit(): Promise<void> {
    const [prepared, packed, touch] = [this.#batch, this.#packed, this.#touched];
    if (prepared.length + packed.length + touch.length === 0) return;
    [this.#batch, this.#packed, this.#touched, this.#pendingChunks] = [[], [], [], 0];
    const { batch, lines } = this.#lines ? await this.#lines.addTo(prepared) : { batch: prepared, lines: [] };
    const change = await this.#withVectors(batch);
    const codes = packed.flatMap(({ vectors }) => (vectors ? vectorCodes(vectors) : []));
    const missing = (await this.#embedding?.missing(codes)) ?? [];
    await this.#store.write({ ...change, packed, codes: missing, touch, lines });
    const written = [...change.put, ...packed];
    if (this.#options.until) for (const { source } of written) this.rows.set(source.path, source);
    const fresh = written.filter(this.#isFresh);
    const added = fresh.filter(({ chunks }) => chunks.length > 0).length;
    this.added += added;
    this.skipped += fresh.length - added;
    this.changed += written.length - fresh.length;
    this.held += batch.length - change.put.length;
    this.same += touch.length;
  }

  /** Which vectors are written with their sources, and which sources can be written. */
  async #withVectors(batch: readonly PreparedSource[]): Promise<Required<Pick<IndexChange, 'put' | 'vectors'>>> {
    const needVectors = this.#embedding?.local ? batch : batch.filter((prepared) => !this.#isFresh(prepared));
    const vectors = this.#embedding ? await this.#embedding.of(needVectors) : [];
    // Without their vectors, changed sources stay as they were; the next run sees them by their stat.
    return vectors ? { put: batch, vectors } : { put: batch.filter(this.#isFresh), vectors: [] };
  }

  readonly #isFresh = ({ source }: Pick<PreparedSource, 'source'>): boolean => this.#fresh.has(source.path);
}

/** With the change frequency of its file, which is part of the prefix of its units. */
export const jobWithFrequency = (job: Job, frequency: SourceRow['frequency']): Job =>
  job.surroundings && frequency ? { ...job, surroundings: { ...job.surroundings, frequency } } : job;

/** What was made of a file, with the change frequency of it. */
export const preparedWithFrequency = <T extends Pick<PreparedSource, 'source'>>(
  prepared: T,
  frequency: SourceRow['frequency'],
): T => (frequency ? { ...prepared, source: { ...prepared.source, frequency } } : prepared);
