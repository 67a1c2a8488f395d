/** The worker of Cutters: takes one job at a time, answers with a FileView as JSON, or with an error. */
import { parentPort } from 'node:worker_threads';
import { FroeError } from '../errors.js';
import { type CutJob, cutView } from './cutView.js';

export type CutAnswer =
  | { readonly json: Uint8Array<ArrayBuffer> }
  | { readonly refused: Pick<FroeError, 'code' | 'message' | 'hint'> };

parentPort?.on('message', async (job: CutJob) => {
  try {
    const json = new TextEncoder().encode(JSON.stringify(await cutView(job)));
    parentPort?.postMessage({ json } satisfies CutAnswer, [json.buffer]);
  } catch (error) {
    // An error loses its class when it is sent to another thread.
    if (!(error instanceof FroeError)) throw error;
    const { code, message, hint } = error;
    parentPort?.postMessage({ refused: { code, message, hint } } satisfies CutAnswer);
  }
});
