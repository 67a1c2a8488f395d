/**
 * From lines to a tree, the same way for brackets, words and indentation:
 *
 *     depth
 *       0   // greets            ┐ note, kept for the unit below
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
  BRACED,
  CLOSES,
  COMMA,
  COMMENT,
  CONTINUES,
  ENDED,
  GOES_ON,
  IMPORT,
  type LineTable,
  STOPPED,
} from './lines.js';
import { unitName } from './unitName.js';
import {
  asMember,
  childUnits,
  lineCount,
  MIN_LINES,
  newFrame,
  type OpenUnit,
  type Stretch,
  type UnitFrame,
} from './units.js';

const MAX_DEPTH = 64;
const COLON = 58;

export function growDelimited(text: string, offsets: Offsets, lines: LineTable, language: Language): Node[] {
  return new Growth(text, offsets, lines, lexiconOf(language)).nodes();
}

class Growth {
  readonly #text: string;
  readonly #offsets: Offsets;
  readonly #lines: LineTable;
  readonly #lexicon: Lexicon;
  readonly #frames: UnitFrame[] = [newFrame(-1)];
  /** The last line that was not blank. */
  #last = -1;

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
      else this.#place(line);
      this.#last = line;
    }
    while (this.#frames.length > 1) this.#leave();
    const root = this.#frames[0];
    this.#settle(root);
    return root.nodes;
  }

  get #top(): UnitFrame {
    return this.#frames[this.#frames.length - 1];
  }

  /** A line that belongs to the one before it. */
  #extend(line: number): void {
    const { note, unit } = this.#top;
    if (note?.last === this.#last) note.last = line;
    else if (unit?.last === this.#last) {
      unit.last = line;
      if (!unit.block) unit.head = line;
    }
  }

  #place(line: number): void {
    const { depth, flags } = this.#lines;
    while (this.#top.floor >= depth[line]) this.#leave();
    const { unit } = this.#top;
    if (unit !== undefined && depth[line] > unit.depth && !this.#enter(unit)) {
      unit.last = line;
    } else if (flags[line] & COMMENT) this.#placeComment(line);
    else this.#placeCode(line);
  }

  /** Opens a frame for the lines inside the unit; false at the maximum depth. */
  #enter(unit: OpenUnit): boolean {
    unit.block = true;
    if (this.#lexicon.indented) unit.braced = true;
    // A comment above the body is now inside the unit.
    this.#top.note = undefined;
    if (this.#frames.length >= MAX_DEPTH) return false;
    this.#frames.push(newFrame(unit.depth));
    return true;
  }

  #leave(): void {
    const frame = this.#frames.pop();
    const { unit } = this.#top;
    if (frame === undefined || unit === undefined) return;
    this.#settle(frame);
    if (unit.inner.length === 0) unit.inner = frame.nodes;
    else for (const node of frame.nodes) unit.inner.push(node);
    unit.last = this.#last;
  }

  #placeComment(line: number): void {
    const frame = this.#top;
    const apart = this.#last !== line - 1;
    if (frame.note !== undefined && !apart) frame.note.last = line;
    else {
      if (frame.note !== undefined) this.#settle(frame);
      frame.note = { start: line, last: line, apart };
    }
  }

  #placeCode(line: number): void {
    const frame = this.#top;
    const flags = this.#lines.flags[line];
    const depth = this.#lines.depth[line];
    const { unit } = frame;
    if (unit !== undefined && unit.depth === depth && this.#goesOn(unit, line)) this.#prolong(frame, unit, line);
    else if (flags & CLOSES) {
      // It closes an outer block, or none: it belongs to the enclosing block.
      this.#settle(frame);
    } else this.#begin(frame, line);
    this.#noteBody(line);
    if (flags & BRACED && frame.unit !== undefined && frame.unit.last === line) {
      frame.unit.braced = true;
      frame.unit.block = true;
      frame.unit.attribute = false;
    }
  }

  /** The body of a statement around this line may start on it: see `LineTable.bodies`. */
  #noteBody(line: number): void {
    const depth = this.#lines.bodies.get(line);
    const { unit } = this.#frames.at(-2) ?? this.#top;
    if (depth !== undefined && unit?.depth === depth) unit.braced = true;
  }

  /**
   * Whether the line continues the unit at its own depth: because of its start
   * (`}`, `else`), because the unit requires it (an attribute, the clause of a
   * function), or because the statement has not ended: in a language with
   * terminators until there is one, in others as long as lines are indented
   * further than the first.
   */
  #goesOn(unit: OpenUnit, line: number): boolean {
    const { flags, indent } = this.#lines;
    if (flags[line] & (CLOSES | GOES_ON)) return true;
    if (this.#last !== line - 1 || this.#top.note?.apart) return false;
    if (unit.attribute) return true;
    const { language, indented } = this.#lexicon;
    if (language.clauses && this.#sameWord(unit.code, line)) return true;
    if (indented) return (flags[line] & BODY) !== 0;
    if (flags[unit.last] & STOPPED) return false;
    if (flags[line] & BODY && !unit.braced) return true;
    const deeper = indent[line] > indent[unit.code];
    if (flags[unit.last] & ENDED) return deeper && (flags[unit.last] & COMMA) !== 0;
    return language.ends === undefined ? deeper : !unit.block || (deeper && this.#goesOnSignature(unit, line));
  }

  /** Parameters on lines of their own are a block, but not a body; `throws E {` or `: width(w) {` may follow. */
  #goesOnSignature({ braced, head, code }: OpenUnit, line: number): boolean {
    const unit = this.#text.charCodeAt(this.#lines.first[line]);
    return !braced && head === code && (unit === COLON || inWord(this.#lexicon.wordish, unit));
  }

  /** Both lines start with the same word. */
  #sameWord(a: number, b: number): boolean {
    const text = this.#text;
    const { wordish } = this.#lexicon;
    const from = this.#lines.first[a];
    let x = from;
    let y = this.#lines.first[b];
    const wordAt = (at: number): boolean => at < text.length && inWord(wordish, text.charCodeAt(at));
    while (wordAt(x) && text.charCodeAt(x) === text.charCodeAt(y)) {
      x++;
      y++;
    }
    return x > from && !wordAt(x) && !wordAt(y);
  }

  #prolong(frame: UnitFrame, unit: OpenUnit, line: number): void {
    const { flags } = this.#lines;
    frame.note = undefined;
    unit.last = line;
    if (unit.attribute) {
      unit.code = line;
      unit.attribute = (flags[line] & (ATTRIBUTE | CLOSES)) !== 0;
      unit.block = false;
      unit.head = line;
    } else if (!unit.block) unit.head = line;
  }

  #begin(frame: UnitFrame, line: number): void {
    const { depth, flags } = this.#lines;
    this.#endUnit(frame);
    if (this.#last !== line - 1) this.#settle(frame);
    else if (frame.note?.apart) this.#endRun(frame);
    const start = frame.note?.start ?? line;
    frame.note = undefined;
    frame.unit = {
      start,
      own: line,
      code: line,
      head: line,
      last: line,
      depth: depth[line],
      block: false,
      braced: false,
      attribute: (flags[line] & ATTRIBUTE) !== 0,
      imports: (flags[line] & IMPORT) !== 0 && depth[line] === 0,
      inner: [],
    };
  }

  /** Turns all pending units, runs and notes into nodes. */
  #settle(frame: UnitFrame): void {
    this.#endUnit(frame);
    this.#endRun(frame);
    if (frame.note !== undefined) frame.nodes.push(this.#node('comment', frame.note));
    frame.note = undefined;
  }

  #endUnit(frame: UnitFrame): void {
    const { unit } = frame;
    if (unit === undefined) return;
    frame.unit = undefined;
    if (this.#lexicon.language.standalone && unit.depth === 0 && lineCount(unit) >= MIN_LINES) {
      unit.block = true;
      unit.braced = true;
    }
    // An import of several lines is still a line of imports, not a block.
    if (unit.block && !unit.imports) {
      this.#endRun(frame);
      frame.nodes.push(this.#block(unit));
    } else if (frame.run === undefined) frame.run = { start: unit.start, last: unit.last, imports: unit.imports };
    else {
      frame.run.last = unit.last;
      frame.run.imports &&= unit.imports;
    }
  }

  #endRun(frame: UnitFrame): void {
    const { run, nodes } = frame;
    if (run === undefined) return;
    frame.run = undefined;
    const node = this.#node(run.imports ? 'imports' : 'statements', run);
    const before = nodes.at(-1);
    // Groups of imports separated by blank lines are one node.
    if (node.kind === 'imports' && before?.kind === 'imports') nodes[nodes.length - 1] = { ...before, end: node.end };
    else nodes.push(node);
  }

  #block(unit: OpenUnit): Node {
    const from = this.#lines.first[unit.code];
    const to = this.#offsets.lineStart(unit.head + 2);
    const named = unit.braced ? unitName(this.#text, from, to, this.#lexicon) : undefined;
    const children = childUnits(unit);
    const node = this.#node(
      named?.kind ?? 'block',
      unit,
      named?.kind === 'class' ? children.map(asMember) : children,
      named?.name,
    );
    if (unit.code === unit.start) return node;
    const starts = unit.own === unit.start || unit.own === unit.code ? [unit.code] : [unit.own, unit.code];
    return { ...node, own: starts.map((line) => this.#offsets.lineStart(line + 1)) };
  }

  #node(kind: string, { start, last }: Stretch, children: readonly Node[] = [], name?: string): Node {
    const { grain } = this.#lexicon.language;
    const from = this.#offsets.lineStart(start + 1);
    const end = this.#offsets.lineStart(last + 2);
    if (name === undefined) return { kind, start: from, end, children, grain };
    return { kind, name, start: from, end, children, grain };
  }
}
