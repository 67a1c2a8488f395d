/**
 * Chunks → contiguous segments of sources, best first. Adjacent chunks are joined:
 *
 *     chosen:  #3 of a.py (0.9)   #1 of b.md (0.8)   #4 of a.py (0.5)
 *     read:    a.py #3–#4 (0.9)   b.md #1 (0.8)
 *
 * Overlap between chunks is shown once.
 */
import type { Chunk } from '../schema.js';
import { groupBy } from '../text/groupBy.js';

/** A chunk with its value for the context. */
export interface ValuedChunk {
  readonly chunk: Chunk;
  readonly score: number;
}

export interface ContextSegment {
  /** In order, each beginning where the one before ends. */
  readonly chunks: readonly Chunk[];
  readonly score: number;
}

export function segmentsOf(chunks: readonly ValuedChunk[]): ContextSegment[] {
  const segments = [...groupBy(chunks, ({ chunk }) => chunk.docId).values()].flatMap(joinAdjacent);
  return segments.sort((a, b) => b.score - a.score); // ties: in the order of documents
}

function joinAdjacent(chunks: readonly ValuedChunk[]): ContextSegment[] {
  const segments: { chunks: Chunk[]; score: number }[] = [];
  const inOrder = [...chunks].sort(
    (a, b) => Number(a.chunk.synthetic) - Number(b.chunk.synthetic) || a.chunk.position - b.chunk.position,
  );
  for (const { chunk, score } of inOrder) {
    const last = segments.at(-1);
    const previous = last?.chunks.at(-1);
    if (last && previous && touches(previous, chunk)) {
      last.chunks.push(chunk);
      last.score = Math.max(last.score, score);
    } else segments.push({ chunks: [chunk], score });
  }
  return segments;
}

/** Does `after` begin where `before` ends? */
export const touches = (before: Chunk, after: Chunk): boolean =>
  before.docId === after.docId &&
  !before.synthetic &&
  !after.synthetic &&
  before.charEnd === after.charStart + after.overlapChars;

/** The text of a segment without overlap. */
export const segmentText = ({ chunks }: ContextSegment): string =>
  chunks.map(({ content, overlapChars }, i) => (i === 0 ? content : content.slice(overlapChars))).join('');

/** The head of a class or module whose members are chunks of their own; their signatures are its context. */
export const isHead = ({ metadata: { head } }: Chunk): boolean => head === true;
