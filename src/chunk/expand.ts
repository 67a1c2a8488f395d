/**
 * A chunk with those before and after it, for a reader who needs more than the
 * result. `marked` joins them with a boundary line; `seamless` removes what they
 * repeat and returns the source's own text.
 */
import { checkArgument, inShort } from '../checkArgument.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';

export const BOUNDARY = '[CHUNK BOUNDARY]';

export type Joint = 'marked' | 'seamless';

/** `position` of the requested chunk; '' if there is none. The chunks may come in any order. */
export function expand(chunks: readonly Chunk[], position: number, joint: Joint = 'marked', around = 1): string {
  checkArgument('expand()', 'chunks', chunks);
  checkArgument('expand(): position', 'integer', position);
  checkArgument('expand(): around', 'whole', around);
  if (joint !== 'marked' && joint !== 'seamless')
    throw new FroeError('bad-option', `expand(): joint must be marked or seamless, not ${inShort(joint)}`);
  const neighbours = chunks
    .filter((chunk) => Math.abs(chunk.position - position) <= around)
    .sort((a, b) => a.position - b.position);
  return neighbours.some((chunk) => chunk.position === position) ? joinChunks(neighbours, joint) : '';
}

/** White space outside of all chunks. */
type Gaps = readonly (readonly [start: number, text: string])[];

/** Neighbours in their order, as one text. */
export function joinChunks(chunks: readonly Chunk[], joint: Joint, gaps: Gaps = []): string {
  if (joint === 'marked') return joinMarked(chunks.map(({ content }) => content));
  const gapTexts = new Map(gaps);
  return chunks
    .map(({ content, overlapChars }, i) =>
      i === 0 ? content : (gapTexts.get(chunks[i - 1].charEnd) ?? '') + content.slice(overlapChars),
    )
    .join('');
}

/** Texts that are not adjacent, each after a boundary line. */
export const joinMarked = (texts: readonly string[]): string => texts.join(`\n${BOUNDARY}\n`);
