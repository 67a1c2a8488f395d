/**
 * How deep an XML text is nested, up to `most`: the package that reads Word
 * documents asks all that hold a node whenever it puts one in, so that a file of
 * 200,000 paragraphs, one in the other, would take it hours.
 *
 *     <a><b/><c>      deepest 2: a, c; what is never closed counts as well
 */
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;

export function xmlDepth(xml: Buffer, most: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = xml.indexOf(LESS); at >= 0 && deepest < most; at = xml.indexOf(LESS, at)) {
    const next = xml[at + 1];
    if (next === 0x21 || next === 0x3f) at = asideEnd(xml, at);
    else {
      const end = tagEnd(xml, at + 1);
      if (next === SLASH) depth--;
      else if (xml[end - 2] !== SLASH) depth++;
      deepest = Math.max(deepest, depth);
      at = end;
    }
  }
  return deepest;
}

/** After the `>` of a tag; one inside quotes is part of a value. */
function tagEnd(xml: Buffer, at: number): number {
  for (; at < xml.length; at++) {
    const byte = xml[at];
    if (byte === GREATER) return at + 1;
    if (byte === 0x22 || byte === 0x27) {
      const close = xml.indexOf(byte, at + 1);
      if (close < 0) return xml.length;
      at = close;
    }
  }
  return xml.length;
}

/** After a comment, a stretch of raw text, a declaration. */
function asideEnd(xml: Buffer, at: number): number {
  const start = xml.toString('latin1', at, at + 9);
  const close = start.startsWith('<!--') ? '-->' : start === '<![CDATA[' ? ']]>' : '>';
  const end = xml.indexOf(close, at + 2);
  return end < 0 ? xml.length : end + close.length;
}
