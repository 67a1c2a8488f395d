/**
 * Cuts a leaf that is too large: finds the possible cuts, chooses among them, and
 * lets each chunk after the first repeat the end of the one before. The overlap
 * counts towards the cap.
 */
import type { Limits } from '../options.js';
import type { Ruler } from '../text/tokens/index.js';
import type { Grain, Span } from '../types.js';
import { isBlank } from './blank.js';
import { findCuts } from './levels.js';
import { pack, ThinnedCuts } from './pack.js';

/** A window on the text. The text before `body` repeats the previous chunk. */
export interface Window extends Span {
  readonly body: number;
}

export function cutLeaf(text: string, span: Span, grain: Grain, ruler: Ruler, limits: Limits): Window[] {
  const bodyTokens = limits.maxTokens - limits.overlap;
  const fits = (start: number, end: number): boolean =>
    end - start <= limits.maxChars && ruler.fits(start, end, bodyTokens);
  const packLimits = { firstTokens: limits.maxTokens, otherTokens: bodyTokens, maxChars: limits.maxChars };
  const cuts = new ThinnedCuts((at) => ruler.roughly(at), span, packLimits);
  findCuts(text, span, grain, fits, cuts);
  const { at, cost } = cuts.bounds();
  const chosen = pack(at, cost, countsBetween(at, ruler), packLimits).map((i) => at[i]);
  const bounds = [span.start, ...chosen, span.end];
  const windows: Window[] = [];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const [start, end] = [bounds[i], bounds[i + 1]];
    windows.push({
      start: i === 0 ? start : overlapStart(text, bounds[i - 1], start, end, ruler, limits),
      body: start,
      end,
    });
  }
  return windows;
}

/**
 * The start of a chunk whose own text is [body, end), repeating at most `overlap`
 * tokens of the text before: at a line if one is near, otherwise at a word, and
 * never so early that the chunk exceeds its cap.
 */
export function overlapStart(
  text: string,
  earliest: number,
  body: number,
  end: number,
  ruler: Ruler,
  limits: Limits,
): number {
  if (limits.overlap === 0) return body;
  const isAllowed = (start: number): boolean =>
    end - start <= limits.maxChars &&
    ruler.fits(start, body, limits.overlap) &&
    ruler.fits(start, end, limits.maxTokens);
  const approximateStart = approximateOverlapStart(
    Math.max(earliest, end - limits.maxChars),
    body,
    limits.overlap,
    ruler,
  );
  return firstLineOrWord(text, approximateStart, body, isAllowed);
}

/** About `tokens` before `body`, by binary search on approximate counts. */
function approximateOverlapStart(earliest: number, body: number, tokens: number, ruler: Ruler): number {
  const targetTokens = ruler.roughly(body) - tokens;
  let [low, high] = [earliest, body];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ruler.roughly(middle) < targetTokens) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Possible starts that are measured before giving up. */
const MAX_TRIES = 4;

/** The first line start at or after `from`, if enough text is left to repeat; otherwise the first word. */
function firstLineOrWord(text: string, from: number, body: number, isAllowed: (start: number) => boolean): number {
  const half = from + (body - from) / 2;
  let firstWord = -1;
  let tries = 0;
  for (let at = from; at < body && tries < MAX_TRIES; at++) {
    const before = at === 0 ? 10 : text.charCodeAt(at - 1);
    const isLineStart = before === 10 || (before === 13 && text.charCodeAt(at) !== 10);
    if (!isLineStart && (!isBlank(before) || isBlank(text.charCodeAt(at)))) continue;
    if (!isLineStart && firstWord >= 0) {
      if (at > half) break;
      continue;
    }
    tries++;
    if (!isAllowed(at)) continue;
    if (isLineStart && at <= half) return at;
    if (firstWord < 0) firstWord = at;
  }
  return firstWord < 0 ? body : firstWord;
}

/** Greater than every offset of a text, and fits into an Int32Array. */
const PAST_ANY_TEXT = 0x7fffffff;

/** Exact tokens between any two of these cuts. The numbers are in typed arrays, for pack()'s inner loop. */
function countsBetween(at: Uint32Array, ruler: Ruler): (i: number, j: number) => number {
  const opens = new Int32Array(at.length);
  const closes = new Int32Array(at.length);
  const settled = new Int32Array(at.length);
  const anchored = new Int32Array(at.length);
  for (let i = 0; i < at.length; i++) {
    const edge = ruler.edge(at[i]);
    opens[i] = edge.opens;
    closes[i] = edge.closes;
    settled[i] = Math.min(edge.settled, PAST_ANY_TEXT);
    anchored[i] = edge.anchored;
  }
  return (i, j) => (settled[i] <= anchored[j] ? closes[j] - opens[i] : ruler.tokens(at[i], at[j]));
}
