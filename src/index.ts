/** The public root: no store, no network. */

export type { Prefix } from './chunk/chunkWriter.js';
export type { ChunkDecision, ChunkEvent, ChunkLog, TextChunked } from './chunk/events.js';
export { BOUNDARY, expand } from './chunk/expand.js';
export { aliasId, artifactId, shouldChunk, type WindowSizing } from './chunk/window.js';
export { embedText } from './enrich/prefix.js';
export { FroeError, type FroeErrorCode, froeErrorCodes } from './errors.js';
export type { Trouble } from './jobs/job.js';
export { type EmbeddingModel, govern, type ModelCapability, models } from './models.js';
export {
  defaults,
  type Granularity,
  type Sizing,
  windowDefaults,
} from './options.js';
export type { CustomParser, Language, Parser } from './parse/index.js';
export { type ChunkOptions, chunk, type ParseOptions, parse, type Strategy } from './pipeline/chunk.js';
export { chunkStream, type StreamOptions, type TextStream } from './pipeline/chunkStream.js';
export { type Proof, prove } from './pipeline/verify.js';
export {
  type Chunk,
  type ChunkRecord,
  type ChunkType,
  chunkTypes,
  fromRecord,
  makeChunk,
  type SourceType,
  toRecord,
} from './schema.js';
export { chunkFolder, type FileCut, type FolderOptions } from './sync/chunkFolder.js';
export { type Tokenizer, type TokenizerName, tokenizer, tokenizerNames } from './text/tokens/index.js';
export type { Cut, Diagnostic, Gap, Grain, Node, Source, Span } from './types.js';
