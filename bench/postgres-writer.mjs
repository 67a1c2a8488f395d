/** One of several writers: `postgres-writer.mjs INDEX FROM TO`. Reports that it is ready, and starts on a message. */
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
await once(process, 'message'); // the vector index is built after all writers are done
await store.close();
process.disconnect();
