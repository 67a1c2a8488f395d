/**
 * A heading as plain text: what a reader sees, without the marks.
 *
 *     ## The `parse()` of *[this](url)* ##  {#parse}   →   The parse() of this
 */
import { plainText } from './plainText.js';

export interface HeadingTitle {
  readonly text: string;
  /** Of `{#id}` at its end. */
  readonly anchor?: string;
}

/** What is longer is no title; the rest of it stays in the heading's line. */
const MAX_TITLE_LENGTH = 1000;

/** `raw`: after the opening marks, before the line break or the underline. */
export function headingTitle(raw: string, isAtx: boolean): HeadingTitle {
  let text = (
    raw.length > MAX_TITLE_LENGTH ? raw.slice(0, MAX_TITLE_LENGTH).replace(/[\ud800-\udbff]$/, '') : raw
  ).trim();
  if (isAtx) text = withoutClosing(text);
  const attributes = text.endsWith('}') ? /\{(?:\/\*\s*)?#([^\s{}*]+)[^{}]*\}$/.exec(text) : null;
  if (attributes) text = text.slice(0, attributes.index).trimEnd();
  const shown = plainText(text);
  // Most titles have single spaces already, and need not be written anew.
  const plain = (/ {2}|[^\S ]/.test(shown) ? shown.replace(/\s+/g, ' ') : shown).trim();
  return attributes ? { text: plain, anchor: attributes[1] } : { text: plain };
}

/** `Title ##` → `Title`, `C#` → `C#` */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '#') end--;
  if (end === 0) return '';
  return end < text.length && /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text;
}
