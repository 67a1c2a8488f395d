/** Worker threads: starting one, and sending it a request. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Runs a file of this package in a thread, with the flags of the process, except `--input-type`, which is for programs
 * on the command line, and which a thread refuses. An error ends the thread, even between two requests, but not the
 * process. `ended`: it must not be asked again.
 */
export function startThread(script: URL, options: WorkerOptions = {}, ended: () => void = () => {}): Worker {
  const typed = process.execArgv.some((word) => word.startsWith('--input-type'));
  const worker = new Worker(script, { ...options, ...(typed ? { execArgv: [] } : {}) });
  return worker.on('error', ended).on('exit', ended);
}

export interface ThreadRequestOptions {
  /** Ends the thread; `aborted` creates the error, by default the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly aborted?: () => Error;
  readonly transfer?: readonly ArrayBuffer[];
  /** Handles messages before the reply. True: it was one. */
  readonly progress?: (message: unknown) => boolean;
  /** Starts timers that may end the thread with an error; the returned function clears them. */
  readonly watch?: (fail: (error: Error) => void) => () => void;
}

/**
 * Sends one request and waits for its reply. If the thread crashes or exits, the signal aborts, or `watch` fails, the
 * thread is ended: it may be in the middle of anything, and must not be asked again.
 */
export function askThread<Reply>(worker: Worker, request: unknown, options: ThreadRequestOptions = {}): Promise<Reply> {
  const { signal, aborted, transfer = [], progress, watch } = options;
  return new Promise<Reply>((resolve, reject) => {
    let clear = (): void => {};
    const rest = (): void => {
      clear();
      worker.off('message', received).off('error', fail).off('exit', exited);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (error: unknown): void => {
      rest();
      void worker.terminate();
      reject(error);
    };
    const received = (message: Reply): void => {
      if (progress?.(message)) return;
      rest();
      resolve(message);
    };
    const exited = (code: number): void => fail(new Error(`the thread ended with code ${code}`));
    const abort = (): void => fail(aborted?.() ?? signal?.reason);
    worker.on('message', received).on('error', fail).on('exit', exited);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) return abort(); // already aborted
    clear = watch?.(fail) ?? clear;
    worker.postMessage(request, transfer);
  });
}
