/**
 * Reads PDF in a thread of its own, one file after the other: a file that ends
 * the thread, or fills its memory, ends nothing else, and the next one gets a new
 * thread. A thread that has nothing to do keeps no process alive.
 */
import type { Worker } from 'node:worker_threads';
import { packageFile } from '../../packageFile.js';
import { startThread } from '../../startThread.js';
import type { Extraction } from '../extractor.js';
import type { PdfJob } from './thread.js';

export class PdfReader {
  readonly #script: URL;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** The script is the same from src/ and from dist/. */
  constructor(script = packageFile('dist/extract/pdf/thread.js')) {
    this.#script = script;
  }

  /** Fails when the thread died over this file. */
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
        worker.off('message', heard).off('error', lost).off('exit', exited);
        worker.unref();
      };
      const heard = (taken: Extraction): void => {
        rest();
        resolve(taken);
      };
      const lost = (error: Error): void => {
        rest();
        this.#worker = undefined;
        void worker.terminate();
        reject(error);
      };
      const exited = (code: number): void => lost(new Error(`the thread ended with code ${code}`));
      worker.on('message', heard).on('error', lost).on('exit', exited);
      // The library keeps what it is given, and refuses a Buffer: it gets a copy.
      const copy = new Uint8Array(bytes);
      worker.postMessage({ bytes: copy, path } satisfies PdfJob, [copy.buffer]);
    });
  }
}
