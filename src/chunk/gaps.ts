/** What of a text no span holds: white space, and a byte order mark. */
import { complement } from '../text/span.js';
import type { Gap, Span } from '../types.js';

export function gapsIn(text: string, spans: readonly Span[]): Gap[] {
  const marked = text.charCodeAt(0) === 0xfeff;
  const blank = complement({ start: marked ? 1 : 0, end: text.length }, spans);
  return [
    ...(marked ? [{ start: 0, end: 1, kind: 'bom' } as const] : []),
    ...blank.map(({ start, end }): Gap => ({ start, end, kind: 'whitespace' })),
  ];
}
