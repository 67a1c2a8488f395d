/** Events while an artifact is cut: whether it is split, and into what. Programs that read logs depend on these names. */

export interface ChunkDecision {
  readonly level: 'debug';
  readonly event: 'chunk_decision';
  readonly artifact_id: string;
  /** Of the whole text. */
  readonly token_count: number;
  /** Up to so many tokens it stays whole. */
  readonly threshold: number;
  readonly will_chunk: boolean;
}

export interface TextChunked {
  readonly level: 'info';
  readonly event: 'text_chunked';
  readonly artifact_id: string;
  readonly total_tokens: number;
  readonly num_chunks: number;
  readonly avg_chunk_size: number;
  readonly overlap_tokens: number;
}

export type ChunkEvent = ChunkDecision | TextChunked;
export type ChunkLog = (event: ChunkEvent) => void;

export const chunkDecision = (artifactId: string, tokens: number, threshold: number): ChunkDecision => ({
  level: 'debug',
  event: 'chunk_decision',
  artifact_id: artifactId,
  token_count: tokens,
  threshold,
  will_chunk: tokens > threshold,
});

/** `sizes`: tokens of each chunk. */
export const textChunked = (
  artifactId: string,
  tokens: number,
  sizes: readonly number[],
  overlap: number,
): TextChunked => ({
  level: 'info',
  event: 'text_chunked',
  artifact_id: artifactId,
  total_tokens: tokens,
  num_chunks: sizes.length,
  avg_chunk_size: Number((sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toFixed(1)),
  overlap_tokens: overlap,
});
