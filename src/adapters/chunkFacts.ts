/** What an adapter puts into the metadata of another library's document, by the names of the chunk record. */
import type { Chunk } from '../index.js';

/** Where a chunk stands: in UTF-16 code units, in bytes, and its order in the text. */
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

/** Databases refuse what is undefined: an entry that does not apply is left out. */
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
