/** A worker in a process of its own: `node worker.mjs INDEX`. */
import { hashed } from '../../build/embed/hashed.js';
import { Queue } from '../../build/remote/queue.js';
import { runWorker } from '../../build/remote/worker.js';
import { openStore } from '../../build/store/openStore.js';
import { uncached } from '../../build/sync/vectorSource.js';

const [, , index] = process.argv;
await runWorker(await openStore(index), await Queue.open(index), { vectors: uncached(hashed(32)) });
