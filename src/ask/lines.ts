/**
 * Pieces in order → the lines they are made of, by number. What a piece repeats
 * of the one before is said once; a line that two pieces share is put together.
 *
 *     piece 1   lines 1-3   "a\nb\nc"          1 a
 *     piece 2   lines 3-4   "cc\nd\n"    →     2 b
 *                                              3 ccc
 *                                              4 d
 *
 * Source that is in no piece, such as a heading told by its breadcrumb, leaves a hole in the numbers.
 */
import type { Chunk } from '../schema.js';

export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Without its end. */
  readonly text: string;
}

const END = /\r\n|\n|\r/;

export function linesOf(chunks: readonly Chunk[]): Line[] {
  const lines = new Map<number, string>();
  chunks.forEach(({ content, overlapChars, startLine }, i) => {
    const repeated = i === 0 ? 0 : overlapChars;
    let number = startLine + content.slice(0, repeated).split(END).length - 1;
    for (const part of content.slice(repeated).split(END)) lines.set(number, (lines.get(number++) ?? '') + part);
  });
  const last = chunks.at(-1);
  // What follows the last line break is no line.
  return [...lines].filter(([number]) => last && number <= last.endLine).map(([number, text]) => ({ number, text }));
}
