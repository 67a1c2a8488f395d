/** Opens the leaf that a line begins, by its first visible character. */
import {
  FenceLeaf,
  HtmlLeaf,
  IndentedLeaf,
  JsxLeaf,
  type Leaf,
  MarkdownBlock,
  type MarkdownBlockKind,
  ScriptLeaf,
  SingleLineLeaf,
} from './block.js';
import { HtmlEnds, htmlKind } from './htmlBlocks.js';
import { atxLevel, fenceLength, isThematicBreak, type MarkdownLine } from './line.js';

/** A search for a missing closing bracket reads the whole text: allow a few, not one per line. */
const MAX_FAILED_SEARCHES = 4;

/** 1 for characters that begin plain text: neither a block nor a blank. */
const plainStarts = new Uint8Array(128).fill(1);
for (const unit of '\t\r\n >#`~<=-*_+0123456789|:') plainStarts[unit.charCodeAt(0)] = 0;
const plainMdxStarts = plainStarts.slice();
for (const unit of '{ie') plainMdxStarts[unit.charCodeAt(0)] = 0;

export class LeafOpeners {
  /** Columns of indentation that make a line code. */
  readonly codeIndent: number;
  readonly #text: string;
  readonly #mdx: boolean;
  readonly #plainStarts: Uint8Array;
  readonly #htmlEnds: HtmlEnds;
  #searchesLeft = MAX_FAILED_SEARCHES;

  constructor(text: string, mdx: boolean) {
    this.codeIndent = mdx ? Number.POSITIVE_INFINITY : 4;
    this.#text = text;
    this.#mdx = mdx;
    this.#plainStarts = mdx ? plainMdxStarts : plainStarts;
    this.#htmlEnds = new HtmlEnds(text);
  }

  isPlain(unit: number): boolean {
    return unit > 127 || this.#plainStarts[unit] === 1;
  }

  openIndented(line: MarkdownLine): Leaf {
    return new IndentedLeaf(blockOf('code', line));
  }

  /** `inParagraph`: a paragraph is open, which only some blocks may interrupt. `nested`: inside a container. */
  open(line: MarkdownLine, unit: number, inParagraph: boolean, nested: boolean): Leaf | undefined {
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
        return new FenceLeaf(fence, unit, length, this.codeIndent);
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

/**
 * MDX has modules and expressions in braces instead of HTML. Both are JavaScript, of
 * which only brackets, quotes and comments are read here.
 *
 *     export const menu = {     until a blank line
 *                               outside all brackets
 *       a: 1 }
 *
 *     {/* a comment *\/}         until the brace closes
 */

/** `import` or `export` at the head of a line, and something after it. */
const isEsmLine = (text: string, at: number): boolean =>
  (text.startsWith('import', at) || text.startsWith('export', at)) && /^[\s{*'"]/.test(text.slice(at + 6, at + 7));

/** `<Tag`, `</Tag`, `<>`, and comments, which MDX no longer allows but files still have. */
const isJsxTag = (text: string, at: number): boolean => /^<[/>!\p{L}_$]/u.test(text.slice(at, at + 3));

/** Start of the first line after the module lines at `at`, or -1 if a bracket is never closed. */
const moduleEnd = (text: string, at: number): number => scriptEnd(text, at, true);

/** Start of the line after the one on which the brace at `at` closes, or -1. */
const expressionEnd = (text: string, at: number): number => scriptEnd(text, at, false);

function scriptEnd(text: string, at: number, untilBlankLine: boolean): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x7b || unit === 0x28 || unit === 0x5b)
      depth++; // { ( [
    else if (unit === 0x7d || unit === 0x29 || unit === 0x5d) depth--;
    else if (unit === 0x22 || unit === 0x27) i = quoteEnd(text, i);
    else if (unit === 0x60 || unit === 0x2f) {
      const end = unit === 0x60 ? templateEnd(text, i) : commentEnd(text, i);
      if (end < 0) return -1;
      i = end;
    } else if (unit === 0x0a && depth <= 0 && (!untilBlankLine || isBlankLine(text, i + 1))) return i + 1;
  }
  return depth <= 0 ? text.length : -1;
}

function isBlankLine(text: string, at: number): boolean {
  while (at < text.length && text.charCodeAt(at) !== 0x0a) if (text.charCodeAt(at++) > 0x20) return false;
  return true;
}

/** At the closing quote, or at the end of the line: then it is an apostrophe. */
function quoteEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === quote) return i;
    if (unit === 0x0a) return i - 1;
    if (unit === 0x5c && text.charCodeAt(i + 1) !== 0x0a) i++;
  }
  return text.length;
}

function templateEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x60) return i;
    if (unit === 0x5c) i++;
  }
  return -1;
}

/** At the last character of a comment; any other slash is skipped. */
function commentEnd(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  if (next === 0x2f) {
    const newline = text.indexOf('\n', at);
    return newline < 0 ? text.length : newline - 1;
  }
  if (next !== 0x2a) return at;
  const close = text.indexOf('*/', at + 2);
  return close < 0 ? -1 : close + 1;
}
