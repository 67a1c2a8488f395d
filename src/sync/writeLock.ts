/** The write lock: one writer at a time. Readers need no lock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FroeError } from '../errors.js';
import { withoutPassword } from '../store/databaseUrl.js';
import { lockHolder, lockStore } from '../store/openStore.js';

/** Polling interval. A store could wait by itself, but that would block this thread, and even Ctrl-C. */
const RETRY_MS = 100;

/**
 * Runs while holding the write lock of an index; waits up to so many seconds for it. The signal of the run fires with
 * `signal`, and if the lock is lost: another writer may start.
 */
export async function withWriteLock<T>(
  { file }: { readonly file: string },
  seconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  const lost = new AbortController();
  const onLost = (error: FroeError): void => lost.abort(error);
  let release = await lockStore(file, onLost);
  while (!release && performance.now() < deadline) {
    await sleep(RETRY_MS, undefined, { signal });
    release = await lockStore(file, onLost);
  }
  if (!release) {
    const holder = lockHolder(file);
    throw new FroeError(
      'busy',
      `Another process${holder === undefined ? '' : ` (${holder})`} is writing ${withoutPassword(file)}`,
      'Wait for it with --wait 60. Searching works meanwhile.',
    );
  }
  try {
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
  } finally {
    await release();
  }
}
