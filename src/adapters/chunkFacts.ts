/** Metadata for documents of other libraries, with the names of the chunk record. */
import type { Chunk } from '../index.js';

/** The location of a chunk: in UTF-16 code units, in bytes, and its order in the text. */
export type ChunkPlaceFacts = Pick<Chunk, 'charStart' | 'charEnd' | 'byteStart' | 'byteEnd' | 'position'>;

/** What it is. */
export type ChunkFacts = Pick<
  Chunk,
  'language' | 'chunkType' | 'name' | 'breadcrumb' | 'tokenCount' | 'contentHash' | 'headers' | 'context'
> & { readonly synthetic?: true };

export const placeFacts = ({ charStart, charEnd, byteStart, byteEnd, position }: Chunk): ChunkPlaceFacts => ({
  charStart,
  charEnd,
  byteStart,
  byteEnd,
  position,
});

/** Databases refuse undefined values: fields that do not apply are omitted. */
export const chunkFacts = (chunk: Chunk): ChunkFacts => ({
  language: chunk.language,
  chunkType: chunk.chunkType,
  name: chunk.fullName,
  breadcrumb: chunk.breadcrumb,
  tokenCount: chunk.tokenCount,
  contentHash: chunk.contentHash,
  ...(chunk.headers ? { headers: chunk.headers } : {}),
  ...(chunk.context === undefined ? {} : { context: chunk.context }),
  ...(chunk.synthetic ? { synthetic: true } : {}),
});
