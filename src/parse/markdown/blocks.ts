/**
 * The block structure of a document, in one pass over its lines:
 *
 *     for every line   1. match the containers that are open: quotes, items
 *                      2. let the open leaf take the line: a fence, an HTML block, indented code
 *                      3. open what the line begins: containers first, then one leaf
 *                      4. the rest is text: it continues a paragraph or a table, or begins a paragraph
 *
 *     > - a      quote › list › item › paragraph
 *     b          the same paragraph: a line of text needs no markers (it is lazy)
 *
 * Containers that a line does not match are closed only when the line is known
 * not to be lazy. docs/markdown.md lists where this differs from CommonMark.
 */
import { FenceLeaf, type Leaf, MarkdownBlock, TableLeaf } from './block.js';
import { LeafOpeners } from './leafOpeners.js';
import { isBlankFrom, isDigit, isThematicBreak, isUnderline, MarkdownLine, markerEnd } from './line.js';
import { delimiterCells, Paragraph } from './paragraph.js';

export interface Flavour {
  /** Modules, JSX and expressions instead of HTML; indentation means nothing. */
  readonly mdx: boolean;
}

/** Deeper containers are text: every line is matched against all open containers. */
const MAX_DEPTH = 64;

/** The blocks of [from, text.length), in order. */
export function markdownBlocks(text: string, from = 0, { mdx }: Flavour = { mdx: false }): MarkdownBlock[] {
  return new BlockParser(text, from, new LeafOpeners(text, mdx)).read();
}

class BlockParser {
  readonly #text: string;
  readonly #line: MarkdownLine;
  readonly #openers: LeafOpeners;
  readonly #codeIndent: number;
  readonly #topLevel: MarkdownBlock[] = [];
  /** Open quotes and items, from the outside in, and how far each item's text is indented; 0 for a quote. */
  readonly #containers: MarkdownBlock[] = [];
  readonly #contentIndents: number[] = [];
  /** At most one of the two is open. */
  readonly #paragraph: Paragraph;
  #leaf: Leaf | undefined;

  constructor(text: string, from: number, openers: LeafOpeners) {
    this.#text = text;
    this.#line = new MarkdownLine(text, from);
    this.#openers = openers;
    this.#codeIndent = openers.codeIndent;
    this.#paragraph = new Paragraph(text);
  }

  read(): MarkdownBlock[] {
    const line = this.#line;
    while (line.read()) {
      if (this.#containers.length === 0) this.#readFlat(line);
      else this.#readNested(line);
    }
    this.#closeTo(0);
    return this.#topLevel;
  }

  /** Fast path outside of containers: for most lines the first character decides. */
  #readFlat(line: MarkdownLine): void {
    const leaf = this.#leaf;
    if (this.#openers.isPlain(this.#text.charCodeAt(line.at)) && (leaf === undefined || leaf instanceof FenceLeaf)) {
      line.first = line.at;
      line.indent = 0;
      if (leaf) leaf.block.end = line.next;
      else if (this.#paragraph.block) this.#paragraph.extend(line, false);
      else this.#topLevel.push(this.#paragraph.open(line));
    } else {
      line.measureIndent();
      this.#readLine(line, 0, true);
    }
  }

  #readNested(line: MarkdownLine): void {
    const containers = this.#containers;
    let matched = 0;
    line.measureIndent();
    while (matched < containers.length && this.#continues(line, matched)) {
      matched++;
      line.measureIndent();
    }
    this.#readLine(line, matched, matched === containers.length);
  }

  /** Does the line continue this container? If so, skips its marker. */
  #continues(line: MarkdownLine, depth: number): boolean {
    const block = this.#containers[depth];
    const contentIndent = this.#contentIndents[depth];
    if (contentIndent > 0) {
      // A second blank line ends an item that began with one.
      if (line.isBlank) return block.children.length > 0;
      if (line.indent < contentIndent) return false;
      line.skipColumns(contentIndent);
      return true;
    }
    if (line.indent >= this.#codeIndent || line.isBlank || this.#text.charCodeAt(line.first) !== 0x3e) return false;
    line.skipQuoteMark();
    block.end = line.next;
    return true;
  }

  #readLine(line: MarkdownLine, matched: number, allMatched: boolean): void {
    const leaf = this.#leaf;
    if (leaf) {
      if (allMatched && leaf.consume(line)) {
        if (!leaf.isOpen) this.#leaf = undefined;
        return;
      }
      if (!allMatched) this.#closeTo(matched);
    }
    if (line.isBlank) this.#closeTo(matched);
    else this.#openBlocks(line, matched, allMatched);
  }

  /** Opens what the line begins. */
  #openBlocks(line: MarkdownLine, matched: number, allMatched: boolean): void {
    /** The line continues this paragraph if it begins nothing else; `isDirect` if it is inside all its containers. */
    let paragraph = this.#paragraph.block;
    let isDirect = paragraph !== undefined && allMatched;
    let depth = matched;
    while (line.indent < this.#codeIndent) {
      const unit = this.#text.charCodeAt(line.first);
      if (paragraph && isDirect && (unit === 0x3d || unit === 0x2d) && isUnderline(this.#text, line.first, line.stop)) {
        if (this.#paragraph.underline(line, this.#siblings())) return;
        paragraph = undefined; // only definitions: the line begins a new block
      }
      if (depth < MAX_DEPTH && this.#openContainer(line, unit, depth, isDirect)) {
        line.measureIndent();
        if (line.isBlank) return;
        depth++;
        paragraph = undefined;
        isDirect = false;
        allMatched = false;
        continue;
      }
      const leaf = this.#openers.open(line, unit, paragraph !== undefined, depth > 0);
      if (leaf) this.#openLeaf(leaf, depth);
      if (leaf || (isDirect && this.#openTable(line, unit))) return;
      break;
    }
    if (paragraph) this.#paragraph.extend(line, line.indent >= this.#codeIndent);
    else if (line.indent >= this.#codeIndent) this.#openLeaf(this.#openers.openIndented(line), depth);
    else if (allMatched && this.#leaf instanceof TableLeaf) this.#leaf.row(line);
    else {
      this.#closeTo(depth);
      this.#siblings().push(this.#paragraph.open(line));
    }
  }

  #openLeaf(leaf: Leaf, depth: number): void {
    this.#closeTo(depth);
    this.#siblings().push(leaf.block);
    if (leaf.isOpen) this.#leaf = leaf;
  }

  /** The last line of the paragraph is the header of a table if this one is a row of dashes for it. */
  #openTable(line: MarkdownLine, unit: number): boolean {
    if (unit !== 0x7c && unit !== 0x3a && unit !== 0x2d) return false; // | : -
    const cells = delimiterCells(this.#text, line.first, line.stop);
    const header = cells > 0 ? this.#paragraph.takeHeader(cells, this.#siblings()) : -1;
    if (header < 0) return false;
    this.#openLeaf(new TableLeaf(header, line), this.#containers.length);
    return true;
  }

  /** A quote or an item; `isDirect` if it would break into a paragraph. */
  #openContainer(line: MarkdownLine, unit: number, depth: number, isDirect: boolean): boolean {
    if (unit === 0x3e) {
      this.#closeTo(depth);
      this.#push(newContainer('quote', line, this.#siblings()), 0);
      line.skipQuoteMark();
      return true;
    }
    const isBullet = unit === 0x2d || unit === 0x2a || unit === 0x2b; // - * +
    if (!isBullet && !isDigit(unit)) return false;
    const { first, stop, indent } = line;
    if (isBullet && unit !== 0x2b && isThematicBreak(this.#text, first, stop)) return false;
    const end = markerEnd(this.#text, first, stop);
    if (end < 0) return false;
    // Only a bullet or a 1, with text after it, breaks into a paragraph.
    if (isDirect && (isBlankFrom(this.#text, end, stop) || (!isBullet && (unit !== 0x31 || end - first > 2))))
      return false;
    this.#closeTo(depth);
    const item = newContainer('item', line, this.#listAt(line, this.#text.charCodeAt(end - 1)).children);
    this.#push(item, indent + line.skipItemMark(end, this.#codeIndent));
    return true;
  }

  /** The list that an item with this marker continues, or a new one. */
  #listAt(line: MarkdownLine, mark: number): MarkdownBlock {
    const siblings = this.#siblings();
    const last = siblings.at(-1);
    if (last?.kind === 'list' && last.level === mark) return last;
    const list = newContainer('list', line, siblings);
    list.level = mark;
    return list;
  }

  #siblings(): MarkdownBlock[] {
    const containers = this.#containers;
    return containers.length === 0 ? this.#topLevel : containers[containers.length - 1].children;
  }

  #push(container: MarkdownBlock, contentIndent: number): void {
    this.#containers.push(container);
    this.#contentIndents.push(contentIndent);
  }

  /** Closes the leaf, and all containers but the outermost `depth`, and extends their ends. */
  #closeTo(depth: number): void {
    if (this.#paragraph.block) this.#paragraph.close(this.#siblings());
    if (this.#leaf) {
      this.#leaf.close(this.#text);
      this.#leaf = undefined;
    }
    while (this.#containers.length > depth) {
      const closed = this.#containers.pop();
      this.#contentIndents.pop();
      if (!closed) return;
      extendEnd(closed, closed.children.at(-1));
      if (closed.kind === 'item') extendEnd(this.#siblings().at(-1), closed);
    }
  }
}

function newContainer(kind: 'quote' | 'list' | 'item', line: MarkdownLine, siblings: MarkdownBlock[]): MarkdownBlock {
  const block = new MarkdownBlock(kind, line.at, line.next);
  block.children = [];
  siblings.push(block);
  return block;
}

function extendEnd(outer: MarkdownBlock | undefined, inner: MarkdownBlock | undefined): void {
  if (outer && inner && inner.end > outer.end) outer.end = inner.end;
}
