/** The current paragraph: its start, its anchors, and whether it consists of comments. */

import { ASIDE_WEIGHT, MIN_WEIGHTED_CHARS, type MutableNode } from '../document/block.js';
import type { BlockStack } from '../document/stack.js';
import { isLineBreak, isSpaceOrTab } from '../scanning.js';

export class ParagraphBuilder {
  readonly #text: string;
  readonly #stack: BlockStack;
  /** Where it begins, or -1. */
  #start = -1;
  /** It contains only comments so far. */
  #isComment = true;
  #anchors: string[] = [];

  constructor(text: string, stack: BlockStack) {
    this.#text = text;
    this.#stack = stack;
  }

  /** Text at `at`: begins a paragraph if none is open. */
  write(at: number): void {
    this.comment(at);
    this.#isComment = false;
  }

  comment(at: number): void {
    if (this.#start < 0) this.#start = this.lineStart(at);
  }

  /** `\label{…}` is an anchor of the open environment, or else of the paragraph. */
  label(name: string): void {
    const environment = this.#stack.top;
    (environment && environment.kind !== 'item' ? environment.anchors : this.#anchors).push(name);
  }

  /** Ends the paragraph and adds it as a block. */
  flush(end: number, kind: 'paragraph' | 'row' = 'paragraph'): void {
    const start = this.#start;
    if (start < 0) return;
    if (end > start) {
      const node: MutableNode = { kind, start, end, children: [], grain: kind === 'row' ? 'lines' : 'prose' };
      if (this.#isComment) {
        node.kind = 'comment';
        if (end - start >= MIN_WEIGHTED_CHARS) node.weight = ASIDE_WEIGHT;
      }
      if (this.#anchors.length > 0) node.meta = { anchors: this.#anchors };
      this.#stack.add(node);
    }
    this.drop();
  }

  /** Discards the paragraph: its text belongs to another block. */
  drop(): void {
    this.#start = -1;
    this.#isComment = true;
    if (this.#anchors.length > 0) this.#anchors = [];
  }

  /** The start of the line if only blanks are before `at`. */
  lineStart(at: number): number {
    let start = at;
    while (start > 0 && isSpaceOrTab(this.#text.charCodeAt(start - 1))) start--;
    return start === 0 || isLineBreak(this.#text.charCodeAt(start - 1)) ? start : at;
  }
}
