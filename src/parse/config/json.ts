/**
 * Tokenizer for JSON, JSON with comments, JSON5 and NDJSON. One reader handles
 * all of them, because an extension of one dialect is an error in the others.
 * JsonMembers builds the tree.
 */
import { afterBreak, isLineBreak, isSpaceOrTab, lineEnds, skipSpaces, textStart } from '../scanning.js';
import { ARRAY, JsonMembers, OBJECT } from './jsonMembers.js';
import { type ConfigScanner, Outline, unquote } from './outline.js';

/** Members of the root are children of the document. Several roots become its items. */
export const json: ConfigScanner = (text, minParentChars) => {
  const outline = new Outline(text, minParentChars);
  const members = new JsonMembers(outline, false);
  readJson(text, textStart(text), text.length, members);
  if (members.roots < 2) return outline.finish(unquote);
  const items = new Outline(text, minParentChars);
  readJson(text, textStart(text), text.length, new JsonMembers(items, true));
  return items.finish(unquote);
};

/** One record per line; long records have their members as children. */
export const ndjson: ConfigScanner = (text, minParentChars) => {
  const outline = new Outline(text, minParentChars);
  const members = new JsonMembers(outline, false);
  const lineEnd = lineEnds(text);
  for (let at = textStart(text), next = 0; at < text.length; at = next) {
    next = lineEnd(at);
    const first = skipSpaces(text, at);
    if (first >= next || isLineBreak(text.charCodeAt(first))) continue;
    outline.open('item', at);
    if (next - at >= minParentChars) readJson(text, at, next, members);
    outline.close(next);
  }
  return outline.finish(unquote);
};

function readJson(text: string, from: number, to: number, members: JsonMembers): void {
  // Searched for once in vain: a text full of `/*` must not be searched to its end each time.
  let unclosedComment = false;
  members.line(from);
  let at = from;
  while (at < to) {
    const unit = text.charCodeAt(at);
    switch (unit) {
      case 0x20: // space
      case 0x09:
      case 0x0b:
      case 0x0c:
      case 0xa0:
      case 0xfeff:
        at++;
        break;
      case 0x0a:
      case 0x0d:
        at = afterBreak(text, at);
        members.line(at);
        break;
      case 0x7b: // {
        members.enter(OBJECT, at++);
        break;
      case 0x5b: // [
        members.enter(ARRAY, at++);
        break;
      case 0x7d: // }
        members.leave(OBJECT, ++at);
        break;
      case 0x5d: // ]
        members.leave(ARRAY, ++at);
        break;
      case 0x2c: // ,
        members.comma(++at);
        break;
      case 0x3a: // :
        members.colon(++at);
        break;
      default:
        if (startsComment(text, at)) {
          members.comment(at);
          const end: number = unclosedComment ? -1 : blockCommentEnd(text, at, to);
          unclosedComment ||= end < 0 && text.charCodeAt(at + 1) === 0x2a;
          at = end < 0 ? lineEndAt(text, at, to) : end;
        } else at = readScalar(text, at, to, members);
    }
  }
  members.finish();
}

/** `//` or `/*` */
function startsComment(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x2f) return false;
  const second = text.charCodeAt(at + 1);
  return second === 0x2f || second === 0x2a;
}

/** A string, a number, a literal or an unquoted key. Returns its end. */
function readScalar(text: string, at: number, to: number, members: JsonMembers): number {
  const unit = text.charCodeAt(at);
  const end = unit === 0x22 || unit === 0x27 ? stringEnd(text, at, to) : wordEnd(text, at, to);
  if (members.atRoot && colonFollows(text, end, to)) members.enterImplied(at);
  members.scalar(at, end);
  return end;
}

/** After the closing quote, or the end of the line if there is none, so that one mistake affects one line. */
function stringEnd(text: string, at: number, to: number): number {
  const quote = text.charCodeAt(at);
  for (at++; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === 0x5c)
      at = afterBreak(text, at + 1) - 1; // a backslash escapes the next character or line break
    else if (unit === 0x0a || unit === 0x0d) return at;
  }
  return to;
}

/** Characters that end a number, a literal or an unquoted key. */
const wordEnders = new Uint8Array(128);
for (const char of ' \t\n\r\v\f,:{}[]"') wordEnders[char.charCodeAt(0)] = 1;

function wordEnd(text: string, at: number, to: number): number {
  for (at++; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128 && wordEnders[unit] === 1) return at;
    if (unit === 0x2f && startsComment(text, at)) return at;
  }
  return to;
}

/** After the closing `*\/`, or -1: it is not closed, or no block. */
function blockCommentEnd(text: string, at: number, to: number): number {
  if (text.charCodeAt(at + 1) !== 0x2a) return -1;
  for (at += 3; at < to; at++) {
    if (text.charCodeAt(at) === 0x2f && text.charCodeAt(at - 1) === 0x2a) return at + 1;
  }
  return -1;
}

function lineEndAt(text: string, at: number, to: number): number {
  while (at < to && !isLineBreak(text.charCodeAt(at))) at++;
  return at;
}

function colonFollows(text: string, at: number, to: number): boolean {
  while (at < to && isSpaceOrTab(text.charCodeAt(at))) at++;
  return at < to && text.charCodeAt(at) === 0x3a;
}
