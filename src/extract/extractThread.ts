/**
 * Reads what takes a large library to read, PDF and Word, in a thread of its own,
 * one file after the other: a file that ends the thread, fills its memory or
 * never comes to an end costs no other, and the next one gets a new thread. A
 * thread that has nothing to do keeps no process alive.
 */
import type { Worker } from 'node:worker_threads';
import { packageFile } from '../packageFile.js';
import { startThread } from '../startThread.js';
import type { Extraction } from './extractor.js';
import type { ExtractAnswer, ExtractJob } from './thread.js';

/** What a file may take: far more than the largest documents of people do. */
interface Allowed {
  /** Milliseconds. A Word document is one page. */
  readonly page: number;
  readonly file: number;
  readonly megabytes: number;
}
const ALLOWED: Allowed = { page: 60_000, file: 300_000, megabytes: 512 };

export class ExtractThread {
  readonly #script: URL;
  readonly #allowed: Allowed;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** The script is the same from src/ and from dist/. */
  constructor(script = packageFile('dist/extract/thread.js'), allowed = ALLOWED) {
    this.#script = script;
    this.#allowed = allowed;
  }

  /** Fails when the thread died over this file, or had to be ended. */
  read(by: ExtractJob['by'], bytes: Uint8Array, path: string): Promise<Extraction> {
    const turn = this.#last.then(() => this.#run(by, bytes, path));
    this.#last = turn.catch(() => {});
    return turn;
  }

  #run(by: ExtractJob['by'], bytes: Uint8Array, path: string): Promise<Extraction> {
    this.#worker ??= startThread(this.#script, {
      resourceLimits: { maxOldGenerationSizeMb: this.#allowed.megabytes },
    });
    const worker = this.#worker;
    worker.ref();
    return new Promise<Extraction>((resolve, reject) => {
      const rest = (): void => {
        clearTimeout(page);
        clearTimeout(file);
        worker.off('message', heard).off('error', lost).off('exit', exited);
        worker.unref();
      };
      const heard = (answer: ExtractAnswer): void => {
        if (answer === 'page') {
          page.refresh();
          return;
        }
        rest();
        resolve(answer);
      };
      const lost = (error: Error): void => {
        rest();
        this.#worker = undefined;
        void worker.terminate();
        reject(isOutOfMemory(error) ? new Error('it takes more memory than a file may') : error);
      };
      const exited = (code: number): void => lost(new Error(`the thread ended with code ${code}`));
      const page = setTimeout(() => lost(new Error('a page of it took too long')), this.#allowed.page);
      const file = setTimeout(() => lost(new Error('all of it took too long')), this.#allowed.file);
      worker.on('message', heard).on('error', lost).on('exit', exited);
      // The libraries keep what they are given, and one refuses a Buffer: they get a copy.
      const copy = new Uint8Array(bytes);
      worker.postMessage({ by, bytes: copy, path } satisfies ExtractJob, [copy.buffer]);
    });
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** One serves all who extract in this thread. */
export const extractThread = new ExtractThread();
