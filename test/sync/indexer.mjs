/** An indexing run in a process of its own: `node indexer.mjs ROOT INDEX`. A dot on stdout for each file done. */
import { writeSync } from 'node:fs';
import { hashed } from '../../build/embed/hashed.js';
import { openStore } from '../../build/store/openStore.js';
import { sync } from '../../build/sync/sync.js';
import { uncached } from '../../build/sync/vectorSource.js';

const [, , root, file] = process.argv;
const store = await openStore(file);
await sync(store, {
  root,
  vectors: uncached(hashed(32)),
  chunksPerCommit: 10,
  onProgress: () => writeSync(1, '.'),
});
await store.close();
