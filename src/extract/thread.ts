/**
 * The worker of ExtractThread: takes the bytes of one file at a time and answers
 * with the extraction.
 *
 * For some damaged files the PDF library rejects promises that nothing handles,
 * which would end a process. In this thread such rejections are ignored; the
 * result is what the library returned.
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

/** The libraries are loaded with the first such file. */
const readers: Readonly<Record<ExtractJob['by'], (job: ExtractJob) => Promise<Extraction>>> = {
  pdf: async ({ bytes, path }) => (await import('./pdf/readPdf.js')).readPdf(bytes, path, () => answer('page')),
  docx: async ({ bytes, path }) => (await import('./docx/readDocx.js')).readDocx(bytes, path),
};

const answer = (message: ExtractAnswer): void => parentPort?.postMessage(message);

process.on('unhandledRejection', () => {});

parentPort?.on('message', async (job: ExtractJob) => answer(await readers[job.by](job)));
