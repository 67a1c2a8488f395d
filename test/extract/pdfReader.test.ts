/** A thread that dies takes one file with it. */
import { expect, it } from 'vitest';
import { PdfReader } from '../../src/extract/pdf/pdfReader.js';

it('loses the file over which its thread dies, and no other', async () => {
  const script = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ path, bytes }) => {
      if (path === 'ends') process.exit(3);
      if (path === 'throws') throw new Error('no such page');
      parentPort.postMessage({ by: 'pdf', text: path + bytes.length, parts: [], metadata: {}, diagnostics: [] });
    });`;
  const reader = new PdfReader(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const asked = ['a', 'ends', 'b', 'throws', 'c'].map((path) => reader.read(new Uint8Array(2), path));
  const answers = await Promise.allSettled(asked);
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value.text : String(one.reason)))).toEqual([
    'a2',
    'Error: the thread ended with code 3',
    'b2',
    'Error: no such page',
    'c2',
  ]);
});
