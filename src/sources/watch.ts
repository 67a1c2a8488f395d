/**
 * Tells that something below a root changed: once for a flurry of changes, after
 * it has settled, and never twice at a time.
 *
 *     ready   x x  x           x                 changes
 *     ├run┤          ├─run─────┤├─run─┤          what came during a run waits for its end
 *
 * A run that could not do all it should is done again by and by, though nothing
 * changes: a provider that was down comes back without anybody telling.
 */
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
   * Called first when the watch stands, so that nothing falls between. What it throws then ends the watch.
   * `unfinished`: it is called again later.
   */
  readonly changed: () => Promise<WatchOutcome>;
  /** What it throws later, and what cannot be watched. The watch goes on. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds until what failed so many times is tried again. */
  readonly retryDelayMs?: (times: number) => number;
}

export type WatchOutcome = 'done' | 'unfinished';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 5 * 60_000;

/** 1 to 2 seconds, 2 to 4, … 2½ to 5 minutes: those who were refused together do not come back together. */
export const retryDelayMs = (times: number, random = Math.random()): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (times - 1)) * ((1 + random) / 2);

export interface Watcher {
  close(): Promise<void>;
}

/** Resolves when the first run is done. */
export async function watch(root: string, options: WatchOptions): Promise<Watcher> {
  const { settleMs: settle, changed, failed, retryDelayMs: wait = retryDelayMs } = options;
  let timer: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let [again, closed, failures] = [false, false, 0];
  const finish = (outcome: WatchOutcome): void => {
    failures = outcome === 'done' ? 0 : failures + 1;
    if (failures > 0 && !closed) later = setTimeout(begin, wait(failures));
  };
  const run = async (): Promise<void> => {
    do {
      again = false;
      clearTimeout(later);
      const outcome = await changed().catch((error: unknown): WatchOutcome => {
        failed(error);
        return 'unfinished';
      });
      if (!again) finish(outcome);
    } while (again);
    running = undefined;
  };
  const begin = (): void => {
    again = true;
    running ??= run();
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(begin, settle);
  };
  const close = async (): Promise<void> => {
    closed = true;
    clearTimeout(timer);
    clearTimeout(later);
    await watcher.close();
  };
  const watcher = watchFiles(root, { ignoreInitial: true, ignored: unwatched(root) });
  watcher.on('all', soon);
  watcher.on('error', (error) => failed(describeWatchError(root, error)));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  try {
    running = changed().then(finish);
    await running;
  } catch (error) {
    await close();
    throw error;
  }
  running = again ? run() : undefined;
  return {
    close: async () => {
      await close();
      await running;
    },
  };
}

/**
 * Folders that are ignored are not even looked at: there are thousands of them
 * in `target` and `dist`, and the system watches only so many. Ignored files in
 * other folders do no harm; a run finds nothing to do. The rules are those of
 * the start; who changes them starts the watch again.
 */
function unwatched(root: string): (path: string, stats?: { isDirectory(): boolean }) => boolean {
  const rules = ['.gitignore', '.froeignore'].map((name) => new IgnoreRules(root, name));
  return (path, stats) => {
    const below = relativePosix(root, path);
    if (below === '') return false;
    if (below.split('/').some((part) => NEVER_READ.has(part)) || isOpenDatabase(path)) return true;
    return stats?.isDirectory() === true && rules.some((one) => one.ignores(`${below}/`));
  };
}

function describeWatchError(root: string, error: unknown): FroeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const full = code === 'ENOSPC' || code === 'EMFILE';
  return new FroeError(
    'unreadable',
    `Not all of ${root} can be watched (${code || String(error)})`,
    full ? 'The system limits the number of watched files: raise fs.inotify.max_user_watches.' : undefined,
    error,
  );
}
