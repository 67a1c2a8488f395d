/** The leaf that a line begins, told by its first visible character. */
import { Block, type BlockKind } from './block.js';
import { HtmlEnds, htmlKind } from './html.js';
import { FenceLeaf, Html, Indented, Jsx, type Leaf, Script, Single } from './leaves.js';
import type { MarkdownLine } from './line.js';
import { expressionEnd, isModule, isTag, moduleEnd } from './mdx.js';
import { atxLevel, fenceLength, isBreak } from './starts.js';

/** Looking for the end of what never ends reads the whole text: done a few times, not once per line. */
const PATIENCE = 4;

/** 1 for what neither begins a block nor is blank, so that a line of text is told by its first character. */
const plain = new Uint8Array(128).fill(1);
for (const unit of '\t\r\n >#`~<=-*_+0123456789|:') plain[unit.charCodeAt(0)] = 0;
const plainMdx = plain.slice();
for (const unit of '{ie') plainMdx[unit.charCodeAt(0)] = 0;

export class Openers {
  /** So many columns before a line make it code. */
  readonly code: number;
  readonly #text: string;
  readonly #mdx: boolean;
  readonly #plain: Uint8Array;
  readonly #htmlEnds: HtmlEnds;
  #patience = PATIENCE;

  constructor(text: string, mdx: boolean) {
    this.code = mdx ? Number.POSITIVE_INFINITY : 4;
    this.#text = text;
    this.#mdx = mdx;
    this.#plain = mdx ? plainMdx : plain;
    this.#htmlEnds = new HtmlEnds(text);
  }

  isPlain(unit: number): boolean {
    return unit > 127 || this.#plain[unit] === 1;
  }

  indented(line: MarkdownLine): Leaf {
    return new Indented(blockOf('code', line));
  }

  /** `inParagraph`: the line could go on a paragraph, which not everything may interrupt. `nested`: inside a container. */
  at(line: MarkdownLine, unit: number, inParagraph: boolean, nested: boolean): Leaf | undefined {
    const { first, stop } = line;
    switch (unit) {
      case 0x23: // #
        return this.#heading(line);
      case 0x60: // `
      case 0x7e: {
        const length = fenceLength(this.#text, first, stop);
        if (length === 0) return undefined;
        const fence = blockOf('fence', line);
        fence.level = first + length;
        return new FenceLeaf(fence, unit, length, this.code);
      }
      case 0x2a: // *
      case 0x2d: // -
      case 0x5f: // _
        return isBreak(this.#text, first, stop) ? new Single(blockOf('break', line)) : undefined;
      case 0x3c: // <
        return this.#mdx ? this.#jsx(line, inParagraph) : this.#html(line, inParagraph);
      case 0x65: // export
      case 0x69: // import
      case 0x7b: // {
        return this.#mdx && !inParagraph && !nested ? this.#script(line, unit === 0x7b) : undefined;
      default:
        return undefined;
    }
  }

  #heading(line: MarkdownLine): Leaf | undefined {
    const level = atxLevel(this.#text, line.first, line.stop);
    if (level === 0) return undefined;
    const heading = blockOf('heading', line);
    heading.level = level;
    heading.from = line.first + level;
    heading.to = line.stop;
    return new Single(heading);
  }

  #html(line: MarkdownLine, inParagraph: boolean): Leaf | undefined {
    const kind = htmlKind(this.#text, line.first, line.stop);
    if (kind === 0 || (kind === 7 && inParagraph)) return undefined;
    return new Html(blockOf('html', line), line, kind, this.#htmlEnds);
  }

  #jsx(line: MarkdownLine, inParagraph: boolean): Leaf | undefined {
    return !inParagraph && isTag(this.#text, line.first) ? new Jsx(blockOf('jsx', line)) : undefined;
  }

  #script(line: MarkdownLine, isExpression: boolean): Leaf | undefined {
    if (this.#patience === 0) return undefined;
    if (!isExpression && (line.first > line.at || !isModule(this.#text, line.at))) return undefined;
    const end = isExpression ? expressionEnd(this.#text, line.first) : moduleEnd(this.#text, line.at);
    if (end < 0) {
      this.#patience--;
      return undefined;
    }
    return new Script(blockOf(isExpression ? 'expression' : 'esm', line), end);
  }
}

const blockOf = (kind: BlockKind, line: MarkdownLine): Block => new Block(kind, line.at, line.next);
