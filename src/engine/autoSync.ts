/**
 * Keeps an index up to date while a server runs: one run at the start, and one whenever
 * files change. One run at a time; a request during a run waits for the next run,
 * because the first may already have passed the changed file.
 *
 *     start   change    refresh()
 *     ├─run 1─────┤├─run 2───────┤        meanwhile, queries are answered from what is committed
 *
 * A run that nobody waits for is stopped. For the runs at the start and after changes,
 * AutoSync itself waits.
 */
import { FroeError } from '../errors.js';
import { type Watcher, watch } from '../sources/watch.js';
import type { SyncProgress, SyncReport } from '../sync/sync.js';
import type { Engine } from './engine.js';

export interface AutoSyncOptions {
  /** Milliseconds without a change before a run starts. */
  readonly settle?: number;
  /** Seconds to wait for another process that writes the same index: it probably does the same work. */
  readonly wait?: number;
}

/** The progress of a run. */
export interface SyncStep extends SyncProgress {
  /** 0 to 100, never decreasing: of both stages, as soon as it is known that there are two. 100 only at the end. */
  readonly percent: number;
}

type ProgressListener = (step: SyncStep) => void;

interface Run {
  readonly done: Promise<SyncReport>;
  readonly stop: AbortController;
  readonly followers: Set<ProgressListener>;
  waiting: number;
}

const SETTLE_MS = 300;
const WAIT_SECONDS = 60;

export class AutoSync {
  readonly #engine: Engine;
  readonly #options: AutoSyncOptions;
  #run: Run | undefined;
  #step: SyncStep | undefined;
  #failure: FroeError | undefined;
  /** Folders that cannot be watched: no run changes that. */
  #watchFailure: FroeError | undefined;
  #watcher: Watcher | undefined;
  #isNew: Promise<boolean> = Promise.resolve(false);
  #searchable: Promise<void> = Promise.resolve();
  #closed = false;
  readonly #listeners = new Set<() => void>();

  constructor(engine: Engine, options: AutoSyncOptions = {}) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Starts the first run and the watcher. Returns at once. */
  start(): void {
    this.#isNew = this.#engine.state().then(
      ({ sources }) => sources === 0,
      () => false, // the first run fails as well, and reports why
    );
    let markSearchable = (): void => {};
    this.#searchable = new Promise((resolve) => {
      markSearchable = resolve;
    });
    // When the words of all files are in, everything can be found; vectors may follow.
    const follow: ProgressListener = ({ stage }) => stage === 'embed' && markSearchable();
    this.#runOwn(follow).finally(markSearchable);
    watch(this.#engine.root, {
      settleMs: this.#options.settle ?? SETTLE_MS,
      changed: async () => {
        await this.#runOwn();
        return this.#failure ? 'unfinished' : 'done';
      },
      failed: (error) => this.#recordWatchFailure(error),
    }).then(
      (watcher) => {
        this.#watcher = watcher;
        if (this.#closed) void watcher.close();
      },
      (error) => this.#recordWatchFailure(error),
    );
  }

  /** The current run; undefined if there is none. */
  get step(): SyncStep | undefined {
    return this.#run && (this.#step ?? { stage: 'read', done: 0, total: 0, percent: 0 });
  }

  /** Whether every change is noticed. */
  get watching(): boolean {
    return this.#watcher !== undefined && this.#watchFailure === undefined;
  }

  /** Why the last run failed, or why not every change is noticed. */
  get failure(): FroeError | undefined {
    return this.#failure ?? this.#watchFailure;
  }

  /** An existing index is ready at once; a new one when all files can be found, or after so many milliseconds. */
  async ready(timeoutMs: number, follow?: ProgressListener, signal?: AbortSignal): Promise<void> {
    const run = this.#run;
    if (!run || !(await this.#isNew)) return;
    if (follow) run.followers.add(follow);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    try {
      await Promise.race([this.#searchable, timeout, rejectOnAbort(signal)]);
    } finally {
      clearTimeout(timer);
      if (follow) run.followers.delete(follow);
    }
  }

  /** Updates the index now. */
  async refresh(follow?: ProgressListener, signal?: AbortSignal): Promise<SyncReport> {
    if (this.#run) await Promise.race([this.#run.done.catch(() => {}), rejectOnAbort(signal)]);
    return this.#waitFor(this.#run ?? this.#beginRun(), follow, signal); // another waiting request may have started it
  }

  /** Calls the listener after every run that changed something, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#run?.stop.abort();
    await this.#watcher?.close();
    await this.#run?.done.catch(() => {});
  }

  /** A run of AutoSync itself. An error is stored, and reported on request. */
  async #runOwn(follow?: ProgressListener): Promise<void> {
    try {
      if (this.#run) await this.#run.done.catch(() => {});
      if (!this.#closed) await this.#waitFor(this.#run ?? this.#beginRun(), follow);
    } catch (error) {
      if (!this.#closed) this.#failure = toFroeError(error);
    }
  }

  #recordWatchFailure(error: unknown): void {
    if (!this.#closed) this.#watchFailure = toFroeError(error);
  }

  #beginRun(): Run {
    if (this.#closed) throw new FroeError('busy', 'The server is closing'); // nobody would wait for it
    const stop = new AbortController();
    const followers = new Set<ProgressListener>();
    this.#step = undefined;
    let stageStart = 0;
    const report = (step: SyncStep): void => {
      this.#step = step;
      for (const follow of followers) follow(step);
    };
    const onProgress = (progress: SyncProgress): void => {
      if (progress.stage !== this.#step?.stage) stageStart = this.#step?.percent ?? 0;
      const percent = percentOf(progress, stageStart);
      // Counts and percentage of a step belong together: a step that would go back is dropped.
      if (percent >= (this.#step?.percent ?? 0)) report({ ...progress, percent });
    };
    const { wait = WAIT_SECONDS } = this.#options;
    const done = this.#engine.sync({ wait, signal: stop.signal, onProgress }).then((syncReport) => {
      this.#failure = syncReport.failure;
      if (!syncReport.failure)
        report({ stage: 'embed', done: syncReport.embedded, total: syncReport.embedded, percent: 100 });
      if (syncReport.added + syncReport.changed + syncReport.removed > 0)
        for (const listener of this.#listeners) listener();
      return syncReport;
    });
    const run: Run = { done, stop, followers, waiting: 0 };
    const clear = (): void => {
      this.#run = undefined;
    };
    done.then(clear, clear);
    this.#run = run;
    return run;
  }

  async #waitFor(run: Run, follow?: ProgressListener, signal?: AbortSignal): Promise<SyncReport> {
    run.waiting++;
    if (follow) run.followers.add(follow);
    try {
      return await Promise.race([run.done, rejectOnAbort(signal)]);
    } finally {
      if (follow) run.followers.delete(follow);
      if (--run.waiting === 0) run.stop.abort(); // no effect after its end
    }
  }
}

const toFroeError = (error: unknown): FroeError =>
  error instanceof FroeError ? error : new FroeError('unreadable', String(error), undefined, error);

/** From `stageStart`, where the stage began, to 50 if another one follows, else to 99: the rest is short. */
const percentOf = ({ done, total, vectorsFollow }: SyncProgress, stageStart: number): number => {
  const share = total === 0 ? 1 : Math.min(done, total) / total;
  return Math.min(99, stageStart + Math.floor(share * ((vectorsFollow ? 50 : 100) - stageStart)));
};

/** Never fulfilled; rejected when the signal fires. */
function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (!signal) return;
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
