/**
 * A text as rows of coloured spans. Every character belongs to one chunk or to
 * none; the overlap of a chunk belongs to the chunk before.
 *
 *     chunk 0  |import a        |
 *     chunk 1  |def f(): …      |     own: [charStart + overlapChars, charEnd)
 *
 * Only the rows on screen are computed, so a large file costs no more than a small one.
 */
import type { ChunkView } from '../../src/view/api.js';

export interface Stretch {
  readonly start: number;
  readonly text: string;
  /** The index of its chunk; -1 for none. */
  readonly chunk: number;
  /** The overlap of the current chunk with the one before. */
  readonly repeated: boolean;
}

export interface Row {
  readonly stretches: readonly Stretch[];
  /** The chunk that begins in this row, or -1. */
  readonly begins: number;
  /** Characters of the line that are not shown. */
  readonly hidden: number;
}

/** Longer lines are cut on screen: a browser takes seconds to lay out a line of a megabyte. */
const LONGEST_LINE = 2000;

/** Where each line begins, and at the end the length of the text. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1))
    starts.push(at + 1);
  starts.push(text.length);
  return starts;
}

/** In characters of the widest line that is shown; a tab counts four. */
export function widest(text: string, starts: readonly number[]): number {
  let most = 0;
  for (let i = 0; i + 1 < starts.length; i++) most = Math.max(most, starts[i + 1] - starts[i]);
  const tabs = text.includes('\t') ? 1.5 : 1;
  return Math.min(LONGEST_LINE + 40, Math.ceil(most * tabs));
}

/** The line of an offset, from 0. */
export function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const ownStart = (chunk: ChunkView): number => chunk.charStart + chunk.overlapChars;

/** The first chunk that ends after the offset. */
function chunkFrom(chunks: readonly ChunkView[], offset: number): number {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chunks[middle].charEnd <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `chunks`: the source's own, in order, none of them synthetic. */
export function rowOf(
  text: string,
  starts: readonly number[],
  line: number,
  chunks: readonly ChunkView[],
  looked: ChunkView | undefined,
): Row {
  const from = starts[line];
  const whole = starts[line + 1];
  const to = Math.min(whole, from + LONGEST_LINE);
  const repeats = looked ? [looked.charStart, ownStart(looked)] : [];
  const stretches: Stretch[] = [];
  let begins = -1;
  let index = chunkFrom(chunks, from);
  for (let at = from; at < to; ) {
    while (chunks[index]?.charEnd <= at) index++;
    const chunk = chunks[index];
    const own = chunk !== undefined && ownStart(chunk) <= at;
    if (own && ownStart(chunk) >= from && begins < 0) begins = index;
    const edges = [to, ...(chunk ? [own ? chunk.charEnd : ownStart(chunk)] : []), ...repeats];
    const end = Math.min(...edges.filter((edge) => edge > at));
    const repeated = looked !== undefined && at >= repeats[0] && at < repeats[1];
    stretches.push({ start: at, text: shown(text.slice(at, end)), chunk: own ? index : -1, repeated });
    at = end;
  }
  return { stretches, begins, hidden: whole - to };
}

const shown = (part: string): string => part.replace(/\r?\n$/, '');
