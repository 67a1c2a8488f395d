/**
 * Reports changes below a root: once for many, after they have settled, and never
 * twice at a time.
 *
 *     ready   x x  x           x                 changes
 *     ├run┤          ├─run─────┤├─run─┤          changes during a run wait for its end
 *
 * An unfinished run is repeated later even without changes: a provider that was down
 * comes back unnoticed.
 */
import type { Stats } from 'node:fs';
import { watch as watchFiles } from 'chokidar';
import { FroeError } from '../errors.js';
import { IgnoreRules } from './ignored.js';
import { relativePosix } from './jail.js';
import { isOpenDatabase } from './openDatabases.js';
import { NEVER_READ } from './walk.js';

export interface WatchOptions {
  /** Milliseconds without a change before changes are reported. */
  readonly settleMs: number;
  /**
   * First called when the watcher is ready, so that no change is missed. An error of this call ends the watch.
   * `unfinished`: it is called again later.
   */
  readonly changed: () => Promise<WatchOutcome>;
  /** Later errors, and paths that cannot be watched. The watch continues. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds until the next attempt, by the number of failures. */
  readonly retryDelayMs?: (times: number) => number;
}

export type WatchOutcome = 'done' | 'unfinished';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 5 * 60_000;

/** 1 to 2 seconds, 2 to 4, … 2½ to 5 minutes: random, so that clients refused together do not retry together. */
export const retryDelayMs = (times: number, random = Math.random()): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (times - 1)) * ((1 + random) / 2);

export interface Watcher {
  close(): Promise<void>;
}

/** Resolves when the first run is done. */
export async function watch(root: string, options: WatchOptions): Promise<Watcher> {
  const runs = new WatchRuns(options);
  const watcher = watchFiles(root, { ignoreInitial: true, ignored: ignoredBy(root) });
  const close = async (): Promise<void> => {
    runs.stop();
    await watcher.close();
  };
  watcher.on('all', () => runs.schedule());
  watcher.on('error', (error) => options.failed(describeWatchError(root, error)));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  try {
    await runs.first();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close: async () => {
      await close();
      await runs.running;
    },
  };
}

/** One run at a time: after changes have settled, and again later while one is unfinished. */
class WatchRuns {
  readonly #options: WatchOptions;
  #settleTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isRequested = false;
  #stopped = false;
  #failures = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Errors are thrown. Changes in the meantime start a second run. */
  async first(): Promise<void> {
    this.#running = this.#options.changed().then((outcome) => this.#finish(outcome));
    await this.#running;
    this.#running = this.#isRequested ? this.#run() : undefined;
  }

  schedule(): void {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => this.#begin(), this.#options.settleMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#retryTimer);
  }

  #begin(): void {
    this.#isRequested = true;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    const { changed, failed } = this.#options;
    do {
      this.#isRequested = false;
      clearTimeout(this.#retryTimer);
      const outcome = await changed().catch((error: unknown): WatchOutcome => {
        failed(error);
        return 'unfinished';
      });
      if (!this.#isRequested) this.#finish(outcome);
    } while (this.#isRequested);
    this.#running = undefined;
  }

  #finish(outcome: WatchOutcome): void {
    const delayMs = this.#options.retryDelayMs ?? retryDelayMs;
    this.#failures = outcome === 'done' ? 0 : this.#failures + 1;
    if (this.#failures > 0 && !this.#stopped)
      this.#retryTimer = setTimeout(() => this.#begin(), delayMs(this.#failures));
  }
}

/**
 * Ignored folders are not watched: there are thousands of them in `target` and
 * `dist`, and the system limits the number of watches. Ignored files in other
 * folders do no harm; a run finds nothing to do. The rules are read at the start;
 * after changing them, restart the watch. Links are not followed, as in a walk: one to
 * `/` would have the whole system watched.
 */
function ignoredBy(root: string): (path: string, stats?: Pick<Stats, 'isDirectory' | 'isSymbolicLink'>) => boolean {
  const rules = ['.gitignore', '.froeignore'].map((name) => new IgnoreRules(root, name));
  return (path, stats) => {
    const relativePath = relativePosix(root, path);
    if (relativePath === '') return false;
    if (relativePath.split('/').some((part) => NEVER_READ.has(part)) || isOpenDatabase(path)) return true;
    if (stats?.isSymbolicLink()) return true;
    return stats?.isDirectory() === true && rules.some((rule) => rule.ignores(`${relativePath}/`));
  };
}

function describeWatchError(root: string, error: unknown): FroeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isLimit = code === 'ENOSPC' || code === 'EMFILE';
  return new FroeError(
    'unreadable',
    `Not all of ${root} can be watched (${code || String(error)})`,
    isLimit ? 'The system limits the number of watched files: raise fs.inotify.max_user_watches.' : undefined,
    error,
  );
}
