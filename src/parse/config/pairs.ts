/** Nothing but keys and values: `.env` files and Java properties. */

import { afterBreak, isLineBreak, isLineEnd, isSpaceOrTab, skipSpaces } from '../scanning.js';
import { assignedKeyEnd, type EntryDialect, entryScanner } from './entryScanner.js';

const envDialect: EntryDialect = {
  comments: '#',
  tables: false,
  hanging: false,
  keyEnd: assignedKeyEnd,
  entryEnd: envEntryEnd,
  name: (written) => written.replace(/^export\s+/, ''),
};

const propertiesDialect: EntryDialect = {
  comments: '#!',
  tables: false,
  hanging: false,
  keyEnd: propertyKeyEnd,
  entryEnd: propertyEnd,
  name: withoutEscapes,
};

export const env = entryScanner(envDialect);
export const properties = entryScanner(propertiesDialect);

/**
 * A quoted value may span lines if its quote closes, with at most a comment after
 * it. Otherwise the quote is an apostrophe and the entry is its line.
 *
 * The search for a closing quote stops at the next quote of its sort, so whatever
 * it read in vain holds no other place to begin such a search.
 */
function envEntryEnd(text: string, keyEnd: number, next: number): number {
  let at = skipSpaces(text, keyEnd + 1);
  const quote = text.charCodeAt(at);
  if (at >= next || (quote !== 0x22 && quote !== 0x27 && quote !== 0x60)) return next;
  for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) if (text.charCodeAt(at) === 0x5c) at++;
  if (at >= text.length) return next;
  at = skipSpaces(text, at + 1);
  if (text.charCodeAt(at) === 0x23) while (!isLineEnd(text.charCodeAt(at))) at++;
  if (!isLineEnd(text.charCodeAt(at))) return next;
  return Math.min(afterBreak(text, at), text.length);
}

/** At the first `=`, `:` or blank that no backslash hides. */
function propertyKeyEnd(text: string, at: number, end: number): number {
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x3d || unit === 0x3a || isSpaceOrTab(unit)) return at;
    if (unit === 0x5c && ++at === end) return at - 1; // the key goes on below; its first line names it
  }
  return end;
}

/** A line goes on after a backslash, unless that is the second of a pair. */
function propertyEnd(text: string, keyEnd: number): number {
  for (let at = keyEnd; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at = afterBreak(text, at + 1) - 1;
    else if (isLineBreak(unit)) return afterBreak(text, at);
  }
  return text.length;
}

/** `caf\u00e9\ bar` → café bar */
function withoutEscapes(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
