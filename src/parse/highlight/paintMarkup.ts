/**
 * Colours elements: names of tags, attributes and their values, comments. One pass with no way back, so that a text
 * full of `<` takes no longer than any other.
 *
 *     <a href="x">text</a> <!-- … -->
 *      keyword property string          keyword comment
 */
import type { Paint } from './paint.js';

const TAG = /<[/?!]?([A-Za-z][\w:.-]*)/y;
const ATTRIBUTE = /[^\s"'<>/=?]+/y;

export function paintMarkup(paint: Paint): void {
  const { text } = paint;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      if (end < 0) return; // never closed, and so is no other
      paint.stroke('comment', at, end + 3);
      at = end + 3;
      continue;
    }
    TAG.lastIndex = at;
    const [all, name] = TAG.exec(text) ?? ['<', ''];
    at += all.length;
    if (name === '') continue;
    paint.stroke('keyword', at - name.length, at);
    at = paintAttributes(paint, at);
  }
}

/** Up to the end of the tag. A quote that never closes is none. */
function paintAttributes(paint: Paint, from: number): number {
  const { text } = paint;
  const spent = new Set<string>();
  let at = from;
  while (at < text.length && text[at] !== '>' && text[at] !== '<') {
    const sign = text[at];
    if ((sign === '"' || sign === "'") && !spent.has(sign)) {
      const end = text.indexOf(sign, at + 1);
      if (end < 0) spent.add(sign);
      else paint.stroke('string', at, end + 1);
      at = end < 0 ? at + 1 : end + 1;
      continue;
    }
    ATTRIBUTE.lastIndex = at;
    const [name] = ATTRIBUTE.exec(text) ?? [''];
    if (name !== '') paint.stroke(text[at - 1] === '=' ? 'string' : 'property', at, at + name.length);
    at += Math.max(1, name.length);
  }
  return at;
}
