/** A worker in a process of its own: `node worker.mjs INDEX`. */
import { hashed } from '../../dist/embed/hashed.js';
import { Queue } from '../../dist/remote/queue.js';
import { work } from '../../dist/remote/work.js';
import { openStore } from '../../dist/store/openStore.js';
import { uncached } from '../../dist/sync/vectors.js';

const [, , index] = process.argv;
await work(await openStore(index), await Queue.open(index), { vectors: uncached(hashed(32)) });
