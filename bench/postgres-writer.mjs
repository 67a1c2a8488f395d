/** One writer of a crowd: `postgres-writer.mjs INDEX FROM TO`. Says that it is ready, and begins when it is told. */
import { once } from 'node:events';
import { openStore } from '../build/store/openStore.js';
import { ingest } from './postgres.mjs';

const [, , where, from, to] = process.argv;
const store = await openStore(where);
await store.state(); // connected, and its tenant made
process.send('ready');
await once(process, 'message');
const done = await ingest(store, Number(from), Number(to));
process.send(done);
await once(process, 'message'); // the index of vectors is built when nobody writes any more
await store.close();
process.disconnect();
