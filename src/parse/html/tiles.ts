/**
 * Assigns all text to blocks and headings. They tile the page: each begins where
 * the one before it ended, without white space, and includes the closing tags
 * that follow it.
 */
import type { Node } from '../../types.js';
import type { MutableNode } from '../document/block.js';
import { isWhitespace } from '../document/lines.js';
import type { DocumentHeading } from '../document/sections.js';
import { BlockStack } from '../document/stack.js';

type TileFields = Pick<Partial<Node>, 'grain' | 'weight' | 'inner' | 'meta'>;

export class Tiles {
  readonly headings: DocumentHeading[] = [];
  readonly stack = new BlockStack();
  readonly text: string;
  /** There is visible text that is in no block yet. */
  isVisible = false;
  /** There is any text or markup that is in no block yet. */
  isPending = false;
  /** Anchors for the next block or heading. */
  anchors: string[] = [];
  /** All text before this offset is in a block or heading. */
  #coveredEnd: number;
  /** The cached result of nextStart(), and the offset it is for. */
  #cachedStart = -1;
  #cachedFor = -1;

  constructor(text: string, from: number) {
    this.text = text;
    this.#coveredEnd = from;
  }

  /** Start of the next block: the line of the first visible character. */
  nextStart(): number {
    if (this.#cachedFor !== this.#coveredEnd) {
      this.#cachedFor = this.#coveredEnd;
      this.#cachedStart = this.lineStart(skipWhitespace(this.text, this.#coveredEnd));
    }
    return this.#cachedStart;
  }

  /** The start of the line if only blanks are before `start`, else `start`. */
  lineStart(start: number): number {
    return startOfLine(this.text, start, this.#coveredEnd);
  }

  /** The end of the line if only blanks follow `end`, else `end`. */
  lineEnd(end: number): number {
    return endOfLine(this.text, end);
  }

  /** Makes a paragraph of the text since the last block. */
  flush(end: number): void {
    if (this.isVisible) this.add('paragraph', end);
  }

  add(kind: string, end: number, { grain = 'prose', weight, inner, meta }: TileFields = {}): void {
    const start = this.nextStart();
    if (end <= start) return;
    const node: MutableNode = { kind, start, end, children: [], grain };
    if (weight !== undefined) node.weight = weight;
    if (inner) node.inner = inner;
    if (this.anchors.length > 0) node.meta = { ...meta, anchors: this.anchors };
    else if (meta) node.meta = meta;
    this.stack.add(node);
    this.#coverTo(end);
  }

  addHeading(start: number, end: number, level: number, name: string): void {
    const meta = this.anchors.length > 0 ? { meta: { anchors: this.anchors } } : {};
    if (end > start) this.headings.push({ start, end, level, name, ...meta });
    this.#coverTo(end);
  }

  /** Opens a container. Its opening tag belongs to its first child. */
  open(kind: string, name: string, weight?: number): void {
    const start = this.nextStart();
    const grain = kind === 'table' || kind === 'row' ? 'lines' : 'prose';
    this.stack.open({ kind, name, start, openingEnd: start, grain, weight });
  }

  /** Closes the innermost block of that name. The rest of its text belongs to its last child. */
  close(name: string, end: number): void {
    this.extend(end);
    const closeEnd = Math.max(end, this.#coveredEnd);
    this.stack.close(name, closeEnd);
    this.#coverTo(closeEnd);
  }

  /** Extends the last block or heading to `end`. */
  extend(end: number): void {
    const { top } = this.stack;
    const last = (top?.children ?? this.stack.blocks).at(-1);
    const heading = this.headings.at(-1);
    if (last && last.end === this.#coveredEnd && !(heading && heading.start >= last.start))
      last.end = Math.max(end, last.end);
    else if (top?.lead?.end === this.#coveredEnd) top.lead = { start: top.start, end };
    else if (top) return;
    else if (heading?.end === this.#coveredEnd) this.headings[this.headings.length - 1] = { ...heading, end };
    else {
      this.add('markup', end, { grain: 'lines' });
      return;
    }
    this.#coveredEnd = end;
    this.isPending = false;
  }

  finish(): void {
    const end = this.text.length;
    this.flush(end);
    this.stack.dissolve();
    if (this.isPending) this.extend(end);
  }

  #coverTo(end: number): void {
    this.#coveredEnd = end;
    this.isVisible = false;
    this.isPending = false;
    if (this.anchors.length > 0) this.anchors = [];
  }
}

/** The first offset at or after `at` that is not white space. */
function skipWhitespace(text: string, at: number): number {
  while (at < text.length && isWhitespace(text.charCodeAt(at))) at++;
  return at;
}

export const isBlankText = (text: string): boolean => skipWhitespace(text, 0) === text.length;

/** The start of the line if only blanks are before `at`; never before `min`. */
function startOfLine(text: string, at: number, min: number): number {
  let lineStart = at;
  while (lineStart > min && isIndent(text.charCodeAt(lineStart - 1))) lineStart--;
  return lineStart === min || isNewline(text.charCodeAt(lineStart - 1)) ? lineStart : at;
}

/** After the line break if only blanks are before it, else `at`. */
function endOfLine(text: string, at: number): number {
  let lineEnd = at;
  while (isIndent(text.charCodeAt(lineEnd))) lineEnd++;
  if (text.charCodeAt(lineEnd) === 0x0d && text.charCodeAt(lineEnd + 1) === 0x0a) return lineEnd + 2;
  return isNewline(text.charCodeAt(lineEnd)) ? lineEnd + 1 : at;
}

const isIndent = (unit: number): boolean => unit === 0x20 || unit === 0x09;
const isNewline = (unit: number): boolean => unit === 0x0a || unit === 0x0d;
