/** What of a text no span holds. The cutting loop leaves out white space and a byte order mark, nothing else. */
import { complement } from '../text/span.js';
import type { Gap, Span } from '../types.js';

export function gapsIn(text: string, spans: readonly Span[]): Gap[] {
  const marked = text.charCodeAt(0) === 0xfeff;
  const left = complement({ start: marked ? 1 : 0, end: text.length }, spans);
  const gaps: Gap[] = left.map((span) => ({ ...span, kind: 'whitespace' }));
  return marked ? [{ start: 0, end: 1, kind: 'bom' }, ...gaps] : gaps;
}
