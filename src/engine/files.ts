/** Files and texts before they are cut, and the options of cutting, without parsers. A facade of the engine (see cutting.ts). */
export type { ChunkEvent } from '../chunk/events.js';
export type { WindowSizing } from '../chunk/window.js';
export { placePrefix, prefixedText } from '../enrich/prefix.js';
export { type Strategy, strategies } from '../pipeline/chunkOptions.js';
export { INDEXED_DOCUMENT_TOKENS } from '../pipeline/presets.js';
export { readBytes } from '../sources/read.js';
export { type TokenizerName, tokenizer, tokenizerNames } from '../text/tokens/index.js';
