/** Keys under `[table]` headings: TOML, and INI with its many relatives. */

import { afterBreak, isLineBreak, isSpaceOrTab } from '../scanning.js';
import { assignedKeyEnd, type EntryDialect, entryScanner, quoteEnd } from './entryScanner.js';
import { unquote } from './unquote.js';

const tomlDialect: EntryDialect = {
  comments: '#',
  tables: true,
  hanging: false,
  keyEnd: tomlKeyEnd,
  entryEnd: tomlEntryEnd,
  name: unquote,
};

/** A value goes on in the lines that hang below its key, as the lists in setup.cfg do. */
const iniDialect: EntryDialect = {
  comments: '#;',
  tables: true,
  hanging: true,
  keyEnd: assignedKeyEnd,
  entryEnd: (_text, _keyEnd, next) => next,
  name: (written) => written,
};

export const toml = entryScanner(tomlDialect);
export const ini = entryScanner(iniDialect);

function tomlKeyEnd(text: string, at: number, end: number): number {
  let word = -1;
  for (let i = at; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3d) return i;
    if (unit === 0x22 || unit === 0x27) i = quoteEnd(text, i, end) - 1;
    else if (word < 0 && isSpaceOrTab(unit)) word = i;
  }
  return word < 0 ? end : word;
}

/** A value ends at the first line break outside brackets and outside quotes in threes. */
function tomlEntryEnd(text: string, keyEnd: number, next: number): number {
  if (text.charCodeAt(keyEnd) !== 0x3d) return next;
  let depth = 0;
  for (let at = keyEnd; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5b || unit === 0x7b) depth++;
    else if (unit === 0x5d || unit === 0x7d) depth--;
    else if (unit === 0x22 || unit === 0x27) {
      const isTriple = text.charCodeAt(at + 1) === unit && text.charCodeAt(at + 2) === unit;
      const end = isTriple ? tripleEnd(text, at) : lineQuoteEnd(text, at);
      if (end < 0) return -1;
      at = end - 1;
    } else if (unit === 0x23) {
      while (at + 1 < text.length && !isLineBreak(text.charCodeAt(at + 1))) at++;
    } else if (isLineBreak(unit)) {
      if (depth <= 0) return afterBreak(text, at);
    }
  }
  return depth <= 0 ? text.length : -1;
}

/** A plain quote never outlasts its line, so an unclosed one costs no more than that. */
function lineQuoteEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  for (at++; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (isLineBreak(unit)) return at;
    if (unit === 0x5c && quote === 0x22 && !isLineBreak(text.charCodeAt(at + 1))) at++;
  }
  return at;
}

/** Up to two quotes may stand right before the closing three, and belong to the value. */
function tripleEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  let run = 0;
  for (at += 3; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      if (++run === 5) return at + 1;
      continue;
    }
    if (run >= 3) return at;
    run = 0;
    if (unit === 0x5c && quote === 0x22) at++;
  }
  return run >= 3 ? text.length : -1;
}
