/** A thread that dies, or hangs, takes one file with it. */
import { expect, it } from 'vitest';
import { PdfReader } from '../../src/extract/pdf/pdfReader.js';

const PATIENCE = 3000;
const script = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ path, bytes }) => {
    if (path === 'ends') process.exit(3);
    if (path === 'throws') throw new Error('no such page');
    if (path === 'hangs') for (;;);
    if (path === 'slow') for (let page = 0; page < 3; page++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${PATIENCE * 0.4});
      parentPort.postMessage('page');
    }
    parentPort.postMessage({ by: 'pdf', text: path + bytes.length, parts: [], metadata: {}, diagnostics: [] });
  });`;

async function read(...paths: readonly string[]): Promise<readonly string[]> {
  const reader = new PdfReader(new URL(`data:text/javascript,${encodeURIComponent(script)}`), PATIENCE);
  const answers = await Promise.allSettled(paths.map((path) => reader.read(new Uint8Array(2), path)));
  return answers.map((one) => (one.status === 'fulfilled' ? one.value.text : String(one.reason)));
}

it('loses the file over which its thread dies, and no other', async () => {
  const [ended, thrown] = ['Error: the thread ended with code 3', 'Error: no such page'];
  expect(await read('a', 'ends', 'b', 'throws', 'c')).toEqual(['a2', ended, 'b2', thrown, 'c2']);
});

it('gives up a file of which a page never ends, and not one that has many', async () => {
  const [hung, slow] = await Promise.all([read('hangs', 'a'), read('slow')]);
  expect(hung).toEqual(['Error: a page of it took too long', 'a2']);
  expect(slow).toEqual(['slow2']);
});
