/** Takes in what changed: read on all cores, committed in batches of whole sources. */

import type { Job, Trouble } from '../jobs/job.js';
import { runAll } from '../jobs/pool.js';
import type { PrepareResult } from '../jobs/prepare.js';
import { changeFrequency } from '../sources/history.js';
import type { IndexChange, PreparedSource, SourceRow, Store, TouchedSource } from '../store/store.js';
import type { Diagnostic } from '../types.js';
import { ContextLines } from './contextLines.js';
import type { EmbeddingRun } from './embeddingRun.js';
import type { Plan } from './plan.js';
import { capOf, taskOf } from './recipe.js';
import type { RunOptions } from './sync.js';

const CHUNKS_PER_COMMIT = 400;

export class IndexWriter {
  readonly troubles: (Diagnostic | Trouble)[] = [];
  /** Sources written, of which the index had known nothing, and of which it had. */
  added = 0;
  changed = 0;
  /** Those that changed but are served as they were, and those that were looked into and say what they said. */
  held = 0;
  same = 0;
  chunks = 0;
  /** Paths of the jobs that are done, whatever came of them. */
  readonly done = new Set<string>();
  /** What was written of sources, by path. */
  readonly rows = new Map<string, SourceRow>();
  readonly #store: Store;
  readonly #options: RunOptions;
  readonly #fresh: ReadonlySet<string>;
  readonly #embedding: EmbeddingRun | undefined;
  readonly #lines: ContextLines | undefined;
  #batch: PreparedSource[] = [];
  #touched: TouchedSource[] = [];
  #frequency: ReturnType<typeof changeFrequency>;
  #waiting = 0;

  constructor(store: Store, options: RunOptions, { fresh }: Pick<Plan, 'fresh'>, embedding?: EmbeddingRun) {
    const { context: ask, contextVersion: version = '', cut } = options;
    this.#store = store;
    this.#options = options;
    this.#fresh = fresh;
    this.#embedding = embedding;
    this.#lines = ask && new ContextLines(store, { ask, version, cap: capOf(options), tokenizer: cut?.tokenizer });
  }

  async index(jobs: readonly Job[]): Promise<void> {
    const { root, tree = 'main', threads = 1, signal, until, onProgress } = this.#options;
    if (jobs.length > 0) this.#frequency ??= changeFrequency(root);
    const frequency = this.#frequency;
    const known = jobs.map((job) => withFrequency(job, frequency?.(job.path)));
    let done = 0;
    for await (const [job, { text, troubles }] of runAll(known, taskOf(this.#options), threads)) {
      signal?.throwIfAborted();
      this.troubles.push(...troubles);
      const result = await parsePrepared(text);
      if (result && 'same' in result) this.#touched.push({ docId: `${tree}:${job.path}`, ...result.same });
      else if (result) await this.#take(result.prepared, frequency?.(job.path));
      onProgress?.({ stage: 'read', done: ++done, total: jobs.length });
      this.done.add(job.path);
      if (until?.aborted) break;
    }
    await this.#commit();
    this.troubles.push(...(this.#lines?.diagnostics ?? []));
  }

  async #take(prepared: PreparedSource, frequency: SourceRow['frequency']): Promise<void> {
    const { source, chunks } = prepared;
    this.#batch.push(frequency ? { ...prepared, source: { ...source, frequency } } : prepared);
    this.#waiting += chunks.length;
    this.chunks += chunks.length;
    if (this.#waiting >= (this.#options.chunksPerCommit ?? CHUNKS_PER_COMMIT)) await this.#commit();
  }

  async #commit(): Promise<void> {
    const [read, touch] = [this.#batch, this.#touched];
    if (read.length === 0 && touch.length === 0) return;
    [this.#batch, this.#touched, this.#waiting] = [[], [], 0];
    const { batch, lines } = this.#lines ? await this.#lines.addTo(read) : { batch: read, lines: [] };
    const change = await this.#withVectors(batch);
    await this.#store.write({ ...change, touch, lines });
    for (const { source } of change.put) this.rows.set(source.path, source);
    const added = change.put.filter(this.#isFresh).length;
    this.added += added;
    this.changed += change.put.length - added;
    this.held += batch.length - change.put.length;
    this.same += touch.length;
  }

  /** Which vectors go in together with their sources, and which sources can go in at all. */
  async #withVectors(batch: readonly PreparedSource[]): Promise<Required<Pick<IndexChange, 'put' | 'vectors'>>> {
    const first = this.#embedding?.local ? batch : batch.filter((one) => !this.#isFresh(one));
    const vectors = this.#embedding ? await this.#embedding.of(first) : [];
    // Without their vectors, sources that changed stay as they were; the next run sees them by their stat.
    return vectors ? { put: batch, vectors } : { put: batch.filter(this.#isFresh), vectors: [] };
  }

  readonly #isFresh = ({ source }: PreparedSource): boolean => this.#fresh.has(source.path);
}

/** How often a file changes is said before its units. */
export const withFrequency = (job: Job, frequency: SourceRow['frequency']): Job =>
  job.surroundings && frequency ? { ...job, surroundings: { ...job.surroundings, frequency } } : job;

/** What a worker made of one file; undefined when it could make nothing of it. */
export async function parsePrepared(
  text: Iterable<string> | AsyncIterable<string>,
): Promise<PrepareResult | undefined> {
  let json = '';
  for await (const block of text) json += block;
  return json === '' ? undefined : (JSON.parse(json) as PrepareResult); // made by our own worker, out of the very type
}
