/** Trees → chunks, for callers with their own parser. */
export { type CutSettings, cut } from './cut.js';
export { BOUNDARY, expand } from './expand.js';
export { artifactId, cutWindows, shouldChunk, type WindowSizing } from './window.js';
