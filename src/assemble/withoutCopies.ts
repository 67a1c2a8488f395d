/**
 * Leaves out chunks whose text another file has, too: the same page of another
 * version, a vendored copy, a generated twin. The best of them stays.
 *
 *     docs/search.mdx          (0.9)  # Search  There are a few options …
 *     docs/v2.x/search.mdx     (0.7)  # Search  There are a few options …     left out
 *     docs/v2.x/typesense.mdx  (0.6)  two lines of ten are those of another   stays
 *
 * Lines are compared without the white space around them, each weighed by its length.
 */
import type { Chunk } from '../schema.js';
import type { ValuedChunk } from './segments.js';

/** A chunk with this share of its text in one other chunk is a copy. */
const COPIED = 0.9;

/** `candidates`: best first. */
export function withoutCopies<T extends ValuedChunk>(candidates: readonly T[]): T[] {
  const kept: T[] = [];
  /** For each line, the kept chunks that have it. */
  const holders = new Map<string, Set<Chunk>>();
  for (const candidate of candidates) {
    const lines = linesOf(candidate.chunk);
    if (isCopy(candidate.chunk, lines, holders)) continue;
    kept.push(candidate);
    for (const line of lines) holders.set(line, (holders.get(line) ?? new Set()).add(candidate.chunk));
  }
  return kept;
}

function isCopy({ docId }: Chunk, lines: readonly string[], holders: ReadonlyMap<string, ReadonlySet<Chunk>>): boolean {
  const enough = COPIED * lines.reduce((sum, { length }) => sum + length, 0);
  const shared = new Map<Chunk, number>();
  // Chunks of one file may overlap, and a repetition there is part of it.
  for (const line of lines)
    for (const holder of holders.get(line) ?? [])
      if (holder.docId !== docId) shared.set(holder, (shared.get(holder) ?? 0) + line.length);
  return [...shared.values()].some((length) => length >= enough);
}

const linesOf = ({ content }: Chunk): string[] =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
