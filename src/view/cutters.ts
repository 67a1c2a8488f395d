/**
 * Threads that chunk large files for the page, so that the server stays responsive. At
 * most two at once, and a few jobs may wait.
 *
 *     the slider moves     the page cancels its request and sends another:
 *                          the old run is terminated, the new one started
 *
 * Chunking is synchronous, so the only way to stop it is to terminate its thread.
 */
import type { Worker } from 'node:worker_threads';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';
import { askThread, startThread } from '../workerThread.js';
import type { CutAnswer } from './cutThread.js';
import type { CutJob } from './cutView.js';

const MAX_THREADS = 2;
const MAX_WAITING = 16;

type Json = Uint8Array<ArrayBuffer>;

export class Cutters {
  readonly #script: URL;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  /** The script is the built one, from src/ as from dist/. */
  constructor(script = packageFile('dist/view/cutThread.js')) {
    this.#script = script;
  }

  /** Running and waiting jobs. */
  get jobs(): number {
    return this.#busy + this.#waiting.length;
  }

  async run(job: CutJob, signal?: AbortSignal): Promise<Json> {
    await this.#turn(signal);
    const worker = this.#idle.pop() ?? this.#start();
    try {
      const json = await cutBy(worker, job, signal);
      worker.unref(); // an idle thread does not keep the process alive
      this.#idle.push(worker);
      return json;
    } finally {
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const worker = startThread(this.#script, {}, () => {
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return worker;
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING)
      throw new FroeError('busy', 'Too many large files are being chunked', 'Try again in a moment.');
    if (this.#busy >= MAX_THREADS)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal?.addEventListener('abort', () => {
          const at = this.#waiting.indexOf(resolve);
          if (at >= 0) this.#waiting.splice(at, 1);
          resolve();
        });
      });
    if (signal?.aborted) throw dropped();
    this.#busy++;
  }
}

/** A worker whose job did not end with a result is terminated. */
async function cutBy(worker: Worker, job: CutJob, signal: AbortSignal | undefined): Promise<Json> {
  worker.ref();
  const answer = await askThread<CutAnswer>(worker, job, { signal, aborted: dropped });
  if ('json' in answer) return answer.json;
  void worker.terminate();
  throw new FroeError(answer.refused.code, answer.refused.message, answer.refused.hint);
}

const dropped = (): FroeError => new FroeError('busy', 'This request was superseded');
