import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';

const ROUNDS = 100;
const THREADS = 3;
const place = mkdtempSync(join(tmpdir(), 'froe-together-'));
afterAll(() => rmSync(place, { recursive: true }));

/** All of them at the same new file at the same moment, repeatedly; reports the errors of each. */
const opener = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { SqliteStore } from '${new URL('../../../build/store/sqlite.js', import.meta.url)}';
  const arrived = new Int32Array(workerData.arrived);
  const said = [];
  for (let round = 0; round < ${ROUNDS}; round++) {
    Atomics.add(arrived, round, 1);
    while (Atomics.load(arrived, round) < ${THREADS});
    try {
      const store = new SqliteStore(workerData.place + '/' + round + '.db');
      await store.sources('main');
      await store.close();
    } catch (error) {
      said.push(error.message);
    }
  }
  parentPort.postMessage(said);
`;

it('a new index can be opened by several processes at once', async () => {
  const arrived = new SharedArrayBuffer(ROUNDS * Int32Array.BYTES_PER_ELEMENT);
  const url = new URL(`data:text/javascript,${encodeURIComponent(opener)}`);
  const errors = await Promise.all(
    Array.from({ length: THREADS }, async () => {
      const worker = new Worker(url, { workerData: { place, arrived } });
      return new Promise<string[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  expect(errors.flat()).toEqual([]);
});
