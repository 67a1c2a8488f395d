/**
 * A folder → an index that is true of it.
 *
 *     walk, stat ─plan→ jobs ─all cores→ prepared sources ─batches→ store
 *                                              └ vectors: with them, or behind them
 *
 * Whatever is done is done in transactions that leave each source whole:
 *
 *     a source that is new      words first, so that it is found at once; its vectors follow
 *     a source that changed     its vectors first, then all of it at once: until then the old state is served
 *     a local model             vectors at once, for both
 *
 * Stop anywhere, and the next run goes on from there: what is committed is seen
 * by its stat, and a text that has a vector is not embedded again.
 */

import type { Strategy } from '../engine.js';
import { embedText, PREFIX_VERSION } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import { MAX_SOURCE_BYTES, type SizingLayer } from '../options.js';
import { changeFrequency } from '../sources/history.js';
import type { Embedded, Prepared, SourceRow, Store } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import type { Diagnostic } from '../types.js';
import type { Task, Trouble } from '../work/job.js';
import { runAll } from '../work/pool.js';
import type { PrepareResult } from '../work/prepare.js';
import { type Plan, type PlanOptions, plan } from './plan.js';
import { modelOf, type Vectors } from './vectors.js';

export interface SyncOptions {
  readonly root: string;
  readonly tree?: string;
  readonly vectors?: Vectors | undefined;
  /** Vectors of another model are dropped and made anew. */
  readonly replaceModel?: boolean;
  readonly cut?: SizingLayer & { readonly tokenizer?: string; readonly strategy?: Strategy };
  readonly threads?: number;
  readonly maxFileSize?: number;
  readonly wants?: (path: string) => boolean;
  /** A transaction is committed when it has so many: often enough to be found soon, seldom enough to be fast. */
  readonly piecesPerCommit?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly stage: 'read' | 'embed';
  readonly done: number;
  readonly total: number;
}

export interface SyncReport {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Changed, but still served as they were: their vectors could not be made. */
  readonly held: number;
  readonly unchanged: number;
  readonly pieces: number;
  /** Texts embedded in this run. */
  readonly embedded: number;
  readonly troubles: readonly (Diagnostic | Trouble)[];
  /** Why vectors are missing: the provider failed. The words are in all the same. */
  readonly failure?: FroeError;
}

/** Another way of cutting makes other pieces: raise it with every change that shows in them. */
const CUT_VERSION = 1;
const PIECES_PER_COMMIT = 400;
const PIECES_PER_EMBEDDING = 256;

export async function sync(store: Store, options: SyncOptions): Promise<SyncReport> {
  const { root, tree = 'main', vectors, signal } = options;
  if (vectors) await store.useModel(modelOf(vectors), options.replaceModel);
  const planned = plan(root, await store.sources(tree), planOptions(options));
  const run = new Run(store, options, planned);
  if (planned.gone.length > 0) await store.write({ remove: planned.gone });
  await run.read({ tree, recipe: recipeOf(options) });
  signal?.throwIfAborted();
  if (vectors) await run.embedPending(vectors);
  return run.report();
}

/** What is wanted, and how it is to be cut. */
export const planOptions = (options: SyncOptions): PlanOptions => {
  const { maxFileSize = MAX_SOURCE_BYTES, wants = () => true } = options;
  return { recipe: recipeOf(options), maxFileSize, wants };
};

/** How pieces are cut, in a word. */
const recipeOf = ({ cut = {} }: SyncOptions): string =>
  sha256(
    JSON.stringify([
      CUT_VERSION,
      PREFIX_VERSION,
      Object.entries(cut)
        .filter(([, value]) => value !== undefined)
        .sort(),
    ]),
  ).slice(0, 16);

class Run {
  readonly #store: Store;
  readonly #options: SyncOptions;
  readonly #plan: Plan;
  readonly #frequency: (path: string) => SourceRow['frequency'];
  readonly #troubles: (Diagnostic | Trouble)[];
  #batch: Prepared[] = [];
  #touched: Pick<SourceRow, 'docId' | 'size' | 'mtime'>[] = [];
  #waiting = 0;
  #pieces = 0;
  #written = 0;
  #embedded = 0;
  #held = 0;
  #failure: FroeError | undefined;

  constructor(store: Store, options: SyncOptions, planned: Plan) {
    this.#store = store;
    this.#options = options;
    this.#plan = planned;
    this.#troubles = [...planned.diagnostics];
    this.#frequency = (planned.jobs.length > 0 && changeFrequency(options.root)) || (() => undefined);
  }

  /** Reads what changed on all cores, and commits it as it comes. */
  async read(prepare: { readonly tree: string; readonly recipe: string }): Promise<void> {
    const { cut = {}, threads = 1, signal, onProgress } = this.#options;
    const { jobs } = this.#plan;
    const task: Task = { output: 'index', colour: false, prepare, options: { tokenizer: 'cl100k_base', ...cut } };
    let done = 0;
    for await (const [job, { text, troubles }] of runAll(jobs, task, threads)) {
      signal?.throwIfAborted();
      this.#troubles.push(...troubles);
      let json = '';
      for await (const block of text) json += block;
      // Made by our own worker, out of the very type.
      if (json !== '') await this.#take(job.path, prepare.tree, JSON.parse(json) as PrepareResult);
      onProgress?.({ stage: 'read', done: ++done, total: jobs.length });
    }
    await this.#commit();
  }

  async #take(path: string, tree: string, result: PrepareResult): Promise<void> {
    if ('same' in result) {
      this.#touched.push({ docId: `${tree}:${path}`, ...result.same });
      return;
    }
    const { source, pieces, units } = result.prepared;
    const frequency = this.#frequency(path);
    this.#batch.push({ source: frequency ? { ...source, frequency } : source, pieces, units });
    this.#waiting += pieces.length;
    this.#pieces += pieces.length;
    if (this.#waiting >= (this.#options.piecesPerCommit ?? PIECES_PER_COMMIT)) await this.#commit();
  }

  async #commit(): Promise<void> {
    const [batch, touch] = [this.#batch, this.#touched];
    if (batch.length === 0 && touch.length === 0) return;
    [this.#batch, this.#touched, this.#waiting] = [[], [], 0];
    const { vectors } = this.#options;
    const isFresh = ({ source }: Prepared): boolean => this.#plan.fresh.has(source.path);
    const first = vectors?.embedder.local ? batch : batch.filter((one) => !isFresh(one));
    const embedded = vectors && first.length > 0 ? await this.#embed(vectors, first) : [];
    // Without their vectors, sources that changed stay as they were; the next run sees them by their stat.
    const put = embedded ? batch : batch.filter(isFresh);
    await this.#store.write({ put, touch, vectors: embedded ?? [] });
    this.#written += put.length;
    this.#held += batch.length - put.length;
  }

  /** Vectors of those pieces that are not in the index already; undefined when the provider fails. */
  async #embed(vectors: Vectors, sources: readonly Prepared[]): Promise<Embedded[] | undefined> {
    const wanted = new Map<string, string>();
    for (const { pieces } of sources)
      for (const { chunk } of pieces) if (chunk.metadata.weight !== 0) wanted.set(chunk.embedHash, embedText(chunk));
    const missing = await this.#store.withoutVector([...wanted.keys()]);
    return this.#vectorsOf(
      vectors,
      missing.map((hash) => ({ hash, text: wanted.get(hash) ?? '' })),
    );
  }

  /** A provider that failed once is not asked again in this run. */
  async #vectorsOf(
    vectors: Vectors,
    pieces: readonly { hash: string; text: string }[],
  ): Promise<Embedded[] | undefined> {
    if (pieces.length === 0) return [];
    if (this.#failure) return undefined;
    try {
      const made = await vectors.embedPieces(pieces, this.#options.signal);
      this.#embedded += made.length;
      return pieces.map(({ hash }, i) => ({ hash, vector: made[i] }));
    } catch (error) {
      if (!(error instanceof FroeError) || error.code !== 'provider') throw error;
      this.#failure = error;
      return undefined;
    }
  }

  /** Fills in what has no vector yet. */
  async embedPending(vectors: Vectors): Promise<void> {
    const { pending } = await this.#store.state();
    let done = 0;
    for await (const chunks of this.#store.pending(PIECES_PER_EMBEDDING)) {
      this.#options.signal?.throwIfAborted();
      const wanted = new Map(chunks.map((chunk) => [chunk.embedHash, embedText(chunk)]));
      const embedded = await this.#vectorsOf(
        vectors,
        [...wanted].map(([hash, text]) => ({ hash, text })),
      );
      if (!embedded) return;
      await this.#store.write({ vectors: embedded });
      done += embedded.length;
      this.#options.onProgress?.({ stage: 'embed', done, total: pending });
    }
  }

  report(): SyncReport {
    const { jobs, fresh, gone, unchanged } = this.#plan;
    const added = jobs.filter(({ path }) => fresh.has(path)).length;
    return {
      added,
      changed: this.#written - added,
      held: this.#held,
      removed: gone.length,
      unchanged: unchanged + jobs.length - this.#written - this.#held,
      pieces: this.#pieces,
      embedded: this.#embedded,
      troubles: this.#troubles,
      ...(this.#failure ? { failure: this.#failure } : {}),
    };
  }
}
