/** A worker in a process of its own: `node worker.mjs INDEX`. */
import { hashed } from '../../build/embed/hashed.js';
import { Queue } from '../../build/remote/queue.js';
import { work } from '../../build/remote/work.js';
import { openStore } from '../../build/store/openStore.js';
import { uncached } from '../../build/sync/vectors.js';

const [, , index] = process.argv;
await work(await openStore(index), await Queue.open(index), { vectors: uncached(hashed(32)) });
