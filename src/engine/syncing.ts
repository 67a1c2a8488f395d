/** A folder → an index that is true of it; the parsers load when a file has changed. A facade of the engine (see cutting.ts). */
export { type SyncOptions, type SyncReport, sync } from '../sync/sync.js';
