/**
 * The open paragraph. When it ends, it may begin with link definitions, and its
 * last line may be the header of a table.
 */
import { isSpaceOrTab } from '../scanning.js';
import { MarkdownBlock } from './block.js';
import { definitionEnd } from './definition.js';
import type { MarkdownLine } from './line.js';

const OPEN_BRACKET = 0x5b;

export class Paragraph {
  /** Undefined while none is open. */
  block: MarkdownBlock | undefined;
  readonly #text: string;
  /** The last line: where it starts, where its text begins and stops, and whether it is indented like code. */
  #lineStart = 0;
  #first = 0;
  #stop = 0;
  #indented = false;
  /** Start, first character and end of every line, if the first one could begin a definition. */
  #lines: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  open(line: MarkdownLine): MarkdownBlock {
    const block = new MarkdownBlock('paragraph', line.at, line.next);
    block.from = line.first;
    this.block = block;
    this.#lines = this.#text.charCodeAt(line.first) === OPEN_BRACKET ? [] : undefined;
    this.extend(line, false);
    return block;
  }

  extend(line: MarkdownLine, indented: boolean): void {
    if (this.block) this.block.end = line.next;
    this.#lineStart = line.at;
    this.#first = line.first;
    this.#stop = line.stop;
    this.#indented = indented;
    this.#lines?.push(line.at, line.first, line.stop);
  }

  /** Closes it and inserts its definitions before it. Returns the rest of it, if any. */
  close(siblings: MarkdownBlock[]): MarkdownBlock | undefined {
    const { block } = this;
    const lines = this.#lines;
    this.block = undefined;
    // Most paragraphs that begin with a bracket begin with a link.
    if (!block || !lines || !this.#text.slice(block.from, block.end).includes(']:')) return block;
    const definitions: MarkdownBlock[] = [];
    const line = this.#findDefinitions(lines, block.end, definitions);
    if (definitions.length === 0) return block;
    siblings.pop();
    for (const definition of definitions) siblings.push(definition);
    if (line >= lines.length) return undefined;
    block.start = lines[line];
    block.from = lines[line + 1];
    siblings.push(block);
    return block;
  }

  /** Finds the definitions at its start; returns the first line after them. */
  #findDefinitions(lines: readonly number[], end: number, definitions: MarkdownBlock[]): number {
    let joinedLines = '';
    for (let i = 0; i < lines.length; i += 3) joinedLines += `${this.#text.slice(lines[i + 1], lines[i + 2])}\n`;
    let at = 0;
    let line = 0;
    while (line < lines.length) {
      const definitionClose = definitionEnd(joinedLines, at);
      if (definitionClose < 0) break;
      const start = lines[line];
      for (; at < definitionClose; line += 3) at += lines[line + 2] - lines[line + 1] + 1;
      definitions.push(new MarkdownBlock('definition', start, lines[line] ?? end));
    }
    return line;
  }

  /** Turns it into a heading with the underline `line`; undefined if it contains only definitions. */
  underline(line: MarkdownLine, siblings: MarkdownBlock[]): MarkdownBlock | undefined {
    const block = this.close(siblings);
    if (!block) return undefined;
    const heading = new MarkdownBlock('heading', block.start, line.next);
    heading.level = this.#text.charCodeAt(line.first) === 0x3d ? 1 : 2; // =
    heading.from = block.from;
    heading.to = this.#stop;
    siblings[siblings.length - 1] = heading;
    return heading;
  }

  /** Takes its last line as the header of a table with this many cells; returns its start, or -1. */
  takeHeader(cells: number, siblings: MarkdownBlock[]): number {
    const { block } = this;
    if (!block || this.#indented || headerCells(this.#text, this.#first, this.#stop) !== cells) return -1;
    if (block.start === this.#lineStart) {
      siblings.pop();
      this.block = undefined;
    } else {
      block.end = this.#lineStart;
      this.#lines?.splice(-3);
      this.close(siblings);
    }
    return this.#lineStart;
  }
}

/**
 * GitHub's tables: any line, and below it a row of dashes with as many cells.
 *
 *     | a | b |      2 cells
 *     | - | -: |     2 cells, so the line above is a header
 */
const PIPE = 0x7c;
const COLON = 0x3a;
const DASH = 0x2d;
const BACKSLASH = 0x5c;

/** Cells of a delimiter row, or 0 if [at, stop) is not one: dashes without a pipe or a colon are not. */
export function delimiterCells(text: string, at: number, stop: number): number {
  let cells = 0;
  let hasDelimiter = false;
  if (text.charCodeAt(at) === PIPE) {
    hasDelimiter = true;
    at = skipSpaces(text, at + 1, stop);
  }
  while (at < stop) {
    const hasColon = text.charCodeAt(at) === COLON;
    if (hasColon) at++;
    const dashesStart = at;
    while (at < stop && text.charCodeAt(at) === DASH) at++;
    if (at === dashesStart) return 0;
    cells++;
    if (hasColon) hasDelimiter = true;
    if (text.charCodeAt(at) === COLON && at < stop) {
      hasDelimiter = true;
      at++;
    }
    at = skipSpaces(text, at, stop);
    if (at >= stop) break;
    if (text.charCodeAt(at) !== PIPE) return 0;
    hasDelimiter = true;
    at = skipSpaces(text, at + 1, stop);
  }
  return hasDelimiter ? cells : 0;
}

/** Cells of a header row; an escaped pipe is text. */
function headerCells(text: string, at: number, stop: number): number {
  let cells = 0;
  let mayBeginCell = true; // a cell may begin
  let visibleUnits = 0;
  if (text.charCodeAt(at) === PIPE) {
    at++;
    visibleUnits++;
  }
  for (; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (isSpaceOrTab(unit)) continue;
    visibleUnits++;
    if (mayBeginCell) cells++;
    mayBeginCell = unit === PIPE;
    if (unit === BACKSLASH && at + 1 < stop) {
      const next = text.charCodeAt(at + 1);
      if (next === BACKSLASH || next === PIPE) at++;
    }
  }
  return visibleUnits > 0 ? cells : 0;
}

function skipSpaces(text: string, at: number, stop: number): number {
  while (at < stop && isSpaceOrTab(text.charCodeAt(at))) at++;
  return at;
}
