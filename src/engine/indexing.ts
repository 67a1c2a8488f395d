/** A folder or artifacts → an index. A facade of the engine (see cutting.ts). */
export { feed } from '../remote/feed.js';
export { type WatchOutcome, watch } from '../sources/watch.js';
export { exportRecords } from '../sync/archive.js';
export { artifactFiles } from '../sync/artifactFiles.js';
export { type DryRunReport, dryRun } from '../sync/dryRun.js';
export type { IngestOptions, IngestResult, SharedArtifactFields } from '../sync/ingest.js';
export type { RestoredArtifact } from '../sync/ingestExport.js';
