/**
 * Turns tags into blocks and headings. Tiles makes sure that all markup belongs
 * to one of them.
 *
 *     <div class="x"><p>One.</p>        ┐ paragraph, including its div
 *     </div>                            ┘
 *     <section id="oak"><h2>Oak</h2>    ─ heading, with the anchor of its section
 *     <ul><li>hard <li>heavy</ul>       ─ list of two items; closing tags are implied
 *
 * A list or table with a heading inside is only layout, and is dissolved
 * (BlockStack).
 */
import { HIDDEN_WEIGHT, MIN_WEIGHTED_LENGTH } from '../document/block.js';
import {
  allowedInHeading,
  blockElements,
  containerElements,
  contentElements,
  headingLevel,
  metadataElements,
  OpaqueElement,
  opaqueElements,
  partElements,
} from './elements.js';
import { isBlankText, Tiles } from './tiles.js';
import { type HtmlEvents, type HtmlTag, htmlText } from './tokens.js';

/** A longer heading was never closed. */
const MAX_TITLE_LENGTH = 600;
/** A table header has a few rows at most, and maybe a caption. */
const MAX_HEADER_CHILDREN = 4;

interface OpenHeading {
  readonly level: number;
  readonly start: number;
  readonly chunks: string[];
  length: number;
}

export class HtmlBuilder implements HtmlEvents {
  readonly tiles: Tiles;
  readonly #text: string;
  /** The source text of the first `<title>`. */
  readonly #title: string[] = [];
  #inTitle = false;
  #heading: OpenHeading | undefined;
  #element: OpaqueElement | undefined;
  /** Number of open content elements (article, main, section). */
  #contents = 0;
  #inHead = false;
  /** The open row has data cells. */
  #hasData = false;

  constructor(text: string, from: number) {
    this.#text = text;
    this.tiles = new Tiles(text, from);
  }

  get title(): string {
    return htmlText(this.#title.join(''));
  }

  open(tag: HtmlTag): void {
    if (this.#element) {
      this.#element.open(tag);
      return;
    }
    const { name, start, attributes } = tag;
    const level = headingLevel(name);
    const isBlock = level > 0 || containerElements.has(name) || blockElements.has(name) || partElements.has(name);
    if (this.#heading && isBlock && !allowedInHeading.has(name)) this.#endHeading(start);
    if (isBlock && name !== 'html' && this.tiles.stack.top?.kind === 'head') this.#endHead(start);
    if (opaqueElements.has(name)) this.#element = new OpaqueElement(this.#text, tag);
    if (isBlock && !this.#heading) this.#begin(tag, level);
    this.tiles.isPending = true;
    if (metadataElements.has(name) || name === 'img') this.tiles.isVisible ||= !this.#heading;
    if (name === 'title') this.#inTitle = this.#title.length === 0;
    if (name === 'td') this.#hasData = true;
    const anchor = attributes.id ?? (name === 'a' ? attributes.name : undefined);
    if (anchor) this.tiles.anchors.push(htmlText(anchor));
  }

  close(name: string, start: number, end: number): void {
    if (this.#element) {
      if (this.#element.close(name)) this.#endElement(this.#element, start, this.tiles.tail(end));
      return;
    }
    this.#inTitle = false;
    if (this.#heading) {
      this.tiles.isPending = true;
      if (headingLevel(name) > 0) this.#endHeading(this.tiles.tail(end));
      return;
    }
    if (name === 'thead') this.#inHead = false;
    if (contentElements.has(name)) this.#contents = Math.max(0, this.#contents - 1);
    const { stack } = this.tiles;
    const holds = containerElements.has(name) || partElements.has(name);
    if (stack.innermostTooDeep === name) {
      stack.close(name, end);
      this.tiles.isPending = true;
    } else if (holds && stack.isOpen(name)) this.#endHolder(name, start, this.tiles.tail(end));
    else if (holds || blockElements.has(name) || headingLevel(name) > 0) this.#endBlock(this.tiles.tail(end));
    else this.tiles.isPending = true;
  }

  text(start: number, end: number): void {
    if (this.#element) {
      this.#element.text(start, end);
      return;
    }
    const content = this.#text.slice(start, end);
    if (this.#inTitle) this.#title.push(content);
    if (isBlankText(content)) return;
    if (this.#heading && this.#heading.length + content.length > MAX_TITLE_LENGTH) this.#endHeading(start);
    if (this.#heading) {
      this.#heading.chunks.push(content);
      this.#heading.length += content.length;
    } else this.tiles.isVisible = true;
    this.tiles.isPending = true;
  }

  /** A short comment stays with the text after it. */
  hidden(start: number, end: number): void {
    if (this.#element) return;
    const isApart = !this.tiles.isVisible && !this.#heading && this.tiles.stack.top?.kind !== 'row';
    const isLong = end - start >= MIN_WEIGHTED_LENGTH && this.#text.startsWith('<!--', start);
    if (isApart && isLong) this.tiles.add('comment', this.tiles.tail(end), { weight: HIDDEN_WEIGHT });
    else this.tiles.isPending = true;
  }

  finish(): this {
    const end = this.#text.length;
    if (this.#element) this.#endElement(this.#element, end, end);
    if (this.#heading) this.#endHeading(end);
    this.tiles.finish();
    return this;
  }

  #begin(tag: HtmlTag, level: number): void {
    const { name } = tag;
    const { tiles } = this;
    const start = tiles.head(tag.start);
    const isInRow = tiles.stack.top?.kind === 'row' && blockElements.has(name);
    const part = partElements.get(name);
    const holder = containerElements.get(name);
    if (part) this.#endPart(part.kind, part.of, start);
    else if (!isInRow) tiles.flush(start);
    if (level > 0 && !this.#isQuiet()) {
      tiles.stack.unfold();
      this.#heading = { level, start: tiles.begins(), chunks: [], length: 0 };
    } else if (name === 'pre') this.#element = new OpaqueElement(this.#text, tag);
    else if (part) {
      this.#hasData = false;
      if (tiles.stack.innermost(part.of, part.of)) tiles.open(part.kind, name);
    } else if (holder && !(holder.ofPage && this.#contents > 0)) tiles.open(holder.kind, name, holder.weight);
    if (contentElements.has(name)) this.#contents++;
    if (name === 'thead' || name === 'table') this.#inHead = name === 'thead';
  }

  #endHolder(name: string, start: number, end: number): void {
    const { top } = this.tiles.stack;
    const isHeader = top?.kind === 'row' && top.name === name && (this.#inHead || !this.#hasData);
    this.tiles.flush(start);
    this.tiles.close(name, end);
    if (isHeader) this.#takeHeader(end);
  }

  /** A first row of heading cells is the context of the rows. */
  #takeHeader(end: number): void {
    const table = this.tiles.stack.top;
    if (table?.kind !== 'table' || table.children.length > MAX_HEADER_CHILDREN) return;
    const rows = table.children.filter(({ kind }) => kind === 'row').length;
    if (rows !== 1 || (table.lead && !this.#inHead)) return;
    table.lead = { start: table.start, end };
    table.children.length = 0;
  }

  /** A new item or row closes the one before it. */
  #endPart(kind: string, of: string, start: number): void {
    const { stack } = this.tiles;
    const before = stack.innermost(kind, of);
    if (before?.kind === kind && stack.innermostTooDeep === undefined) this.#endHolder(before.name, start, start);
    else this.tiles.flush(start);
  }

  /** Any body element closes the head, even without a closing tag. */
  #endHead(start: number): void {
    this.tiles.flush(start);
    this.tiles.close('head', start);
  }

  /** A closing tag belongs to its block. */
  #endBlock(end: number): void {
    const { tiles } = this;
    if (tiles.stack.top?.kind === 'row') tiles.isPending = true;
    else if (tiles.isVisible) tiles.flush(end);
    else if (!tiles.isPending) tiles.extend(end);
  }

  #endHeading(end: number): void {
    if (!this.#heading) return;
    const { level, start, chunks } = this.#heading;
    this.#heading = undefined;
    this.tiles.addHeading(start, end, level, htmlText(chunks.join('')));
  }

  #endElement(element: OpaqueElement, close: number, end: number): void {
    this.#element = undefined;
    if (this.#heading || !element.isWorthANode(close)) return;
    this.tiles.flush(this.tiles.head(element.start));
    const { kind, ...what } = element.nodeFields(close);
    this.tiles.add(kind, end, what);
  }

  #isQuiet(): boolean {
    return this.tiles.stack.some(({ name }) => containerElements.get(name)?.quiet === true);
  }
}
