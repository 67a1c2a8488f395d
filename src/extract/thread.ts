/**
 * The far end of ExtractThread: takes the bytes of one file at a time, answers
 * with what was taken out of them, or with why nothing was.
 *
 * The library that reads PDF drops promises when a file is damaged in certain
 * ways: nobody is left to hear that they failed, and that ends a process. What
 * it gave back by then is all there is; here nobody else is hurt.
 */
import { parentPort } from 'node:worker_threads';
import type { Extraction } from './extractor.js';

export interface ExtractJob {
  readonly by: 'pdf' | 'docx';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly path: string;
}

/** `page`: another one has been read. */
export type ExtractAnswer = Extraction | 'page';

/** Their libraries are loaded when the first such file comes. */
const readers: Readonly<Record<ExtractJob['by'], (job: ExtractJob) => Promise<Extraction>>> = {
  pdf: async ({ bytes, path }) => (await import('./pdf/readPdf.js')).readPdf(bytes, path, () => answer('page')),
  docx: async ({ bytes, path }) => (await import('./docx/readDocx.js')).readDocx(bytes, path),
};

const answer = (message: ExtractAnswer): void => parentPort?.postMessage(message);

process.on('unhandledRejection', () => {});

parentPort?.on('message', async (job: ExtractJob) => answer(await readers[job.by](job)));
