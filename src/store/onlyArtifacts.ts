/** An index that `froe ingest` made: nobody has asked for the files around it (engine/indexedFolder.ts). */
import { ARTIFACTS, type Store } from './store.js';

export const ONLY_ARTIFACTS = 'only artifacts are indexed here: run froe index for the files of this folder';

export async function hasOnlyArtifacts(store: Store): Promise<boolean> {
  if ((await store.root('main')) !== undefined || (await store.sources('main')).size > 0) return false;
  return (await store.sources(ARTIFACTS)).size > 0;
}
