/** One writer of a crowd: `postgres-writer.mjs INDEX FROM TO`. */
import { openStore } from '../dist/store/openStore.js';
import { ingest } from './postgres.mjs';

const [, , where, from, to] = process.argv;
const store = openStore(where);
const done = await ingest(store, Number(from), Number(to));
await store.close();
process.send(done, () => process.disconnect());
