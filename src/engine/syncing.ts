/** A folder → an index that is true of it; parsers come when a file has changed. One of the engine's doors: surfaces import from here, and nothing below. */
export { type SyncOptions, type SyncReport, sync } from '../sync/sync.js';
