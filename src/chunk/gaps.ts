/**
 * What of a text no span holds: white space, a byte order mark, and heading
 * lines that a synthetic piece says already.
 */
import { complement, intersect } from '../text/span.js';
import type { Gap, Span } from '../types.js';

export function gapsIn(text: string, spans: readonly Span[], headings: readonly Span[] = []): Gap[] {
  const marked = text.charCodeAt(0) === 0xfeff;
  const left = complement({ start: marked ? 1 : 0, end: text.length }, spans);
  const bom: Gap[] = marked ? [{ start: 0, end: 1, kind: 'bom' }] : [];
  if (headings.length === 0) return [...bom, ...left.map(blank)];
  const headed = intersect(left, headings);
  const gaps: Gap[] = [
    ...bom,
    ...headed.map((span): Gap => ({ ...span, kind: 'heading' })),
    ...left.flatMap((span) => complement(span, headed)).map(blank),
  ];
  return gaps.sort((a, b) => a.start - b.start);
}

const blank = ({ start, end }: Span): Gap => ({ start, end, kind: 'whitespace' });
