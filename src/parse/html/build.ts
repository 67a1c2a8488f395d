/**
 * Blocks and headings from tags. The text is tiled: what begins a block belongs
 * to it, and so do the tags that close around it, so that no scrap of markup is
 * left over between two blocks.
 *
 *     <div class="x"><p>One.</p>        ┐ paragraph, its div and all
 *     </div>                            ┘
 *     <section id="oak"><h2>Oak</h2>    ─ heading, with the anchor of its section
 *     <ul><li>hard <li>heavy</ul>       ─ list of two items; ends are implied
 *
 * Where a heading stands in a list or a table, as it does where those only serve
 * the layout, they are taken apart (BlockStack).
 */
import type { Node } from '../../types.js';
import type { Draft } from '../document/block.js';
import { WORTH_A_PIECE } from '../document/dimmed.js';
import type { Heading } from '../document/sections.js';
import { BlockStack } from '../document/stack.js';
import { isBlankText, lineHead, lineTail, skipSpace } from './edges.js';
import { blocks, contents, headingLevel, holders, inHeading, metadata, opaque, parts } from './elements.js';
import { Opaque } from './opaque.js';
import { plain } from './plain.js';
import type { Events, Tag } from './tokens.js';

/** A heading that goes on for longer was never closed. */
const LONGEST_TITLE = 600;

interface OpenHeading {
  readonly name: string;
  readonly level: number;
  readonly start: number;
  readonly pieces: string[];
  length: number;
}

export class Build implements Events {
  readonly headings: Heading[] = [];
  readonly stack = new BlockStack();
  /** What stands in the first `<title>`, as it is written. */
  readonly #title: string[] = [];
  readonly #text: string;
  /** Up to here all text is in a block or heading. */
  #from: number;
  /** Something that a reader sees stands after that. */
  #visible = false;
  /** Something at all does. */
  #pending = false;
  #anchors: string[] = [];
  #heading: OpenHeading | undefined;
  #element: Opaque | undefined;
  #contents = 0;
  #inTitle = false;
  /** What #begins() said last, and for which place. */
  #next = -1;
  #nextFor = -1;
  #inHead = false;
  /** The row that is open has cells that are not headings. */
  #hasData = false;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
  }

  get title(): string {
    return plain(this.#title.join(''));
  }

  open(tag: Tag): void {
    if (this.#element) {
      this.#element.open(tag);
      return;
    }
    const { name, start, attributes } = tag;
    const level = headingLevel(name);
    const holder = holders.get(name);
    const isBlock = holder !== undefined || level > 0 || blocks.has(name) || parts.has(name);
    if (this.#heading && isBlock && !inHeading.has(name)) this.#endHeading(start);
    if (isBlock && name !== 'html' && this.stack.top?.kind === 'head') this.#endHead(start);
    if (opaque.has(name)) this.#element = new Opaque(this.#text, tag);
    if (this.#heading || opaque.has(name)) this.#pending = true;
    else if (isBlock) this.#begin(tag, level);
    else this.#note(metadata.has(name) || name === 'img');
    if (name === 'title') this.#inTitle = this.#title.length === 0;
    if (name === 'th' || name === 'td') this.#hasData ||= name === 'td';
    const anchor = attributes.id ?? (name === 'a' ? attributes.name : undefined);
    if (anchor) this.#anchors.push(plain(anchor));
  }

  close(name: string, start: number, end: number): void {
    if (this.#element) {
      if (this.#element.close(name)) this.#endElement(this.#element, start, this.#tail(end));
      return;
    }
    this.#inTitle = false;
    if (this.#heading) {
      this.#pending = true;
      if (headingLevel(name) > 0) this.#endHeading(this.#tail(end));
      return;
    }
    if (name === 'thead') this.#inHead = false;
    if (contents.has(name)) this.#contents = Math.max(0, this.#contents - 1);
    if (this.stack.buried === name) {
      this.stack.close(name, end);
      this.#pending = true;
    } else if ((holders.has(name) || parts.has(name)) && this.stack.isOpen(name)) this.#endHolder(name, start, end);
    else if (holders.has(name) || parts.has(name) || blocks.has(name) || headingLevel(name) > 0) this.#endBlock(end);
    else this.#pending = true;
  }

  text(start: number, end: number): void {
    if (this.#element) {
      this.#element.text(start, end);
      return;
    }
    const said = this.#text.slice(start, end);
    if (this.#inTitle) this.#title.push(said);
    if (isBlankText(said)) return;
    if (!this.#heading) this.#note(true);
    else if (this.#heading.length + said.length <= LONGEST_TITLE) {
      this.#heading.pieces.push(said);
      this.#heading.length += said.length;
      this.#pending = true;
    } else {
      this.#endHeading(start);
      this.#note(true);
    }
  }

  hidden(start: number, end: number): void {
    if (this.#element) return;
    const isApart = !this.#visible && !this.#heading && this.stack.top?.kind !== 'row';
    if (!isApart || end - start < WORTH_A_PIECE || !this.#text.startsWith('<!--', start)) this.#pending = true;
    else this.#add('comment', this.#tail(end), { weight: 0 });
  }

  finish(): this {
    const end = this.#text.length;
    if (this.#element) this.#endElement(this.#element, end, end);
    if (this.#heading) this.#endHeading(end);
    this.#flush(end);
    this.stack.unfold();
    if (this.#pending) this.#extend(end);
    return this;
  }

  #note(isVisible: boolean): void {
    this.#pending = true;
    if (isVisible) this.#visible = true;
  }

  #begin(tag: Tag, level: number): void {
    const { name, start } = tag;
    const isCell = this.stack.top?.kind === 'row' && name !== 'tr';
    const part = parts.get(name);
    const holder = holders.get(name);
    if (part) this.#endPart(part.kind, part.of, this.#head(start));
    else if (!(isCell && blocks.has(name))) this.#flush(this.#head(start));
    this.#pending = true;
    if (level > 0 && !this.#isQuiet()) {
      this.stack.unfold();
      this.#heading = { name, level, start: this.#begins(), pieces: [], length: 0 };
    } else if (name === 'pre') this.#element = new Opaque(this.#text, tag);
    else if (part) {
      this.#hasData = false;
      if (this.stack.isOpen(part.of === 'table' ? 'table' : listName(this.stack))) this.#open(name, part.kind);
    } else if (holder && !(holder.ofPage && this.#contents > 0)) this.#open(name, holder.kind, holder.weight);
    this.#count(name);
  }

  #count(name: string): void {
    if (contents.has(name)) this.#contents++;
    if (name === 'thead') this.#inHead = true;
    if (name === 'table') this.#inHead = false;
  }

  #open(name: string, kind: string, weight?: number): void {
    const start = this.#begins();
    const grain = kind === 'table' || kind === 'row' ? 'lines' : 'prose';
    this.stack.open({ kind, name, start, opened: start, grain, weight });
  }

  #endHolder(name: string, start: number, end: number): void {
    const after = this.#tail(end);
    const top = this.stack.top;
    this.#flush(start);
    this.#extend(after);
    const isHeader = top?.kind === 'row' && top.name === name && (this.#inHead || !this.#hasData);
    this.stack.close(name, after);
    this.#from = after;
    this.#pending = false;
    if (isHeader) this.#takeHeader(after);
    this.#anchors = [];
  }

  /** A row of headings above all others is what the rows are read under. */
  #takeHeader(end: number): void {
    const table = this.stack.top;
    if (table?.kind !== 'table') return;
    const rows = table.children.filter(({ kind }) => kind === 'row').length;
    if (rows !== 1 || (table.lead && !this.#inHead)) return;
    table.lead = { start: table.start, end };
    table.children.length = 0;
  }

  /** A new item or row ends the one before it. */
  #endPart(kind: string, of: string, start: number): void {
    const before = this.stack.innermost(kind, of);
    if (before?.kind !== kind || this.stack.buried !== undefined) this.#flush(start);
    else this.#endHolder(before.name, start, start);
  }

  #endHead(start: number): void {
    this.#flush(start);
    this.stack.close('head', Math.max(start, this.#from));
    this.#from = Math.max(start, this.#from);
    this.#pending = false;
  }

  /** A closing tag belongs to what it closes. */
  #endBlock(end: number): void {
    const after = this.#tail(end);
    if (this.stack.top?.kind === 'row') this.#pending = true;
    else if (this.#visible) this.#flush(after);
    else if (!this.#pending) this.#extend(after);
  }

  #endHeading(end: number): void {
    const heading = this.#heading;
    if (!heading) return;
    this.#heading = undefined;
    const { level, start, pieces } = heading;
    const meta = this.#anchors.length > 0 ? { meta: { anchors: this.#anchors } } : {};
    if (end > start) this.headings.push({ start, end, level, name: plain(pieces.join('')), ...meta });
    this.#taken(end);
  }

  #endElement(element: Opaque, close: number, end: number): void {
    this.#element = undefined;
    if (this.#heading || !element.isWorthIt(close)) return;
    this.#flush(this.#head(element.start));
    const { kind, ...what } = element.what(close);
    this.#add(kind, end, what);
  }

  /** What was read since the last block is a paragraph. */
  #flush(end: number): void {
    if (this.#visible) this.#add('paragraph', end, {});
  }

  #add(kind: string, end: number, extra: Pick<Partial<Node>, 'grain' | 'weight' | 'inner' | 'meta'>): void {
    const start = this.#begins();
    if (end <= start) return;
    const { grain = 'prose', weight, inner, meta } = extra;
    const node: Draft = { kind, start, end, children: [], grain };
    if (weight !== undefined) node.weight = weight;
    if (inner) node.inner = inner;
    if (this.#anchors.length > 0) node.meta = { ...meta, anchors: this.#anchors };
    else if (meta) node.meta = meta;
    this.stack.add(node);
    this.#taken(end);
  }

  #taken(end: number): void {
    this.#from = end;
    this.#visible = false;
    this.#pending = false;
    if (this.#anchors.length > 0) this.#anchors = [];
  }

  /** The last block, or heading, takes what follows it. */
  #extend(end: number): void {
    const { top } = this.stack;
    const into = top?.children ?? this.stack.blocks;
    const last = into.at(-1);
    const heading = this.headings.at(-1);
    if (last && last.end === this.#from && !(heading && heading.start >= last.start)) {
      last.end = Math.max(end, last.end);
    } else if (top?.lead?.end === this.#from) top.lead = { start: top.start, end };
    else if (!top && heading?.end === this.#from) this.headings[this.headings.length - 1] = { ...heading, end };
    else if (!top) {
      this.#add('markup', end, { grain: 'lines' });
      return;
    } else return;
    this.#from = end;
    this.#pending = false;
  }

  #isQuiet(): boolean {
    return this.stack.some(({ name }) => holders.get(name)?.quiet === true);
  }

  /** Where the next block begins: at the first thing that is not white space. */
  #begins(): number {
    if (this.#nextFor !== this.#from) {
      this.#nextFor = this.#from;
      this.#next = this.#head(skipSpace(this.#text, this.#from));
    }
    return this.#next;
  }

  #tail(end: number): number {
    return lineTail(this.#text, end);
  }

  #head(start: number): number {
    return lineHead(this.#text, start, this.#from);
  }
}

/** The name of the list that items may belong to. */
const listName = (stack: BlockStack): string => stack.innermost('list', 'list')?.name ?? '';
