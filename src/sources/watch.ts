/**
 * Tells that something below a root changed: once for a flurry of changes, after
 * it has settled, and never twice at a time.
 *
 *     ready   x x  x           x                 changes
 *     ├run┤          ├─run─────┤├─run─┤          what came during a run waits for its end
 */
import { relative } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import { FroeError } from '../errors.js';
import { IgnoreRules } from './ignored.js';
import { ALWAYS_OUT } from './walk.js';

export interface WatchOptions {
  /** Milliseconds without a change before it is told. */
  readonly settle: number;
  /** Called first when the watch stands, so that nothing falls between. What it throws then ends the watch. */
  readonly changed: () => Promise<void>;
  /** What it throws later, and what cannot be watched. The watch goes on. */
  readonly failed: (error: unknown) => void;
}

export interface Watcher {
  close(): Promise<void>;
}

/** Resolves when the first run is done. */
export async function watch(root: string, { settle, changed, failed }: WatchOptions): Promise<Watcher> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await changed().catch(failed);
    } while (again);
    running = undefined;
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      again = true;
      running ??= run();
    }, settle);
  };
  const watcher = watchFiles(root, { ignoreInitial: true, ignored: unwatched(root) });
  watcher.on('all', soon);
  watcher.on('error', (error) => failed(inWords(root, error)));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  running = changed();
  try {
    await running;
  } catch (error) {
    clearTimeout(timer);
    await watcher.close();
    throw error;
  }
  running = again ? run() : undefined;
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
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
    const below = relative(root, path).replaceAll('\\', '/');
    if (below === '') return false;
    if (below.split('/').some((part) => ALWAYS_OUT.has(part))) return true;
    return stats?.isDirectory() === true && rules.some((one) => one.ignores(`${below}/`));
  };
}

function inWords(root: string, error: unknown): FroeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const full = code === 'ENOSPC' || code === 'EMFILE';
  return new FroeError(
    'unreadable',
    `Not all of ${root} can be watched (${code || String(error)})`,
    full ? 'The system watches only so many files: raise fs.inotify.max_user_watches.' : undefined,
    error,
  );
}
