/** What a chunk is bounded by: the kind of its boundary, the delimiter that opens it, and how deep it is nested. */
import type { Chunk } from '../schema.js';

export interface Boundary {
  /** `file`, `part` of a unit that was cut, or what the unit is: `section`, `function`, `statements` … */
  readonly boundary: string;
  /** `##`, `===`, `{`, `:`, `do`; empty where nothing opens it. */
  readonly delimiter: string;
  readonly nesting: number;
}

type Bounded = Pick<Chunk, 'chunkType' | 'content' | 'depth' | 'partOf' | 'parentId' | 'sourceType'>;

export function boundaryOf(chunk: Bounded): Boundary {
  const { chunkType, depth, partOf, parentId } = chunk;
  const part = partOf > 1 || chunkType.endsWith('_chunk');
  const boundary = part ? 'part' : parentId === null ? 'file' : chunkType.replace(/^markdown_/, '');
  return { boundary, delimiter: part ? '' : delimiterOf(chunk), nesting: depth };
}

function delimiterOf({ sourceType, content }: Bounded): string {
  const [first, second = ''] = content.trimStart().split('\n', 2);
  if (sourceType === 'code') return /(?:[{([:]|\b(?:do|then|begin|is))\s*$/.exec(first)?.[0].trim() ?? '';
  const marks = /^(#{1,6}|={1,6}|\*{1,6})\s/.exec(first)?.[1];
  return marks ?? /^([=\-~^"'`*+#.:_])\1{2,}\s*$/.exec(second)?.[0].trim().slice(0, 3) ?? '';
}
