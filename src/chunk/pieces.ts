/**
 * The one cutting loop, for every format:
 *
 *     a node that fits            → one piece
 *     one with children           → its children, each in turn; small neighbours share a piece
 *     one without                 → its own text, cut by lines, sentences, words, graphemes
 *
 * Pieces follow each other without a hole: the text between children belongs to
 * their parent and is a segment like any other, white space goes to what stands
 * before it, and only white space at a source's edges, or a great deal of it,
 * is left out (and recorded as a gap).
 */
import type { Limits } from '../options.js';
import type { Parser } from '../parse/parser.js';
import type { Ruler } from '../text/tokens/index.js';
import type { Span } from '../types.js';
import { isBlank, lineHead, skipBlank, visibleSpans } from './blank.js';
import { group } from './group.js';
import { cutLeaf } from './leaf.js';
import { type Branch, childBranch } from './tree.js';

/** A window on the text, and what it shows. */
export interface Piece extends Span {
  /** Where its own text begins; before that it repeats the piece before. */
  readonly body: number;
  /** The node that holds all of it. */
  readonly owner: Branch;
  /** The nodes it holds whole, in order. */
  readonly shows: readonly Branch[];
  /** One of several pieces of a leaf. */
  readonly part?: { readonly index: number; readonly of: number };
  /** Stands alone by the caller's wish: granularity `node`. */
  readonly solid: boolean;
}

/** A stretch of a parent: a child with the white space after it, or text between children. */
interface Segment extends Span {
  readonly branch: Branch | undefined;
}

/** More white space than this is no one's: it becomes a gap. */
const LONGEST_BLANK = 1024;

export class Cutter {
  readonly #text: string;
  readonly #ruler: Ruler;
  readonly #limits: Limits;
  readonly #parser: Parser;
  readonly #outlined: boolean;
  readonly #pieces: Piece[] = [];
  /** Units that were opened, in order: an outline can stand for them. */
  readonly opened: Branch[] = [];
  /** Lines that an outline says already, and no piece repeats. */
  readonly headings: Span[] = [];

  /** `outlined`: units that are opened get an outline. */
  constructor(text: string, ruler: Ruler, limits: Limits, parser: Parser, outlined = false) {
    this.#text = text;
    this.#ruler = ruler;
    this.#limits = limits;
    this.#parser = parser;
    this.#outlined = outlined;
  }

  cut(root: Branch, span: Span): Piece[] {
    this.#node(root, span);
    return this.#limits.minTokens === 0 ? this.#pieces : this.#joinTiny(this.#pieces);
  }

  #fits(start: number, end: number): boolean {
    return end - start <= this.#limits.maxChars && this.#ruler.fits(start, end, this.#limits.maxTokens);
  }

  #node(branch: Branch, { start, end }: Span): void {
    if (!this.#mustOpen(branch) && this.#fits(start, end)) {
      this.#pieces.push({ start, body: start, end, owner: branch, shows: [branch], solid: this.#isSolid(branch) });
    } else if (branch.node.children.length === 0) this.#leaf(branch, { start, end });
    else this.#children(branch, { start, end });
  }

  #leaf(branch: Branch, span: Span): void {
    const windows = visibleSpans(this.#text, span, LONGEST_BLANK).flatMap((visible) =>
      cutLeaf(this.#text, visible, branch.node.grain, this.#ruler, this.#limits),
    );
    const of = windows.length;
    windows.forEach(({ start, body, end }, i) => {
      this.#pieces.push({ start, body, end, owner: branch, shows: [], part: { index: i + 1, of }, solid: false });
    });
  }

  #children(branch: Branch, span: Span): void {
    const said = this.#saidByOutline(branch);
    let run: Segment[] = [];
    const flush = (): void => {
      if (run.length > 0) this.#run(branch, run);
      run = [];
    };
    for (const segment of this.#segments(branch, span)) {
      const inside = segment.branch;
      if (segment.end <= said) this.headings.push({ start: segment.start, end: segment.end });
      else if (inside && (this.#mustOpen(inside) || this.#isSolid(inside) || this.#isLarge(segment))) {
        flush();
        this.#node(inside, segment);
      } else if (!inside && !this.#fits(segment.start, segment.end)) {
        flush();
        this.#leaf(branch, segment);
      } else run.push(segment);
    }
    flush();
  }

  #run(owner: Branch, run: readonly Segment[]): void {
    const scale = {
      fits: (from: number, to: number): boolean => this.#fits(run[from].start, run[to - 1].end),
      roughly: (at: number): number => this.#ruler.roughly(at),
      least: this.#limits.minTokens,
    };
    for (const [from, to] of group(this.#text, run, scale)) {
      const { start } = run[from];
      const shows: Branch[] = [];
      for (let i = from; i < to; i++) {
        const { branch } = run[i];
        if (branch) shows.push(branch);
      }
      const only = to - from === 1 ? shows[0] : undefined;
      this.#pieces.push({ start, body: start, end: run[to - 1].end, owner: only ?? owner, shows, solid: false });
    }
  }

  /**
   * A piece below the minimum joins a neighbour, if they fit together: a lone
   * bracket, a heading, a one-line constant.
   */
  #joinTiny(pieces: readonly Piece[]): Piece[] {
    const out: Piece[] = [];
    for (let i = 0; i < pieces.length; i++) {
      let piece = pieces[i];
      while (this.#isTiny(piece)) {
        const before = out.at(-1);
        const after = pieces[i + 1];
        const joinsBefore = before?.end === piece.start && this.#fits(before.start, piece.end);
        const joinsAfter =
          after?.start === piece.end && after.body === after.start && this.#fits(piece.start, after.end);
        if (joinsBefore && !(joinsAfter && this.#belongsToNext(before, piece, after))) {
          out.pop();
          piece = join(before, piece);
        } else if (joinsAfter) {
          piece = join(piece, after);
          i++;
        } else break;
      }
      out.push(piece);
    }
    return out;
  }

  /**
   * Deeper in the same unit, or else with fewer blank lines between. The sizes of
   * the neighbours are not asked: they change with what is inserted far away.
   */
  #belongsToNext(before: Piece, piece: Piece, after: Piece): boolean {
    const toBefore = sharedOwner(before.owner, piece.owner).depth;
    const toAfter = sharedOwner(piece.owner, after.owner).depth;
    if (toBefore !== toAfter) return toAfter > toBefore;
    return this.#blankLinesAt(piece.end) < this.#blankLinesAt(piece.start);
  }

  #blankLinesAt(at: number): number {
    let breaks = 0;
    for (let i = at - 1; i >= 0 && isBlank(this.#text.charCodeAt(i)); i--)
      if (this.#text.charCodeAt(i) === 10) breaks++;
    return breaks;
  }

  #isTiny(piece: Piece): boolean {
    return !piece.solid && !isPart(piece) && this.#ruler.fits(piece.start, piece.end, this.#limits.minTokens - 1);
  }

  /**
   * Where the lines end that the outline of an opened unit repeats: its head, and
   * the documentation below it. With a piece for every unit they need no piece.
   */
  #saidByOutline(branch: Branch): number {
    const { head, doc, children } = branch.node;
    if (!this.#outlined || !head || !children.some((child) => child.head)) return -1;
    this.opened.push(branch);
    if (this.#limits.granularity !== 'node') return -1;
    const last = doc && doc.start >= head.end ? doc.end : head.end;
    const line = this.#text.indexOf('\n', last);
    return line < 0 ? -1 : skipBlank(this.#text, line, branch.node.end);
  }

  /** Tiles a parent's span with its children and what stands between them. */
  #segments(branch: Branch, span: Span): Segment[] {
    const segments: Segment[] = [];
    let at = span.start;
    const own = (end: number): void => {
      if (at >= end) return;
      const visible = lineHead(this.#text, skipBlank(this.#text, at, end), at);
      const last = segments.at(-1);
      if (last && visible - at <= LONGEST_BLANK) {
        segments[segments.length - 1] = { ...last, end: visible };
        at = visible;
      }
      if (at < end && visible < end)
        segments.push({ start: segments.length === 0 ? at : visible, end, branch: undefined });
      at = end;
    };
    for (const child of branch.node.children) {
      if (child.end <= at || child.start >= span.end) continue;
      const start = Math.max(child.start, at);
      // White space before the first child has nothing before it to go to.
      const leading = segments.length === 0 && skipBlank(this.#text, at, start) === start;
      const from = leading ? at : start;
      if (!leading) own(start);
      at = Math.min(child.end, span.end);
      segments.push({ start: from, end: at, branch: childBranch(branch, child) });
    }
    own(span.end);
    return segments;
  }

  /**
   * Half a piece or more stands alone: it has no need of company, and what is
   * inserted beside it cannot move it.
   */
  #isLarge({ start, end }: Span): boolean {
    const { maxTokens, maxChars } = this.#limits;
    return end - start > maxChars / 2 || !this.#ruler.fits(start, end, maxTokens >> 1);
  }

  /** With granularity `node`, a node that holds units is opened even when it fits. */
  #mustOpen(branch: Branch): boolean {
    return (
      this.#limits.granularity === 'node' &&
      branch.node.children.some((child) => this.#parser.isUnit(child, branch.depth + 1))
    );
  }

  #isSolid(branch: Branch): boolean {
    return this.#limits.granularity === 'node' && this.#parser.isUnit(branch.node, branch.depth);
  }
}

const isPart = (piece: Piece): boolean => piece.part !== undefined && piece.part.of > 1;

/** The larger of the two says what the piece is. */
function join(a: Piece, b: Piece): Piece {
  const larger = b.end - b.body > a.end - a.body ? b : a;
  const single = larger.solid || isPart(larger);
  return {
    ...larger,
    start: a.start,
    body: a.body,
    end: b.end,
    owner: single ? larger.owner : sharedOwner(a.owner, b.owner),
    shows: single ? larger.shows : [...a.shows, ...b.shows],
  };
}

function sharedOwner(a: Branch, b: Branch): Branch {
  let [x, y] = [a, b];
  while (x.depth > y.depth && x.parent) x = x.parent;
  while (y.depth > x.depth && y.parent) y = y.parent;
  while (x.node !== y.node && x.parent && y.parent) [x, y] = [x.parent, y.parent];
  return x;
}
