/** The leaf that a line begins, told by its first visible character. */
import { MarkdownBlock, type MarkdownBlockKind } from './block.js';
import { HtmlEnds, htmlKind } from './htmlBlocks.js';
import { FenceLeaf, HtmlLeaf, IndentedLeaf, JsxLeaf, type Leaf, ScriptLeaf, SingleLineLeaf } from './leaves.js';
import type { MarkdownLine } from './line.js';
import { expressionEnd, isEsmLine, isJsxTag, moduleEnd } from './mdx.js';
import { atxLevel, fenceLength, isThematicBreak } from './starts.js';

/** Looking for the end of what never ends reads the whole text: done a few times, not once per line. */
const MAX_FAILED_SEARCHES = 4;

/** 1 for what neither begins a block nor is blank, so that a line of text is told by its first character. */
const plainStarts = new Uint8Array(128).fill(1);
for (const unit of '\t\r\n >#`~<=-*_+0123456789|:') plainStarts[unit.charCodeAt(0)] = 0;
const plainMdxStarts = plainStarts.slice();
for (const unit of '{ie') plainMdxStarts[unit.charCodeAt(0)] = 0;

export class LeafOpeners {
  /** So many columns before a line make it code. */
  readonly code: number;
  readonly #text: string;
  readonly #mdx: boolean;
  readonly #plain: Uint8Array;
  readonly #htmlEnds: HtmlEnds;
  #searchesLeft = MAX_FAILED_SEARCHES;

  constructor(text: string, mdx: boolean) {
    this.code = mdx ? Number.POSITIVE_INFINITY : 4;
    this.#text = text;
    this.#mdx = mdx;
    this.#plain = mdx ? plainMdxStarts : plainStarts;
    this.#htmlEnds = new HtmlEnds(text);
  }

  isPlain(unit: number): boolean {
    return unit > 127 || this.#plain[unit] === 1;
  }

  indented(line: MarkdownLine): Leaf {
    return new IndentedLeaf(blockOf('code', line));
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
        return isThematicBreak(this.#text, first, stop) ? new SingleLineLeaf(blockOf('break', line)) : undefined;
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
    return new SingleLineLeaf(heading);
  }

  #html(line: MarkdownLine, inParagraph: boolean): Leaf | undefined {
    const kind = htmlKind(this.#text, line.first, line.stop);
    if (kind === 0 || (kind === 7 && inParagraph)) return undefined;
    return new HtmlLeaf(blockOf('html', line), line, kind, this.#htmlEnds);
  }

  #jsx(line: MarkdownLine, inParagraph: boolean): Leaf | undefined {
    return !inParagraph && isJsxTag(this.#text, line.first) ? new JsxLeaf(blockOf('jsx', line)) : undefined;
  }

  #script(line: MarkdownLine, isExpression: boolean): Leaf | undefined {
    if (this.#searchesLeft === 0) return undefined;
    if (!isExpression && (line.first > line.at || !isEsmLine(this.#text, line.at))) return undefined;
    const end = isExpression ? expressionEnd(this.#text, line.first) : moduleEnd(this.#text, line.at);
    if (end < 0) {
      this.#searchesLeft--;
      return undefined;
    }
    return new ScriptLeaf(blockOf(isExpression ? 'expression' : 'esm', line), end);
  }
}

const blockOf = (kind: MarkdownBlockKind, line: MarkdownLine): MarkdownBlock =>
  new MarkdownBlock(kind, line.at, line.next);
