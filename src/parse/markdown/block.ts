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

/** Leaves share this one, so that a paragraph costs one object and not two. */
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
   * A heading's 1 to 6; which of the seven kinds of HTML block; the character that
   * marks a list's items; where a fence says what is in it.
   */
  level: number;
  /**
   * What is inside: a heading's text; the lines between two fences. A table's
   * rows begin at `from`, after the header and the line below it.
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
