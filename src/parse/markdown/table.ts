/**
 * GitHub's tables: any line, and below it a row of dashes with as many cells.
 *
 *     | a | b |      2 cells
 *     | - | -: |     2 cells, so the line above is a header
 */
import { isSpaceOrTab } from './starts.js';

const PIPE = 0x7c;
const COLON = 0x3a;
const DASH = 0x2d;
const BACKSLASH = 0x5c;

/** Cells of a delimiter row, or 0 if [at, stop) is none: dashes alone, without a pipe or a colon, are none. */
export function delimiterCells(text: string, at: number, stop: number): number {
  let cells = 0;
  let marked = false;
  if (text.charCodeAt(at) === PIPE) {
    marked = true;
    at = skipSpaces(text, at + 1, stop);
  }
  while (at < stop) {
    const colon = text.charCodeAt(at) === COLON;
    if (colon) at++;
    const dashes = at;
    while (at < stop && text.charCodeAt(at) === DASH) at++;
    if (at === dashes) return 0;
    cells++;
    if (colon) marked = true;
    if (text.charCodeAt(at) === COLON && at < stop) {
      marked = true;
      at++;
    }
    at = skipSpaces(text, at, stop);
    if (at >= stop) break;
    if (text.charCodeAt(at) !== PIPE) return 0;
    marked = true;
    at = skipSpaces(text, at + 1, stop);
  }
  return marked ? cells : 0;
}

/** Cells of a header row; an escaped pipe divides nothing. */
export function headerCells(text: string, at: number, stop: number): number {
  let cells = 0;
  let open = true; // a cell may begin
  let seen = 0;
  if (text.charCodeAt(at) === PIPE) {
    at++;
    seen++;
  }
  for (; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (isSpaceOrTab(unit)) continue;
    seen++;
    if (open) cells++;
    open = unit === PIPE;
    if (unit === BACKSLASH && at + 1 < stop) {
      const next = text.charCodeAt(at + 1);
      if (next === BACKSLASH || next === PIPE) at++;
    }
  }
  return seen > 0 ? cells : 0;
}

function skipSpaces(text: string, at: number, stop: number): number {
  while (at < stop && isSpaceOrTab(text.charCodeAt(at))) at++;
  return at;
}
