/**
 * From lines to a tree, the same way for brackets, words and indentation:
 *
 *     depth
 *       0   // greets            ┐ comment, kept for the unit below
 *       0   function greet() {   │ unit at depth 0 … becomes a block, since what follows is deeper
 *       1     const a = 1;       │ ┐ unit at depth 1 ┐
 *       1     const b = 2;       │ ┘ unit            ┘ joined into a run: 'statements'
 *       -                        │   a blank line ends the run
 *       1     say(a, b);         │ ─ unit, another run
 *       0   }                    ┘ closes the unit at depth 0
 *
 * A *unit* is a statement with all its lines. A *frame* holds the units of one
 * block; the stack of frames is never deeper than MAX_DEPTH, and deeper lines
 * stay inside the innermost unit.
 */

import type { Language } from '../../languages/language.js';
import type { Offsets } from '../../text/offsets.js';
import type { Node } from '../../types.js';
import { inWord } from './characters.js';
import { type Lexicon, lexiconOf } from './lexicon.js';
import {
  ATTRIBUTE,
  BLANK,
  BODY,
  CLOSES,
  COMMA,
  COMMENT,
  CONTINUES,
  CONTINUES_BLOCK,
  ENDS_STATEMENT,
  IMPORT,
  type LineTable,
  OPENS_BODY,
  TERMINATED,
} from './lines.js';
import { unitName } from './unitName.js';
import {
  asMember,
  childUnits,
  lineCount,
  MIN_LINES,
  newFrame,
  type OpenUnit,
  type UnitFrame,
  type UnitLines,
} from './units.js';

const MAX_DEPTH = 64;
const COLON = 58;

export function growDelimited(text: string, offsets: Offsets, lines: LineTable, language: Language): Node[] {
  return new DelimitedGrower(text, offsets, lines, lexiconOf(language)).nodes();
}

class DelimitedGrower {
  readonly #text: string;
  readonly #offsets: Offsets;
  readonly #lines: LineTable;
  readonly #lexicon: Lexicon;
  readonly #frames: UnitFrame[] = [newFrame(-1)];
  /** The last line that was not blank. */
  #lastVisibleLine = -1;

  constructor(text: string, offsets: Offsets, lines: LineTable, lexicon: Lexicon) {
    this.#text = text;
    this.#offsets = offsets;
    this.#lines = lines;
    this.#lexicon = lexicon;
  }

  nodes(): Node[] {
    const { count, flags } = this.#lines;
    for (let line = 0; line < count; line++) {
      if (flags[line] & BLANK) continue;
      if (flags[line] & CONTINUES) this.#extend(line);
      else this.#placeLine(line);
      this.#lastVisibleLine = line;
    }
    while (this.#frames.length > 1) this.#closeFrame();
    const root = this.#frames[0];
    this.#flush(root);
    return root.nodes;
  }

  get #top(): UnitFrame {
    return this.#frames[this.#frames.length - 1];
  }

  /** A line that belongs to the one before it. */
  #extend(line: number): void {
    const { comments, unit } = this.#top;
    if (comments?.last === this.#lastVisibleLine) comments.last = line;
    else if (unit?.last === this.#lastVisibleLine) {
      unit.last = line;
      if (!unit.hasBlock) unit.headLine = line;
    }
  }

  #placeLine(line: number): void {
    const { depth, flags } = this.#lines;
    while (this.#top.outerDepth >= depth[line]) this.#closeFrame();
    const { unit } = this.#top;
    if (unit !== undefined && depth[line] > unit.depth && !this.#openFrame(unit)) {
      unit.last = line;
    } else if (flags[line] & COMMENT) this.#placeComment(line);
    else this.#placeCode(line);
  }

  /** Opens a frame for the lines inside the unit; false at the maximum depth. */
  #openFrame(unit: OpenUnit): boolean {
    unit.hasBlock = true;
    if (this.#lexicon.indented) unit.hasBody = true;
    // A comment above the body is now inside the unit.
    this.#top.comments = undefined;
    if (this.#frames.length >= MAX_DEPTH) return false;
    this.#frames.push(newFrame(unit.depth));
    return true;
  }

  #closeFrame(): void {
    const frame = this.#frames.pop();
    const { unit } = this.#top;
    if (frame === undefined || unit === undefined) return;
    this.#flush(frame);
    if (unit.innerNodes.length === 0) unit.innerNodes = frame.nodes;
    else for (const node of frame.nodes) unit.innerNodes.push(node);
    unit.last = this.#lastVisibleLine;
  }

  #placeComment(line: number): void {
    const frame = this.#top;
    const afterBlank = this.#lastVisibleLine !== line - 1;
    if (frame.comments !== undefined && !afterBlank) frame.comments.last = line;
    else {
      if (frame.comments !== undefined) this.#flush(frame);
      frame.comments = { start: line, last: line, afterBlank };
    }
  }

  #placeCode(line: number): void {
    const frame = this.#top;
    const flags = this.#lines.flags[line];
    const depth = this.#lines.depth[line];
    const { unit } = frame;
    if (unit !== undefined && unit.depth === depth && this.#continues(unit, line))
      this.#continueUnit(frame, unit, line);
    else if (flags & CLOSES) {
      // It closes an outer block, or none: it belongs to the enclosing block.
      this.#flush(frame);
    } else this.#beginUnit(frame, line);
    this.#markBody(line);
    if (flags & OPENS_BODY && frame.unit !== undefined && frame.unit.last === line) {
      frame.unit.hasBody = true;
      frame.unit.hasBlock = true;
      frame.unit.isAttribute = false;
    }
  }

  /** The body of a statement around this line may start on it: see `LineTable.bodies`. */
  #markBody(line: number): void {
    const depth = this.#lines.bodies.get(line);
    const { unit } = this.#frames.at(-2) ?? this.#top;
    if (depth !== undefined && unit?.depth === depth) unit.hasBody = true;
  }

  /**
   * Whether the line continues the unit at its own depth: because of its start
   * (`}`, `else`), because the unit requires it (an attribute, the clause of a
   * function), or because the statement has not ended: in a language with
   * terminators until there is one, in others as long as lines are indented
   * further than the first.
   */
  #continues(unit: OpenUnit, line: number): boolean {
    const { flags, indent } = this.#lines;
    if (flags[line] & (CLOSES | CONTINUES_BLOCK)) return true;
    if (this.#lastVisibleLine !== line - 1 || this.#top.comments?.afterBlank) return false;
    if (unit.isAttribute) return true;
    const { language, indented } = this.#lexicon;
    if (language.clauses && this.#startsWithSameWord(unit.nameLine, line)) return true;
    if (indented) return (flags[line] & BODY) !== 0;
    if (flags[unit.last] & TERMINATED) return false;
    if (flags[line] & BODY && !unit.hasBody) return true;
    const isDeeper = indent[line] > indent[unit.nameLine];
    if (flags[unit.last] & ENDS_STATEMENT) return isDeeper && (flags[unit.last] & COMMA) !== 0;
    return language.ends === undefined
      ? isDeeper
      : !unit.hasBlock || (isDeeper && this.#continuesSignature(unit, line));
  }

  /** Parameters on lines of their own are a block, but not a body; `throws E {` or `: width(w) {` may follow. */
  #continuesSignature({ hasBody, headLine, nameLine }: OpenUnit, line: number): boolean {
    const unit = this.#text.charCodeAt(this.#lines.first[line]);
    return !hasBody && headLine === nameLine && (unit === COLON || inWord(this.#lexicon.wordUnits, unit));
  }

  /** Both lines start with the same word. */
  #startsWithSameWord(a: number, b: number): boolean {
    const text = this.#text;
    const { wordUnits } = this.#lexicon;
    const from = this.#lines.first[a];
    let x = from;
    let y = this.#lines.first[b];
    const wordAt = (at: number): boolean => at < text.length && inWord(wordUnits, text.charCodeAt(at));
    while (wordAt(x) && text.charCodeAt(x) === text.charCodeAt(y)) {
      x++;
      y++;
    }
    return x > from && !wordAt(x) && !wordAt(y);
  }

  #continueUnit(frame: UnitFrame, unit: OpenUnit, line: number): void {
    const { flags } = this.#lines;
    frame.comments = undefined;
    unit.last = line;
    if (unit.isAttribute) {
      unit.nameLine = line;
      unit.isAttribute = (flags[line] & (ATTRIBUTE | CLOSES)) !== 0;
      unit.hasBlock = false;
      unit.headLine = line;
    } else if (!unit.hasBlock) unit.headLine = line;
  }

  #beginUnit(frame: UnitFrame, line: number): void {
    const { depth, flags } = this.#lines;
    this.#endUnit(frame);
    if (this.#lastVisibleLine !== line - 1) this.#flush(frame);
    else if (frame.comments?.afterBlank) this.#endRun(frame);
    const start = frame.comments?.start ?? line;
    frame.comments = undefined;
    frame.unit = {
      start,
      afterComments: line,
      nameLine: line,
      headLine: line,
      last: line,
      depth: depth[line],
      hasBlock: false,
      hasBody: false,
      isAttribute: (flags[line] & ATTRIBUTE) !== 0,
      isImport: (flags[line] & IMPORT) !== 0 && depth[line] === 0,
      innerNodes: [],
    };
  }

  /** Turns all pending units, runs and comments into nodes. */
  #flush(frame: UnitFrame): void {
    this.#endUnit(frame);
    this.#endRun(frame);
    if (frame.comments !== undefined) frame.nodes.push(this.#node('comment', frame.comments));
    frame.comments = undefined;
  }

  #endUnit(frame: UnitFrame): void {
    const { unit } = frame;
    if (unit === undefined) return;
    frame.unit = undefined;
    if (this.#lexicon.language.standalone && unit.depth === 0 && lineCount(unit) >= MIN_LINES) {
      unit.hasBlock = true;
      unit.hasBody = true;
    }
    // An import of several lines is still a line of imports, not a block.
    if (unit.hasBlock && !unit.isImport) {
      this.#endRun(frame);
      frame.nodes.push(this.#block(unit));
    } else if (frame.run === undefined) frame.run = { start: unit.start, last: unit.last, isImports: unit.isImport };
    else {
      frame.run.last = unit.last;
      frame.run.isImports &&= unit.isImport;
    }
  }

  #endRun(frame: UnitFrame): void {
    const { run, nodes } = frame;
    if (run === undefined) return;
    frame.run = undefined;
    const node = this.#node(run.isImports ? 'imports' : 'statements', run);
    const previous = nodes.at(-1);
    // Groups of imports separated by blank lines are one node.
    if (node.kind === 'imports' && previous?.kind === 'imports')
      nodes[nodes.length - 1] = { ...previous, end: node.end };
    else nodes.push(node);
  }

  #block(unit: OpenUnit): Node {
    const from = this.#lines.first[unit.nameLine];
    const to = this.#offsets.lineStart(unit.headLine + 2);
    const definition = unit.hasBody ? unitName(this.#text, from, to, this.#lexicon) : undefined;
    const children = childUnits(unit);
    const node = this.#node(
      definition?.kind ?? 'block',
      unit,
      definition?.kind === 'class' ? children.map(asMember) : children,
      definition?.name,
    );
    if (unit.nameLine === unit.start) return node;
    const ownStarts =
      unit.afterComments === unit.start || unit.afterComments === unit.nameLine
        ? [unit.nameLine]
        : [unit.afterComments, unit.nameLine];
    return { ...node, own: ownStarts.map((line) => this.#offsets.lineStart(line + 1)) };
  }

  #node(kind: string, { start, last }: UnitLines, children: readonly Node[] = [], name?: string): Node {
    const { grain } = this.#lexicon.language;
    const from = this.#offsets.lineStart(start + 1);
    const end = this.#offsets.lineStart(last + 2);
    if (name === undefined) return { kind, start: from, end, children, grain };
    return { kind, name, start: from, end, children, grain };
  }
}
