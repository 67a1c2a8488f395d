/** A worker thread that runs a file of this package. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * A thread runs a file: that the program itself was typed on the command line,
 * `--input-type=module -e …`, is not for it. Else it has the flags of the
 * process; given by name, some of them would be refused.
 */
export function startThread(script: URL, options: WorkerOptions = {}): Worker {
  const typed = process.execArgv.some((word) => word.startsWith('--input-type'));
  return new Worker(script, { ...options, ...(typed ? { execArgv: [] } : {}) });
}
