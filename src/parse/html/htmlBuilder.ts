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
import { HIDDEN_WEIGHT, MIN_WEIGHTED_CHARS } from '../document/block.js';
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
const MAX_TITLE_CHARS = 600;
/** A table header has a few rows at most, and maybe a caption. */
const MAX_HEADER_CHILDREN = 4;

interface OpenHeading {
  readonly level: number;
  readonly start: number;
  readonly texts: string[];
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
  #openContentElements = 0;
  #inHead = false;
  /** The open row has data cells. */
  #rowHasData = false;

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
    if (this.#heading && isBlock && !allowedInHeading.has(name)) this.#closeHeading(start);
    if (isBlock && name !== 'html' && this.tiles.stack.top?.kind === 'head') this.#closeHead(start);
    if (opaqueElements.has(name)) this.#element = new OpaqueElement(this.#text, tag);
    if (isBlock && !this.#heading) this.#openBlock(tag, level);
    this.tiles.isPending = true;
    if (metadataElements.has(name) || name === 'img') this.tiles.isVisible ||= !this.#heading;
    if (name === 'title') this.#inTitle = this.#title.length === 0;
    if (name === 'td') this.#rowHasData = true;
    const anchor = attributes.id ?? (name === 'a' ? attributes.name : undefined);
    if (anchor) this.tiles.anchors.push(htmlText(anchor));
  }

  close(name: string, start: number, end: number): void {
    if (this.#element) {
      if (this.#element.close(name)) this.#closeElement(this.#element, start, this.tiles.lineEnd(end));
      return;
    }
    this.#inTitle = false;
    if (this.#heading) {
      this.tiles.isPending = true;
      if (headingLevel(name) > 0) this.#closeHeading(this.tiles.lineEnd(end));
      return;
    }
    if (name === 'thead') this.#inHead = false;
    if (contentElements.has(name)) this.#openContentElements = Math.max(0, this.#openContentElements - 1);
    const { stack } = this.tiles;
    const isHolder = containerElements.has(name) || partElements.has(name);
    if (stack.innermostTooDeep === name) {
      stack.close(name, end);
      this.tiles.isPending = true;
    } else if (isHolder && stack.isOpen(name)) this.#closeHolder(name, start, this.tiles.lineEnd(end));
    else if (isHolder || blockElements.has(name) || headingLevel(name) > 0) this.#closeBlock(this.tiles.lineEnd(end));
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
    if (this.#heading && this.#heading.length + content.length > MAX_TITLE_CHARS) this.#closeHeading(start);
    if (this.#heading) {
      this.#heading.texts.push(content);
      this.#heading.length += content.length;
    } else this.tiles.isVisible = true;
    this.tiles.isPending = true;
  }

  /** A short comment stays with the text after it. */
  hidden(start: number, end: number): void {
    if (this.#element) return;
    const isSeparate = !this.tiles.isVisible && !this.#heading && this.tiles.stack.top?.kind !== 'row';
    const isLong = end - start >= MIN_WEIGHTED_CHARS && this.#text.startsWith('<!--', start);
    if (isSeparate && isLong) this.tiles.add('comment', this.tiles.lineEnd(end), { weight: HIDDEN_WEIGHT });
    else this.tiles.isPending = true;
  }

  finish(): this {
    const end = this.#text.length;
    if (this.#element) this.#closeElement(this.#element, end, end);
    if (this.#heading) this.#closeHeading(end);
    this.tiles.finish();
    return this;
  }

  #openBlock(tag: HtmlTag, level: number): void {
    const { name } = tag;
    const { tiles } = this;
    const start = tiles.lineStart(tag.start);
    const isInRow = tiles.stack.top?.kind === 'row' && blockElements.has(name);
    const part = partElements.get(name);
    const container = containerElements.get(name);
    if (part) this.#closePart(part.kind, part.of, start);
    else if (!isInRow) tiles.flush(start);
    if (level > 0 && !this.#ignoresHeadings()) {
      tiles.stack.dissolve();
      this.#heading = { level, start: tiles.nextStart(), texts: [], length: 0 };
    } else if (name === 'pre') this.#element = new OpaqueElement(this.#text, tag);
    else if (part) {
      this.#rowHasData = false;
      if (tiles.stack.innermost(part.of, part.of)) tiles.open(part.kind, name);
    } else if (container && !(container.pageOnly && this.#openContentElements > 0))
      tiles.open(container.kind, name, container.weight);
    if (contentElements.has(name)) this.#openContentElements++;
    if (name === 'thead' || name === 'table') this.#inHead = name === 'thead';
  }

  #closeHolder(name: string, start: number, end: number): void {
    const { top } = this.tiles.stack;
    const isHeader = top?.kind === 'row' && top.name === name && (this.#inHead || !this.#rowHasData);
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
  #closePart(kind: string, of: string, start: number): void {
    const { stack } = this.tiles;
    const openPart = stack.innermost(kind, of);
    if (openPart?.kind === kind && stack.innermostTooDeep === undefined) this.#closeHolder(openPart.name, start, start);
    else this.tiles.flush(start);
  }

  /** Any body element closes the head, even without a closing tag. */
  #closeHead(start: number): void {
    this.tiles.flush(start);
    this.tiles.close('head', start);
  }

  /** A closing tag belongs to its block. */
  #closeBlock(end: number): void {
    const { tiles } = this;
    if (tiles.stack.top?.kind === 'row') tiles.isPending = true;
    else if (tiles.isVisible) tiles.flush(end);
    else if (!tiles.isPending) tiles.extend(end);
  }

  #closeHeading(end: number): void {
    if (!this.#heading) return;
    const { level, start, texts } = this.#heading;
    this.#heading = undefined;
    this.tiles.addHeading(start, end, level, htmlText(texts.join('')));
  }

  #closeElement(element: OpaqueElement, closeStart: number, end: number): void {
    this.#element = undefined;
    if (this.#heading || !element.isWorthANode(closeStart)) return;
    this.tiles.flush(this.tiles.lineStart(element.start));
    const { kind, ...fields } = element.nodeFields(closeStart);
    this.tiles.add(kind, end, fields);
  }

  #ignoresHeadings(): boolean {
    return this.tiles.stack.some(({ name }) => containerElements.get(name)?.ignoresHeadings === true);
  }
}
