/** Tells when something below a root changed: once for a flurry of changes, after it has settled. */
import { relative } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import { ALWAYS_OUT } from './walk.js';

export interface Watcher {
  close(): Promise<void>;
}

/** `changed` is not called again before the promise it gave is done. */
export function watch(root: string, settle: number, changed: () => Promise<void>): Promise<Watcher> {
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let again = false;
  const run = async (): Promise<void> => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    await changed();
    busy = false;
    if (again) {
      again = false;
      await run();
    }
  };
  const watcher = watchFiles(root, {
    ignoreInitial: true,
    ignored: (path) =>
      relative(root, path)
        .split(/[\\/]/)
        .some((part) => ALWAYS_OUT.has(part)),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), settle);
  });
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    await watcher.close();
  };
  return new Promise((resolve) => watcher.once('ready', () => resolve({ close })));
}
