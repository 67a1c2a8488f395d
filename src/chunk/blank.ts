import type { Gap, Span } from '../types.js';

/** Invisible characters, which may be left out of a chunk. */
export const isBlank = (unit: number): boolean =>
  unit === 32 ||
  (unit >= 9 && unit <= 13) ||
  (unit >= 0x85 &&
    (unit === 0x85 || unit === 0xa0 || unit === 0xfeff || unit === 0x3000 || unit === 0x2028 || unit === 0x2029));

/** The start of the line of `at`, if only indentation precedes `at`; else `at`. */
export function lineHead(text: string, at: number, min: number): number {
  let head = at;
  while (head > min && (text.charCodeAt(head - 1) === 32 || text.charCodeAt(head - 1) === 9)) head--;
  const before = text.charCodeAt(head - 1);
  return head > min && before !== 10 && before !== 13 ? at : head;
}

/** First position in [from, to) that is not blank, or `to`. */
export function skipBlank(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/**
 * A span without its blank runs longer than `maxBlankChars`. Such a run covers a
 * multiple of it, so only those positions are checked.
 */
export function visibleSpans(text: string, { start, end }: Span, maxBlankChars: number): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (let probe = start + maxBlankChars; probe < end; probe += maxBlankChars) {
    if (!isBlank(text.charCodeAt(probe))) continue;
    let runStart = probe;
    while (runStart > from && isBlank(text.charCodeAt(runStart - 1))) runStart--;
    const runEnd = skipBlank(text, probe, end);
    if (runEnd - runStart > maxBlankChars) {
      if (runStart > from) spans.push({ start: from, end: runStart });
      from = runEnd;
    }
    probe = Math.max(probe, runEnd);
  }
  if (from < end) spans.push({ start: from, end });
  return spans;
}

/** The text outside of all spans: white space, and a byte order mark. The spans are in order and may overlap. */
export function gapsIn(text: string, spans: readonly Span[]): Gap[] {
  const gaps: Gap[] = [];
  let at = 0;
  if (text.charCodeAt(0) === 0xfeff) {
    gaps.push({ start: 0, end: 1, kind: 'bom' });
    at = 1;
  }
  for (const { start, end } of spans) {
    if (start > at) gaps.push({ start: at, end: start, kind: 'whitespace' });
    if (end > at) at = end;
  }
  if (at < text.length) gaps.push({ start: at, end: text.length, kind: 'whitespace' });
  return gaps;
}
