/** A chunk for the page. */

import { prefixedText } from '../engine/files.js';
import type { Chunk } from '../schema.js';
import type { ChunkView } from './api.js';

export const chunkView = (chunk: Chunk): ChunkView => ({
  id: chunk.id,
  name: chunk.fullName,
  type: chunk.chunkType,
  breadcrumb: chunk.breadcrumb,
  tokens: chunk.tokenCount,
  startLine: chunk.startLine,
  endLine: chunk.endLine,
  charStart: chunk.charStart,
  charEnd: chunk.charEnd,
  overlapChars: chunk.overlapChars,
  partIndex: chunk.partIndex,
  partOf: chunk.partOf,
  prefix: prefixedText(chunk).slice(0, -`${chunk.context ?? ''}${chunk.content}`.length),
  context: chunk.context ?? '',
  outline: chunk.synthetic ? chunk.content : null,
});

/** In order; synthetic chunks last. */
export const inOrder = (chunks: readonly ChunkView[]): readonly ChunkView[] =>
  [...chunks].sort((a, b) => Number(a.outline !== null) - Number(b.outline !== null));
