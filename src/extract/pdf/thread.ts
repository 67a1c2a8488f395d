/**
 * The far end of PdfReader: takes the bytes of one file at a time, answers with
 * what was taken out of them, or with why nothing was.
 *
 * The library that reads PDF drops promises when a file is damaged in certain
 * ways: nobody is left to hear that they failed, and that ends a process. What
 * it gave back by then is all there is; here nobody else is hurt.
 */
import { parentPort } from 'node:worker_threads';
import { type Extraction, note } from '../extractor.js';
import { readDocument } from './readDocument.js';

export interface PdfJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly path: string;
}

/** `page`: another one has been read. */
export type PdfAnswer = Extraction | 'page';

const answer = (message: PdfAnswer): void => parentPort?.postMessage(message);

process.on('unhandledRejection', () => {});

parentPort?.on('message', async ({ bytes, path }: PdfJob) => {
  answer(await readDocument(bytes, path, () => answer('page')).catch((error: unknown) => refused(error, path)));
});

function refused(error: unknown, path: string): Extraction {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const diagnostic =
    name === 'PasswordException'
      ? note('encrypted', path, 'is encrypted with a password')
      : note('broken', path, `could not be read as PDF (${message})`);
  return { by: 'pdf', text: '', parts: [], metadata: {}, diagnostics: [diagnostic] };
}
