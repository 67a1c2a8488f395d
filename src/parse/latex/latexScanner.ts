/**
 * One pass over a LaTeX text. It reads only structure: sectioning commands,
 * environments, items and rows, blank lines, comments. Everything else is text of
 * the current paragraph.
 *
 * Braces are counted, so that a macro definition is not taken for a section:
 * `\newcommand{\x}{\section{#1}}`. A blank line resets the count, so that one
 * unbalanced brace does not affect the rest of the document.
 */

import { BlockStack } from '../document/stack.js';
import { isLineBreak, isSpaceOrTab } from '../scanning.js';
import {
  afterLineEnd,
  bracedArgument,
  latexTitle,
  MAX_NAME_CHARS,
  optionalArgument,
  skipToArgument,
} from './arguments.js';
import {
  environmentKind,
  languageOption,
  listEnvironments,
  sectionRanks,
  tableEnvironments,
  VerbatimReader,
  verbatimEnvironments,
} from './environments.js';
import { ParagraphBuilder } from './paragraphs.js';

export interface RankedHeading {
  readonly start: number;
  readonly end: number;
  readonly rank: number;
  readonly name: string;
  readonly anchors: readonly string[];
}

const RULES: ReadonlySet<string> = new Set(['hline', 'midrule', 'endhead', 'endfirsthead']);

export class LatexScanner {
  readonly headings: RankedHeading[] = [];
  readonly stack = new BlockStack();
  title: string | undefined;
  readonly #text: string;
  readonly #verbatim: VerbatimReader;
  readonly #paragraphs: ParagraphBuilder;
  #at: number;
  #braces = 0;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
    this.#verbatim = new VerbatimReader(text);
    this.#paragraphs = new ParagraphBuilder(text, this.stack);
  }

  scan(): this {
    const text = this.#text;
    while (this.#at < text.length) {
      const unit = text.charCodeAt(this.#at);
      if (unit === 0x5c) this.#command();
      else if (unit === 0x25) this.#comment();
      else if (isLineBreak(unit)) this.#lineBreak();
      else if (isSpaceOrTab(unit) || unit === 0x0c) this.#at++;
      else {
        this.#paragraphs.write(this.#at);
        if (unit === 0x7b) this.#braces++;
        else if (unit === 0x7d) this.#braces = Math.max(0, this.#braces - 1);
        this.#at++;
      }
    }
    this.#paragraphs.flush(text.length);
    this.stack.dissolve();
    return this;
  }

  #comment(): void {
    const text = this.#text;
    this.#paragraphs.comment(this.#at);
    while (this.#at < text.length && !isLineBreak(text.charCodeAt(this.#at))) this.#at++;
  }

  /** A blank line ends a paragraph. */
  #lineBreak(): void {
    const after = afterLineEnd(this.#text, this.#at);
    let next = after;
    while (isSpaceOrTab(this.#text.charCodeAt(next))) next++;
    this.#at = after;
    if (next < this.#text.length && !isLineBreak(this.#text.charCodeAt(next))) return;
    this.#paragraphs.flush(after);
    this.#braces = 0;
  }

  #command(): void {
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    while (isLetter(text.charCodeAt(at))) at++;
    if (at === start + 1) {
      this.#escapedCharacter(start);
      return;
    }
    const name = text.slice(start + 1, at);
    this.#at = at;
    if (name === 'begin') this.#beginEnvironment(start);
    else if (name === 'end') this.#endEnvironment(start);
    else if (sectionRanks.has(name) && this.#braces === 0) this.#section(start, name);
    else if (name === 'item' && this.#isInList()) this.#item(start);
    else if (RULES.has(name) && this.#isInTable()) this.#rule(start);
    else {
      this.#paragraphs.write(start);
      this.#otherCommand(name);
    }
  }

  /** A backslash before a character that is not a letter: `\\` ends a table row, `\%` is text. */
  #escapedCharacter(start: number): void {
    this.#paragraphs.write(start);
    const isRow = this.#text.charCodeAt(start + 1) === 0x5c && this.#braces === 0 && this.#isInTable();
    // Never past a line break, which may end the paragraph.
    this.#at = isLineBreak(this.#text.charCodeAt(start + 1)) ? start + 1 : Math.min(start + 2, this.#text.length);
    if (!isRow) return;
    this.#at = afterLineEnd(this.#text, optionalArgument(this.#text, this.#at).end);
    this.#paragraphs.flush(this.#at, 'row');
  }

  #otherCommand(name: string): void {
    if (name === 'label') {
      const label = bracedArgument(this.#text, this.#at, MAX_NAME_CHARS);
      if (label) this.#paragraphs.label(label.text.trim());
    } else if (name === 'title' && this.title === undefined) {
      const title = bracedArgument(this.#text, optionalArgument(this.#text, this.#at).end);
      if (title) this.title = latexTitle(title.text).name;
    } else if (name === 'lstset') {
      this.#verbatim.language =
        languageOption(bracedArgument(this.#text, this.#at)?.text ?? '') ?? this.#verbatim.language;
    } else if (name === 'verb' || name === 'lstinline') this.#inlineCode();
  }

  /** `\verb|…|`: up to the same delimiter, on the same line. */
  #inlineCode(): void {
    const text = this.#text;
    const from = text[this.#at] === '*' ? this.#at + 1 : this.#at;
    const delimiter = text.charCodeAt(from);
    if (delimiter === 0x7b || delimiter === 0x5b || isSpaceOrTab(delimiter)) return;
    let at = from + 1;
    while (at < text.length && !isLineBreak(text.charCodeAt(at)) && text.charCodeAt(at) !== delimiter) at++;
    if (text.charCodeAt(at) === delimiter) this.#at = at + 1;
  }

  #beginEnvironment(start: number): void {
    const name = this.#environmentName();
    if (name === undefined) {
      this.#paragraphs.write(start);
      return;
    }
    const lineStart = this.#paragraphs.lineStart(start);
    if (verbatimEnvironments.has(name)) {
      const code = this.#verbatim.read(name, lineStart, this.#at);
      if (code) {
        this.#paragraphs.flush(lineStart);
        this.stack.add(code);
        this.#at = code.end;
        return;
      }
    }
    if (name === 'document' && this.#braces === 0) this.#beginDocument(lineStart);
    else if (this.#braces > 0 || verbatimEnvironments.has(name)) this.#paragraphs.write(start);
    else {
      if (this.stack.isFull) this.#paragraphs.write(start);
      else this.#paragraphs.flush(lineStart);
      const contentStart = this.#afterArguments();
      const { kind, grain } = environmentKind(name);
      this.stack.open({ kind, grain, name, start: lineStart, openingEnd: contentStart });
      this.#at = contentStart;
    }
  }

  /** Everything before `\begin{document}` is the preamble. */
  #beginDocument(start: number): void {
    this.#paragraphs.flush(start);
    this.stack.dissolve();
    this.#at = afterLineEnd(this.#text, this.#at);
    const { blocks } = this.stack;
    const from = blocks[0]?.start ?? start;
    if (this.headings.length > 0) {
      blocks.push({ kind: 'opening', start, end: this.#at, children: [], grain: 'lines' });
      return;
    }
    const children = blocks.splice(0);
    blocks.push({ kind: 'preamble', start: from, end: this.#at, children, grain: 'lines' });
  }

  #endEnvironment(start: number): void {
    const name = this.#environmentName();
    if (name === undefined || this.#braces > 0 || !this.stack.isOpen(name)) {
      this.#paragraphs.write(start);
      return;
    }
    const lineStart = this.#paragraphs.lineStart(start);
    if (this.stack.innermostTooDeep === name) {
      this.#paragraphs.write(start);
      this.stack.close(name, this.#at);
      return;
    }
    this.#paragraphs.flush(lineStart);
    if (listEnvironments.has(name) && this.stack.top?.kind === 'item' && this.stack.innermostTooDeep === undefined)
      this.stack.close('\\item', lineStart);
    this.#at = afterLineEnd(this.#text, this.#at);
    this.stack.close(name, this.#at);
  }

  #item(start: number): void {
    const lineStart = this.#paragraphs.lineStart(start);
    this.#paragraphs.flush(lineStart);
    if (this.stack.top?.kind === 'item') this.stack.close('\\item', lineStart);
    this.stack.open({ kind: 'item', name: '\\item', start: lineStart, openingEnd: lineStart, grain: 'prose' });
    this.#paragraphs.write(lineStart);
  }

  /** The first rule below a row ends the header. */
  #rule(start: number): void {
    const table = this.stack.top;
    this.#paragraphs.write(start);
    if (!table || table.lead || table.children.length !== 1) return;
    this.#at = afterLineEnd(this.#text, this.#at);
    table.lead = { start: table.start, end: this.#at };
    table.children.length = 0;
    this.#paragraphs.drop();
  }

  #section(start: number, command: string): void {
    const text = this.#text;
    const afterStar = text[this.#at] === '*' ? this.#at + 1 : this.#at;
    const argument = bracedArgument(text, optionalArgument(text, afterStar).end);
    if (!argument) {
      this.#paragraphs.write(start);
      return;
    }
    const lineStart = this.#paragraphs.lineStart(start);
    this.#paragraphs.flush(lineStart);
    this.stack.dissolve();
    const { name, anchors } = latexTitle(argument.text);
    let end = argument.end;
    // A label directly after the title is an anchor of the section.
    const after = skipToArgument(text, end);
    if (text.startsWith('\\label', after)) {
      const label = bracedArgument(text, after + '\\label'.length, MAX_NAME_CHARS);
      if (label) {
        anchors.push(label.text.trim());
        end = label.end;
      }
    }
    this.#at = afterLineEnd(text, end);
    this.headings.push({ start: lineStart, end: this.#at, rank: sectionRanks.get(command) ?? 0, name, anchors });
  }

  #environmentName(): string | undefined {
    const argument = bracedArgument(this.#text, this.#at, MAX_NAME_CHARS);
    if (!argument) return undefined;
    this.#at = argument.end;
    return argument.text.trim();
  }

  /** After the arguments of `\begin{…}` on its own line. */
  #afterArguments(): number {
    let at = this.#at;
    for (;;) {
      const unit = this.#text.charCodeAt(at);
      const next =
        unit === 0x5b
          ? optionalArgument(this.#text, at).end
          : unit === 0x7b
            ? bracedArgument(this.#text, at)?.end
            : undefined;
      if (next === undefined || next === at) return afterLineEnd(this.#text, at);
      at = next;
    }
  }

  #isInList(): boolean {
    const { top } = this.stack;
    return (
      this.#braces === 0 &&
      this.stack.innermostTooDeep === undefined &&
      (top?.kind === 'item' || listEnvironments.has(top?.name ?? ''))
    );
  }

  #isInTable(): boolean {
    return this.stack.innermostTooDeep === undefined && tableEnvironments.has(this.stack.top?.name ?? '');
  }
}

const isLetter = (unit: number): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
