/** The index as a file or a database: whether it exists, whose it is, what it holds. A facade of the engine (see cutting.ts). */
export { inMapOrder } from '../enrich/map.js';
export { isDatabaseUrl, withoutPassword } from '../store/databaseUrl.js';
export { isSameModel } from '../store/mismatch.js';
export {
  countStoredArtifacts,
  disownStore,
  isShared,
  openStore,
  ownStore,
  refuseForeignFile,
  removeStore,
  storeExists,
} from '../store/openStore.js';
export { makeFolder } from '../store/sqlite/indexFolder.js';
export { ARTIFACTS, COMMITS, type IndexState, type SourceRow, type Store, type StoreOptions } from '../store/store.js';
export { type ArtifactType, artifactTypes } from '../sync/artifact.js';
export { indexModelOf, type VectorSource } from '../sync/vectorSource.js';
