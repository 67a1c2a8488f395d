/**
 * Sets of positions as sorted, disjoint, non-touching spans. All of them take
 * any list of spans, and all are linear after one sort.
 */
import { checkArgument } from '../checkArgument.js';
import type { Span } from '../types.js';

export function union(...sets: readonly (readonly Span[])[]): Span[] {
  for (const set of sets) checkArgument('union()', 'spans', set);
  const spans = sets
    .flat()
    .filter((span) => span.end > span.start)
    .sort((a, b) => a.start - b.start);
  const out: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = out.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else out.push({ start, end });
  }
  return out;
}

export function intersect(a: readonly Span[], b: readonly Span[]): Span[] {
  checkArgument('intersect()', 'spans', a);
  checkArgument('intersect()', 'spans', b);
  const [left, right] = [union(a), union(b)];
  const out: Span[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const start = Math.max(left[i].start, right[j].start);
    const end = Math.min(left[i].end, right[j].end);
    if (start < end) out.push({ start, end });
    if (left[i].end < right[j].end) i++;
    else j++;
  }
  return out;
}

/** The parts of `within` that no span of the set covers. */
export function complement(within: Span, set: readonly Span[]): Span[] {
  checkArgument('complement()', 'span', within);
  checkArgument('complement()', 'spans', set);
  const out: Span[] = [];
  let at = within.start;
  for (const { start, end } of union(set)) {
    if (start >= within.end) break;
    if (start > at) out.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  if (at < within.end) out.push({ start: at, end: within.end });
  return out;
}

export function subtract(a: readonly Span[], b: readonly Span[]): Span[] {
  checkArgument('subtract()', 'spans', a);
  checkArgument('subtract()', 'spans', b);
  return union(a).flatMap((span) => complement(span, b));
}

export function covers(set: readonly Span[], span: Span): boolean {
  checkArgument('covers()', 'spans', set);
  checkArgument('covers()', 'span', span);
  return complement(span, set).length === 0;
}
