/**
 * What MDX has instead of HTML: modules, and expressions in braces. Both are
 * JavaScript, of which only brackets, quotes and comments are read here.
 *
 *     export const menu = {     until a blank line
 *                               outside all brackets
 *       a: 1 }
 *
 *     {/* a comment *\/}         until the brace closes
 */

/** `import` or `export` at the head of a line, and something after it. */
export const isEsmLine = (text: string, at: number): boolean =>
  (text.startsWith('import', at) || text.startsWith('export', at)) && /^[\s{*'"]/.test(text.slice(at + 6, at + 7));

/** `<Tag`, `</Tag`, `<>`, and comments, which MDX has no more but its files still have. */
export const isJsxTag = (text: string, at: number): boolean => /^<[/>!\p{L}_$]/u.test(text.slice(at, at + 3));

/** Start of the first line after the module lines at `at`, or -1 where something is never closed. */
export const moduleEnd = (text: string, at: number): number => closeOf(text, at, true);

/** Start of the line after the one on which the brace at `at` closes, or -1. */
export const expressionEnd = (text: string, at: number): number => closeOf(text, at, false);

function closeOf(text: string, at: number, toBlank: boolean): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x7b || unit === 0x28 || unit === 0x5b)
      depth++; // { ( [
    else if (unit === 0x7d || unit === 0x29 || unit === 0x5d) depth--;
    else if (unit === 0x22 || unit === 0x27) i = quoteEnd(text, i);
    else if (unit === 0x60 || unit === 0x2f) {
      const end = unit === 0x60 ? templateEnd(text, i) : commentEnd(text, i);
      if (end < 0) return -1;
      i = end;
    } else if (unit === 0x0a && depth <= 0 && (!toBlank || isBlankLine(text, i + 1))) return i + 1;
  }
  return depth <= 0 ? text.length : -1;
}

function isBlankLine(text: string, at: number): boolean {
  while (at < text.length && text.charCodeAt(at) !== 0x0a) if (text.charCodeAt(at++) > 0x20) return false;
  return true;
}

/** At the quote that closes this one, or at the end of the line: an apostrophe is no quote. */
function quoteEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === quote) return i;
    if (unit === 0x0a) return i - 1;
    if (unit === 0x5c && text.charCodeAt(i + 1) !== 0x0a) i++;
  }
  return text.length;
}

function templateEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x60) return i;
    if (unit === 0x5c) i++;
  }
  return -1;
}

/** At the last character of a comment; a slash that begins none is passed over. */
function commentEnd(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  if (next === 0x2f) {
    const feed = text.indexOf('\n', at);
    return feed < 0 ? text.length : feed - 1;
  }
  if (next !== 0x2a) return at;
  const close = text.indexOf('*/', at + 2);
  return close < 0 ? -1 : close + 1;
}
