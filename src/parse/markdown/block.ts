/** Blocks of a markdown document, and the leaves that consume lines until their end. */
import { isSpaceOrTab } from '../scanning.js';
import type { HtmlEnds } from './htmlBlocks.js';
import { closesFence, type MarkdownLine } from './line.js';

/** What a block is: whole lines of a document, as CommonMark's first phase finds them. */
export type MarkdownBlockKind =
  | 'paragraph'
  | 'heading'
  | 'break'
  | 'fence'
  | 'code'
  | 'html'
  | 'definition'
  | 'quote'
  | 'list'
  | 'item'
  | 'table'
  | 'row'
  | 'esm'
  | 'jsx'
  | 'expression';

/** Shared by all leaves, so that a paragraph costs one object and not two. */
const noBlocks: MarkdownBlock[] = [];
Object.freeze(noBlocks);

/**
 * Starts at the head of its first line and ends after the break of its last one,
 * also inside a quote or an item: two blocks side by side never share a line.
 *
 *     - a      list [0,12)  item [0,12)  paragraph [0,4)
 *       > b                              quote [4,12)  paragraph [4,12)
 */
export class MarkdownBlock {
  readonly kind: MarkdownBlockKind;
  start: number;
  end: number;
  children: MarkdownBlock[];
  /**
   * Depends on the kind: the level of a heading, the kind of an HTML block (1 to 7),
   * the marker of a list, the offset of a fence's info string.
   */
  level: number;
  /**
   * The contents: a heading's text, the lines inside a fence. A table's rows begin
   * at `from`, after the header and the delimiter row.
   */
  from: number;
  to: number;

  constructor(kind: MarkdownBlockKind, start: number, end: number) {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.children = noBlocks;
    this.level = 0;
    this.from = 0;
    this.to = 0;
  }
}

/** Leaves that take lines as they come, whatever is on them, until their own end. */
export abstract class Leaf {
  readonly block: MarkdownBlock;
  /** False after its last line. */
  isOpen: boolean;

  constructor(block: MarkdownBlock) {
    this.block = block;
    this.isOpen = true;
  }

  /** Consumes the line, or returns false if the leaf has ended. */
  abstract consume(line: MarkdownLine): boolean;

  /** Its container or the text has ended. */
  close(_text: string): void {}
}

/** Headings and breaks: one line. */
export class SingleLineLeaf extends Leaf {
  override isOpen = false;

  consume(): boolean {
    return false;
  }
}

export class FenceLeaf extends Leaf {
  readonly #mark: number;
  readonly #length: number;
  readonly #codeIndent: number;

  /** `codeIndent`: a closing fence with this much indentation is text. */
  constructor(block: MarkdownBlock, mark: number, length: number, codeIndent: number) {
    super(block);
    block.from = block.end;
    this.#mark = mark;
    this.#length = length;
    this.#codeIndent = codeIndent;
  }

  consume(line: MarkdownLine): boolean {
    const { block } = this;
    block.end = line.next;
    if (line.indent >= this.#codeIndent || !closesFence(line.text, line.first, line.stop, this.#mark, this.#length))
      return true;
    block.to = line.at;
    this.isOpen = false;
    return true;
  }

  override close(text: string): void {
    const { block } = this;
    block.end = visibleEnd(text, block);
    block.to = block.end;
  }
}

export class HtmlLeaf extends Leaf {
  readonly #ends: HtmlEnds;

  constructor(block: MarkdownBlock, line: MarkdownLine, kind: number, ends: HtmlEnds) {
    super(block);
    block.level = kind;
    this.#ends = ends;
    this.isOpen = !ends.closesOpening(kind, line.first, line.stop);
  }

  consume(line: MarkdownLine): boolean {
    const { block } = this;
    if (block.level >= 6 && line.isBlank) return false;
    block.end = line.next;
    if (this.#ends.closes(block.level, line.first, line.stop)) this.isOpen = false;
    return true;
  }

  override close(text: string): void {
    this.block.end = visibleEnd(text, this.block);
  }
}

/** Indented code. Blank lines belong to it if more code follows. */
export class IndentedLeaf extends Leaf {
  consume(line: MarkdownLine): boolean {
    if (line.isBlank) return true;
    if (line.indent < 4) return false;
    this.block.end = line.next;
    return true;
  }
}

/** Tags of MDX, until a blank line. */
export class JsxLeaf extends Leaf {
  consume(line: MarkdownLine): boolean {
    if (line.isBlank) return false;
    this.block.end = line.next;
    return true;
  }
}

/** JavaScript of MDX, whose end is known. */
export class ScriptLeaf extends Leaf {
  readonly #end: number;

  constructor(block: MarkdownBlock, end: number) {
    super(block);
    this.#end = end;
  }

  consume(line: MarkdownLine): boolean {
    if (line.at >= this.#end) return false;
    this.block.end = line.next;
    return true;
  }
}

/** A table has a row for every line of text that begins no other block. */
export class TableLeaf extends Leaf {
  constructor(headerStart: number, line: MarkdownLine) {
    const block = new MarkdownBlock('table', headerStart, line.next);
    block.from = line.next;
    block.children = [];
    super(block);
  }

  consume(): boolean {
    return false;
  }

  row(line: MarkdownLine): void {
    this.block.children.push(new MarkdownBlock('row', line.at, line.next));
    this.block.end = line.next;
  }
}

/** After the last non-blank line of a block. */
function visibleEnd(text: string, { start, end }: MarkdownBlock): number {
  let lineStart = end; // start of the line after the one we are on
  let at = end;
  for (; at > start && isBlankUnit(text.charCodeAt(at - 1)); at--) if (isBreakEnd(text, at - 1)) lineStart = at;
  return lineStart;
}

const isBlankUnit = (unit: number): boolean => isSpaceOrTab(unit) || unit === 0x0a || unit === 0x0d;

const isBreakEnd = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x0a || (text.charCodeAt(at) === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
