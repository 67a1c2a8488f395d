/**
 * Reads PDF in a thread of its own, one file after the other: a file that ends
 * the thread, fills its memory or never comes to the end of a page ends nothing
 * else, and the next one gets a new thread. A thread that has nothing to do keeps
 * no process alive.
 */
import type { Worker } from 'node:worker_threads';
import { packageFile } from '../../packageFile.js';
import { startThread } from '../../startThread.js';
import type { Extraction } from '../extractor.js';
import type { PdfAnswer, PdfJob } from './thread.js';

/** How long a page may take, in milliseconds: far beyond slow. */
const PATIENCE = 60_000;

export class PdfReader {
  readonly #script: URL;
  readonly #patience: number;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** The script is the same from src/ and from dist/. */
  constructor(script = packageFile('dist/extract/pdf/thread.js'), patience = PATIENCE) {
    this.#script = script;
    this.#patience = patience;
  }

  /** Fails when the thread died over this file, or had to be ended. */
  read(bytes: Uint8Array, path: string): Promise<Extraction> {
    const turn = this.#last.then(() => this.#run(bytes, path));
    this.#last = turn.catch(() => {});
    return turn;
  }

  #run(bytes: Uint8Array, path: string): Promise<Extraction> {
    this.#worker ??= startThread(this.#script);
    const worker = this.#worker;
    worker.ref();
    return new Promise<Extraction>((resolve, reject) => {
      const rest = (): void => {
        clearTimeout(timer);
        worker.off('message', heard).off('error', lost).off('exit', exited);
        worker.unref();
      };
      const heard = (answer: PdfAnswer): void => {
        if (answer === 'page') {
          timer.refresh();
          return;
        }
        rest();
        resolve(answer);
      };
      const lost = (error: Error): void => {
        rest();
        this.#worker = undefined;
        void worker.terminate();
        reject(error);
      };
      const exited = (code: number): void => lost(new Error(`the thread ended with code ${code}`));
      const timer = setTimeout(() => lost(new Error('a page of it took too long')), this.#patience);
      worker.on('message', heard).on('error', lost).on('exit', exited);
      // The library keeps what it is given, and refuses a Buffer: it gets a copy.
      const copy = new Uint8Array(bytes);
      worker.postMessage({ bytes: copy, path } satisfies PdfJob, [copy.buffer]);
    });
  }
}
