/**
 * Small neighbours share a chunk. Which ones must not depend on text far away:
 * if a function is inserted at the top of a file, the chunks below must stay
 * the same. So a run of siblings is not filled up from the front; it is split
 * at its strongest boundary, and each side again, until a side fits:
 *
 *     [ a │ b ║ c │ d │ e ┃ f ]        │ ║ ┃  weaker to stronger
 *     [ a   b   c   d   e ][ f ]       too large? split at ┃
 *     [ a   b ][ c  d   e ][ f ]       too large? split at ║
 *
 * A boundary after blank lines is strong; among equals a hash of the next line
 * decides. It depends on that line alone, so an insertion changes its own chunk
 * and, with rare exceptions, at most the two next to it (stability.test.ts and
 * insertion.test.ts count them).
 */
import { fnv1a } from '../text/hash.js';
import type { Span } from '../types.js';

/** Characters of the line after a boundary that are hashed. */
const HASHED_LINE_CHARS = 80;

/** How a run is measured. */
export interface RunMeasure {
  fits(from: number, to: number): boolean;
  /** Approximate tokens before a position. */
  approximateTokens(at: number): number;
  /** A split that leaves a side smaller than this is avoided if there is another. */
  readonly minTokens: number;
}

/** Groups of neighbours, as [from, to) indexes; every group fits, or is a single segment. */
export function groupSiblings(text: string, segments: readonly Span[], measure: RunMeasure): [number, number][] {
  if (segments.length === 1 || measure.fits(0, segments.length)) return [[0, segments.length]];
  const strength = strengths(text, segments);
  const tokensBefore = tokensBeforeEach(segments, measure);
  const groups: [number, number][] = [];
  const pending: [from: number, to: number][] = [[0, segments.length]];
  for (let range = pending.pop(); range; range = pending.pop()) {
    const [from, to] = range;
    if (to - from === 1 || measure.fits(from, to)) groups.push([from, to]);
    else {
      const at = strongest(strength, tokensBefore, from, to, measure.minTokens);
      pending.push([at, to], [from, at]);
    }
  }
  return groups;
}

/** The strongest boundary of a range that leaves no side too small; if none does, the strongest of all. */
function strongest(
  strength: Float64Array,
  tokensBefore: Float64Array,
  from: number,
  to: number,
  minTokens: number,
): number {
  let best = from + 1;
  let bestBalanced = -1;
  for (let i = from + 1; i < to; i++) {
    if (strength[i] > strength[best]) best = i;
    const leavesTinySide =
      tokensBefore[i] - tokensBefore[from] < minTokens || tokensBefore[to] - tokensBefore[i] < minTokens;
    if (!leavesTinySide && (bestBalanced < 0 || strength[i] > strength[bestBalanced])) bestBalanced = i;
  }
  return bestBalanced < 0 ? best : bestBalanced;
}

/** Tokens before each segment, and before the end of the last. */
function tokensBeforeEach(segments: readonly Span[], measure: RunMeasure): Float64Array {
  const tokensBefore = new Float64Array(segments.length + 1);
  for (let i = 0; i < segments.length; i++) tokensBefore[i] = measure.approximateTokens(segments[i].start);
  tokensBefore[segments.length] = measure.approximateTokens(segments[segments.length - 1].end);
  return tokensBefore;
}

/** Strength of the boundary before each segment. The hash of repeated lines includes their count, so that they differ. */
function strengths(text: string, segments: readonly Span[]): Float64Array {
  const counts = new Map<number, number>();
  const strength = new Float64Array(segments.length);
  for (let i = 0; i < segments.length; i++) {
    const { start, end } = segments[i];
    const stop = Math.min(end, start + HASHED_LINE_CHARS);
    let lineEnd = start;
    while (lineEnd < stop && text.charCodeAt(lineEnd) !== 10) lineEnd++;
    const hash = fnv1a(text, start, lineEnd);
    const occurrence = counts.get(hash) ?? 0;
    counts.set(hash, occurrence + 1);
    const tieBreaker = occurrence === 0 ? hash : fnv1a(`${hash}/${occurrence}`, 0, `${hash}/${occurrence}`.length);
    strength[i] = (i === 0 ? 0 : blankLinesBefore(text, start)) * 2 ** 33 + tieBreaker;
  }
  return strength;
}

/** 0, 1 or 2: more than two blank lines make no difference. */
function blankLinesBefore(text: string, start: number): number {
  let newlines = 0;
  for (let at = start - 1; at >= 0 && newlines < 3; at--) {
    const unit = text.charCodeAt(at);
    if (unit === 10) newlines++;
    else if (unit !== 32 && unit !== 9 && unit !== 13) break;
  }
  return Math.max(0, newlines - 1);
}
