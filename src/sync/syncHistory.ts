/**
 * Makes the history of a store equal to the commits of a repository.
 *
 *     git rev-list ─new ones→ git log ─batches, all cores→ sources ─batches→ the store's history
 *                 └stored ones that are no longer listed: an amend, a rebase, another branch → removed
 *
 * A commit never changes, so none is read twice, except for those that a partial clone had no diff of: they are
 * completed when their blobs are there. The newest come first: a run can be stopped at any time, and the next one
 * continues.
 */
import { FroeError } from '../errors.js';
import { type CommitSource, commitTask, withoutDiff } from '../jobs/cutCommit.js';
import type { Job, Task, Trouble } from '../jobs/job.js';
import { runStream } from '../jobs/pool.js';
import { headCommit, listCommits, readCommits } from '../sources/gitLog.js';
import { partialObjects } from '../sources/partialClone.js';
import { vectorCodes } from '../store/sqlite/packedSource.js';
import { COMMITS, type Store } from '../store/store.js';
import type { Diagnostic } from '../types.js';
import { EmbeddingRun } from './embeddingRun.js';
import type { RunOptions, SyncReport } from './sync.js';
import { useModelOf } from './vectorSource.js';

export interface HistoryReport {
  readonly added: number;
  readonly removed: number;
  /** Number of commits in the index. */
  readonly commits: number;
  readonly chunks: number;
  readonly embedded: number;
}

interface HistoryRun extends HistoryReport {
  readonly troubles: readonly (Diagnostic | Trouble)[];
  readonly failure?: FroeError | undefined;
}

type HistoryOptions = Pick<
  RunOptions,
  'root' | 'vectors' | 'replaceModel' | 'history' | 'threads' | 'brief' | 'signal' | 'until' | 'onProgress'
>;

/** Adds the commits to a run: files first, then the history. */
export async function withHistory(store: Store, options: HistoryOptions, files: SyncReport): Promise<SyncReport> {
  const run = await syncHistory(store, options);
  if (!run) return files;
  const { troubles, failure = files.failure, ...history } = run;
  return { ...files, troubles: [...files.troubles, ...troubles], ...(failure ? { failure } : {}), history };
}

/** Maximum new commits per run, if no number is set. */
const DEFAULT_MAX_COMMITS = 1000;
/** Commits per job, and the number from which threads are worth their start. */
const PER_JOB = 16;
const THREADS_FROM = 200;
const CHUNKS_PER_COMMIT = 2000;

/** Undefined if there is no history and none is requested. `history`: 0 for none, undefined: unchanged. */
export async function syncHistory(store: Store, options: HistoryOptions): Promise<HistoryRun | undefined> {
  const { root, history: asked } = options;
  const existing = await store.history();
  if (!existing && !asked) return undefined;
  if (asked === 0) return existing && removeAll(existing);
  const head = headCommit(root);
  if (head === undefined) return existing || asked ? unreadable(root, existing) : undefined;
  const history = existing ?? (await store.history(true));
  if (!history) return undefined;
  const task = commitTask(options.vectors?.embedder.maxTokens);
  const objects = partialObjects(root);
  const readAs = [asked ?? null, task.prepare?.recipe, options.vectors?.embedder.id ?? null];
  const scan = JSON.stringify([head, ...readAs, ...(objects === undefined ? [] : [objects])]);
  if ((await history.treeScan(COMMITS)) === scan) return nothingNew(history);
  const run = new HistoryWriter(history, options);
  await run.bring(head);
  if (run.complete) await history.saveTreeScan(COMMITS, scan);
  return run.report();
}

const nothing = { added: 0, removed: 0, chunks: 0, embedded: 0, troubles: [] } as const;

const countOf = async (history: Store | undefined): Promise<number> => (await history?.state())?.sources ?? 0;

const nothingNew = async (history: Store): Promise<HistoryRun> => ({ ...nothing, commits: await countOf(history) });

async function removeAll(history: Store): Promise<HistoryRun> {
  const gone = [...(await history.sources(COMMITS)).values()].map(({ docId }) => docId);
  await history.write({ remove: gone });
  await history.compact();
  return { ...nothing, commits: 0, removed: gone.length };
}

async function unreadable(root: string, history: Store | undefined): Promise<HistoryRun> {
  return { ...nothing, commits: await countOf(history), troubles: [unreadableNote(root)] };
}

const unreadableNote = (root: string): Diagnostic => ({
  code: 'unreadable',
  path: root,
  message: 'has no git history that can be read',
});

class HistoryWriter {
  complete = false;
  readonly #history: Store;
  readonly #options: HistoryOptions;
  readonly #embedding: EmbeddingRun | undefined;
  readonly #troubles: (Diagnostic | Trouble)[] = [];
  #batch: CommitSource[] = [];
  #waiting = 0;
  #added = 0;
  #removed = 0;
  #chunks = 0;
  #shortened = 0;
  /** Commits that were stored without their diff before this run; how many have none yet; how many of all have none. */
  #incomplete: ReadonlySet<string> = new Set();
  #unchanged = 0;
  #withoutDiff = 0;

  constructor(history: Store, options: HistoryOptions) {
    const { vectors, signal, until } = options;
    this.#history = history;
    this.#options = options;
    this.#embedding = vectors && new EmbeddingRun(history, vectors, signal, until);
  }

  async bring(head: string): Promise<void> {
    const { vectors, history: asked, onProgress } = this.#options;
    if (vectors) this.#troubles.push(...(await useModelOf(this.#history, vectors, this.#options)));
    const task = commitTask(vectors?.embedder.maxTokens, this.#pack(), this.#options.brief);
    const changes = await this.#changes(asked, task.prepare?.recipe ?? '');
    if (!changes) {
      this.#troubles.push(unreadableNote(this.#options.root));
      return;
    }
    const { fresh, gone } = changes;
    if (gone.length > 0) await this.#history.write({ remove: gone });
    this.#removed = gone.length;
    const done = await this.#readAll(fresh, task);
    await this.#commit();
    await this.#embedding?.fillIn((made, total) => onProgress?.({ stage: 'embed', done: made, total }));
    const isWhole = done + this.#unchanged === fresh.length && headCommit(this.#options.root) === head;
    this.complete = isWhole && !this.#embedding?.failure;
    if (this.#embedding && this.complete) await this.#history.finishModel();
  }

  /** Returns the number of commits read. If git fails, what came before is kept. */
  async #readAll(fresh: readonly string[], task: Task): Promise<number> {
    const { signal, until, onProgress } = this.#options;
    let done = 0;
    try {
      for await (const [job, { result, troubles }] of runStream(this.#jobs(fresh), task, this.#threads(fresh.length))) {
        signal?.throwIfAborted();
        this.#troubles.push(...troubles);
        for (const one of result?.commits ?? []) await this.#take(one);
        done += job.commits?.length ?? 0;
        onProgress?.({ stage: 'read', done, total: fresh.length });
        if (until?.aborted) break;
      }
    } catch (error) {
      if (!(error instanceof FroeError) || error.code !== 'unreadable') throw error;
      this.#troubles.push({ code: 'unreadable', path: 'history', message: error.message });
    }
    return done;
  }

  async report(): Promise<HistoryRun> {
    const failure = this.#embedding?.failure;
    return {
      added: this.#added,
      removed: this.#removed,
      commits: await countOf(this.#history),
      chunks: this.#chunks,
      embedded: this.#embedding?.count ?? 0,
      troubles: [
        ...this.#troubles,
        ...(this.#shortened > 0 ? [shortenedNote(this.#shortened)] : []),
        ...(this.#withoutDiff > 0 ? [withoutDiffNote(this.#withoutDiff)] : []),
      ],
      ...(failure ? { failure } : {}),
    };
  }

  /** The newest first. Without a number, all since the oldest that is stored. */
  async #changes(
    asked: number | undefined,
    recipe: string,
  ): Promise<{ readonly fresh: readonly string[]; readonly gone: readonly string[] } | undefined> {
    const known = await this.#history.sources(COMMITS);
    const listed = listCommits(this.#options.root, asked ?? known.size + DEFAULT_MAX_COMMITS);
    if (!listed) return undefined;
    this.#incomplete = new Set([...known].flatMap(([hash, one]) => (one.recipe === withoutDiff(recipe) ? [hash] : [])));
    const wanted = asked === undefined ? listed.slice(0, listed.findLastIndex((hash) => known.has(hash)) + 1) : listed;
    const there = new Set(wanted);
    return {
      fresh: wanted.filter((hash) => known.get(hash)?.recipe !== recipe),
      gone: [...known.values()].filter(({ path }) => !there.has(path)).map(({ docId }) => docId),
    };
  }

  async *#jobs(hashes: readonly string[]): AsyncGenerator<Job> {
    const jobOf = (commits: NonNullable<Job['commits']>): Job => ({ path: COMMITS, named: false, commits });
    let commits: NonNullable<Job['commits']>[number][] = [];
    for await (const commit of readCommits(this.#options.root, hashes)) {
      if (commit.patch === undefined) {
        this.#withoutDiff++;
        if (this.#incomplete.has(commit.hash)) {
          this.#unchanged++;
          continue;
        }
      }
      if (commits.push(commit) < PER_JOB) continue;
      yield jobOf(commits);
      commits = [];
    }
    if (commits.length > 0) yield jobOf(commits);
  }

  #threads(commits: number): number {
    const { threads = 1 } = this.#options;
    return commits < THREADS_FROM ? 0 : threads;
  }

  /** As in IndexWriter: packed with the vectors, if both can be done in a thread. */
  #pack(): NonNullable<ReturnType<typeof commitTask>['prepare']>['pack'] {
    if (!this.#history.takesPacked) return undefined;
    if (!this.#embedding) return {};
    const { threadEmbedder } = this.#embedding;
    return threadEmbedder && { embedder: threadEmbedder };
  }

  async #take(one: CommitSource): Promise<void> {
    this.#batch.push(one);
    const { length } = 'packed' in one ? one.packed.chunks : one.prepared.chunks;
    this.#waiting += length;
    this.#chunks += length;
    this.#added++;
    if (one.shortened) this.#shortened++;
    if (this.#waiting >= CHUNKS_PER_COMMIT) await this.#commit();
  }

  async #commit(): Promise<void> {
    const packed = this.#batch.flatMap((one) => ('packed' in one ? [one.packed] : []));
    const put = this.#batch.flatMap((one) => ('prepared' in one ? [one.prepared] : []));
    [this.#batch, this.#waiting] = [[], 0];
    if (packed.length + put.length === 0) return;
    const made = packed.flatMap(({ vectors }) => (vectors ? vectorCodes(vectors) : []));
    const codes = (await this.#embedding?.missing(made)) ?? [];
    // Without vectors, a commit is found by keywords; the next run makes them.
    const vectors = (this.#embedding?.local && (await this.#embedding.of(put))) || [];
    await this.#history.write({ packed, put, codes, vectors });
  }
}

const shortenedNote = (commits: number): Diagnostic => ({
  code: 'too-large',
  path: 'history',
  message: `${commits.toLocaleString('en')} ${commits === 1 ? 'commit is' : 'commits are'} kept without all of their hunks (docs/history.md has the limits)`,
});

const withoutDiffNote = (commits: number): Diagnostic => ({
  code: 'unreadable',
  path: 'history',
  message: `${commits.toLocaleString('en')} ${commits === 1 ? 'commit is' : 'commits are'} kept without a diff, because this is a partial clone and froe fetches nothing. To add them: git fetch --refetch --no-filter, then froe index`,
});
