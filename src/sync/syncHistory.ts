/**
 * Makes the history of a store equal to the commits of a repository.
 *
 *     git rev-list ─new ones→ git log ─batches, all cores→ sources ─batches→ the store's history
 *                 └stored ones that are no longer listed: an amend, a rebase, another branch → removed
 *
 * A commit never changes, so none is read twice, except for those whose diff could not be read, as in a partial clone:
 * they are completed when their blobs are there. The newest come first: a run can be stopped at any time, and the next one
 * continues.
 */
import { FroeError } from '../errors.js';
import { type CommitSource, commitTask, withoutDiff } from '../jobs/cutCommit.js';
import type { Job, Task, Trouble } from '../jobs/job.js';
import { runStream } from '../jobs/pool.js';
import { headCommit, listCommits, readCommits } from '../sources/gitLog.js';
import { isPartialClone, partialObjects } from '../sources/partialClone.js';
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
const MAX_NEW_COMMITS = 1000;
/** Commits per job, and the number from which threads are worth their start. */
const COMMITS_PER_JOB = 16;
const MIN_COMMITS_FOR_THREADS = 200;
const CHUNKS_PER_COMMIT = 2000;

/** Undefined if there is no history and none is requested. `history`: 0 for none, undefined: unchanged. */
export async function syncHistory(store: Store, options: HistoryOptions): Promise<HistoryRun | undefined> {
  const { root, history: requested } = options;
  const existing = await store.history();
  if (!existing && !requested) return undefined;
  if (requested === 0) return existing && removeAll(existing);
  const head = headCommit(root);
  if (head === undefined) return existing || requested ? unreadable(root, existing) : undefined;
  const history = existing ?? (await store.history(true));
  if (!history) return undefined;
  const task = commitTask(options.vectors?.embedder.maxTokens);
  const objects = partialObjects(root);
  const scanKey = [requested ?? null, task.prepare?.recipe, options.vectors?.embedder.id ?? null];
  const scan = JSON.stringify([head, ...scanKey, ...(objects === undefined ? [] : [objects])]);
  if ((await history.treeScan(COMMITS)) === scan) return nothingNew(history);
  const run = new HistoryWriter(history, options);
  await run.update(head);
  // With HEAD alone, questions see that there is nothing new, and the next run tries again what git could not read.
  const isDamaged = objects === undefined && run.withoutDiff > 0;
  if (run.complete) await history.saveTreeScan(COMMITS, isDamaged ? head : scan);
  return run.report();
}

const NO_CHANGES = { added: 0, removed: 0, chunks: 0, embedded: 0, troubles: [] } as const;

const countOf = async (history: Store | undefined): Promise<number> => (await history?.state())?.sources ?? 0;

const nothingNew = async (history: Store): Promise<HistoryRun> => ({ ...NO_CHANGES, commits: await countOf(history) });

async function removeAll(history: Store): Promise<HistoryRun> {
  const removedIds = [...(await history.sources(COMMITS)).values()].map(({ docId }) => docId);
  if (removedIds.length === 0) return nothingNew(history);
  await history.write({ remove: removedIds });
  await history.compact();
  return { ...NO_CHANGES, commits: 0, removed: removedIds.length };
}

async function unreadable(root: string, history: Store | undefined): Promise<HistoryRun> {
  return { ...NO_CHANGES, commits: await countOf(history), troubles: [unreadableNote(root)] };
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
  #pendingChunks = 0;
  #added = 0;
  #removed = 0;
  #chunks = 0;
  #shortened = 0;
  /** Commits that were stored without their diff before this run; how many have none yet; how many of all have none. */
  #incomplete: ReadonlySet<string> = new Set();
  #unchanged = 0;
  withoutDiff = 0;

  constructor(history: Store, options: HistoryOptions) {
    const { vectors, signal, until } = options;
    this.#history = history;
    this.#options = options;
    this.#embedding = vectors && new EmbeddingRun(history, vectors, signal, until);
  }

  async update(head: string): Promise<void> {
    const { vectors, history: requested, onProgress } = this.#options;
    if (vectors) this.#troubles.push(...(await useModelOf(this.#history, vectors, this.#options)));
    const task = commitTask(vectors?.embedder.maxTokens, this.#packOptions(), this.#options.brief);
    const changes = await this.#changes(requested, task.prepare?.recipe ?? '');
    if (!changes) {
      this.#troubles.push(unreadableNote(this.#options.root));
      return;
    }
    const { fresh, gone: removedIds } = changes;
    if (removedIds.length > 0) await this.#history.write({ remove: removedIds });
    this.#removed = removedIds.length;
    const done = await this.#readAll(fresh, task);
    await this.#commit();
    await this.#embedding?.fillIn((embedded, total) => onProgress?.({ stage: 'embed', done: embedded, total }));
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
        for (const commitSource of result?.commits ?? []) await this.#add(commitSource);
        done += job.commits?.length ?? 0;
        onProgress?.({ stage: 'read', done, total: fresh.length });
        if (until?.aborted) break;
      }
    } catch (error) {
      if (!(error instanceof FroeError) || error.code !== 'unreadable') throw error;
      const missing = fresh.length - done - this.#unchanged;
      const message = `${error.message}; ${missing.toLocaleString('en')} of the commits are missing`;
      this.#troubles.push({ code: 'unreadable', path: 'history', message });
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
        ...(this.withoutDiff > 0 ? [withoutDiffNote(this.withoutDiff, isPartialClone(this.#options.root))] : []),
      ],
      ...(failure ? { failure } : {}),
    };
  }

  /** The newest first. Without a number, all since the oldest that is stored. */
  async #changes(
    requested: number | undefined,
    recipe: string,
  ): Promise<{ readonly fresh: readonly string[]; readonly gone: readonly string[] } | undefined> {
    const stored = await this.#history.sources(COMMITS);
    const listed = listCommits(this.#options.root, requested ?? stored.size + MAX_NEW_COMMITS);
    if (!listed) return undefined;
    this.#incomplete = new Set(
      [...stored].flatMap(([hash, row]) => (row.recipe === withoutDiff(recipe) ? [hash] : [])),
    );
    const wanted =
      requested === undefined ? listed.slice(0, listed.findLastIndex((hash) => stored.has(hash)) + 1) : listed;
    const listedHashes = new Set(wanted);
    return {
      fresh: wanted.filter((hash) => stored.get(hash)?.recipe !== recipe),
      gone: [...stored.values()].filter(({ path }) => !listedHashes.has(path)).map(({ docId }) => docId),
    };
  }

  async *#jobs(hashes: readonly string[]): AsyncGenerator<Job> {
    const jobOf = (commits: NonNullable<Job['commits']>): Job => ({ path: COMMITS, named: false, commits });
    let commits: NonNullable<Job['commits']>[number][] = [];
    for await (const commit of readCommits(this.#options.root, hashes)) {
      if (commit.patch === undefined) {
        this.withoutDiff++;
        if (this.#incomplete.has(commit.hash)) {
          this.#unchanged++;
          continue;
        }
      }
      if (commits.push(commit) < COMMITS_PER_JOB) continue;
      yield jobOf(commits);
      commits = [];
    }
    if (commits.length > 0) yield jobOf(commits);
  }

  #threads(commits: number): number {
    const { threads = 1 } = this.#options;
    return commits < MIN_COMMITS_FOR_THREADS ? 0 : threads;
  }

  /** As in IndexWriter: packed with the vectors, if both can be done in a thread. */
  #packOptions(): NonNullable<ReturnType<typeof commitTask>['prepare']>['pack'] {
    if (!this.#history.takesPacked) return undefined;
    if (!this.#embedding) return {};
    const { threadEmbedder } = this.#embedding;
    return threadEmbedder && { embedder: threadEmbedder };
  }

  async #add(commitSource: CommitSource): Promise<void> {
    this.#batch.push(commitSource);
    const { length } = 'packed' in commitSource ? commitSource.packed.chunks : commitSource.prepared.chunks;
    this.#pendingChunks += length;
    this.#chunks += length;
    this.#added++;
    if (commitSource.shortened) this.#shortened++;
    if (this.#pendingChunks >= CHUNKS_PER_COMMIT) await this.#commit();
  }

  async #commit(): Promise<void> {
    const packed = this.#batch.flatMap((commitSource) => ('packed' in commitSource ? [commitSource.packed] : []));
    const put = this.#batch.flatMap((commitSource) => ('prepared' in commitSource ? [commitSource.prepared] : []));
    [this.#batch, this.#pendingChunks] = [[], 0];
    if (packed.length + put.length === 0) return;
    const quantised = packed.flatMap(({ vectors }) => (vectors ? vectorCodes(vectors) : []));
    const codes = (await this.#embedding?.missing(quantised)) ?? [];
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

const withoutDiffNote = (commits: number, isPartial: boolean): Diagnostic => {
  const reason = isPartial
    ? 'this is a partial clone and froe fetches nothing. To add them: git fetch --refetch --no-filter, then froe index'
    : 'git cannot read what it is made of (git fsck says why). Each froe index tries again';
  const kept = `${commits.toLocaleString('en')} ${commits === 1 ? 'commit is' : 'commits are'} kept without a diff`;
  return { code: 'unreadable', path: 'history', message: `${kept}, because ${reason}` };
};
