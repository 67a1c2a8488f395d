/** Files and texts → chunks, without an index, with all parsers. Surfaces (cli, mcp, view …) import from here and from the other facades of the engine only. */
export { drawFolders, drawMap, type MappedFile, mapFile, mapPlace } from '../enrich/map.js';
export {
  type Job,
  type JobOutcome,
  type JobOutput,
  type JobSummary,
  type Task,
  type Trouble,
  troubleOf,
} from '../jobs/job.js';
export { indexSizing } from '../jobs/prepare.js';
export { highlight, highlightKinds } from '../parse/highlight/highlight.js';
export type { Language } from '../parse/index.js';
export { type ChunkOptions, chunk, cutParsed, parse } from '../pipeline/chunk.js';
export { fileJobs, runFiles, type StandardInput } from '../sync/runFiles.js';
