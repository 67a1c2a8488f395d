/**
 * The one cutting loop, for every format:
 *
 *     a node that fits            → one chunk
 *     one with children           → is opened: its children, each in turn; small neighbours share a chunk
 *     one without                 → its own text, cut by lines, sentences, words, graphemes
 *
 * Chunks are contiguous: the text between children belongs to their parent and is
 * a segment like any other, and white space goes to the segment before it. Only
 * white space at a source's edges, or a long run of it, is left out (and recorded
 * as a gap).
 */
import { type Limits, withMaxTokens } from '../options.js';
import type { Parser } from '../parse/parser.js';
import type { Ruler } from '../text/tokens/index.js';
import type { Node, Span } from '../types.js';
import { lineHead, skipBlank, visibleSpans } from './blank.js';
import { type Branch, childBranch, holdersOfWeightless } from './branch.js';
import type { DraftChunk } from './draftChunk.js';
import { leadsAbove, shortLead } from './draftChunk.js';
import { groupSiblings } from './groupSiblings.js';
import { joinTiny } from './joinTiny.js';
import { cutLeaf, type Window } from './leaf.js';
import { repeatBetween } from './repeat.js';

/** A part of a parent: a child with the white space after it, or text between children. */
interface Segment extends Span {
  readonly branch: Branch | undefined;
}

/** Maximum lines of a segment that says nothing by itself. */
const MOST_TRIVIAL = 2;
const TRIVIAL_TOKENS = 32;

/** Longer white space belongs to no chunk: it becomes a gap. */
const LONGEST_BLANK = 1024;

export class Cutter {
  readonly #text: string;
  readonly #ruler: Ruler;
  readonly #parser: Parser;
  readonly #keepsHeads: boolean;
  readonly #cap: number;
  readonly #drafts: DraftChunk[] = [];
  /** Smaller inside a node whose lead is repeated with every chunk of it. */
  #limits: Limits;
  /** Nodes that are opened whatever their size. */
  #torn: ReadonlySet<Node> = new Set();
  /** Opened units with members, in order: each may get an outline. */
  readonly opened: Branch[] = [];

  /** `keepsHeads`: the head of an opened unit is a chunk of its own, however small it is. */
  constructor(text: string, ruler: Ruler, limits: Limits, parser: Parser, keepsHeads: boolean) {
    this.#text = text;
    this.#ruler = ruler;
    this.#limits = limits;
    this.#cap = limits.maxTokens;
    this.#parser = parser;
    this.#keepsHeads = keepsHeads;
  }

  cut(root: Branch, span: Span): DraftChunk[] {
    if (this.#parser.headings) this.#torn = holdersOfWeightless(root);
    this.#node(root, span);
    const drafts = this.#limits.minTokens === 0 ? this.#drafts : this.#joined();
    const repeats = this.#parser.headings && this.#limits.between > 0;
    return repeats ? repeatBetween(this.#text, drafts, this.#ruler, this.#limits) : drafts;
  }

  #joined(): DraftChunk[] {
    const { maxTokens, maxChars, minTokens } = this.#limits;
    return joinTiny(this.#text, this.#drafts, {
      isTiny: ({ start, end }) => this.#ruler.fits(start, end, minTokens - 1),
      isTrivial: (draft) => this.#isTrivial(draft),
      fits: ({ start, end, leads }) =>
        end - start <= maxChars && this.#ruler.fits(start, end, maxTokens - this.#tokensOf(leads)),
    });
  }

  #fits(start: number, end: number, taken = 0): boolean {
    return end - start <= this.#limits.maxChars && this.#ruler.fits(start, end, this.#limits.maxTokens - taken);
  }

  /** Joining a lead to the text may cost one more token. */
  #tokensOf(leads: readonly Span[]): number {
    return leads.reduce((sum, { start, end }) => sum + this.#ruler.tokens(start, end) + 1, 0);
  }

  #push(
    window: Window,
    owner: Branch,
    shows: readonly Branch[],
    solid: boolean,
    part?: DraftChunk['part'],
    head?: Branch,
  ): void {
    const { start, body, end } = window;
    let leads = leadsAbove(owner, start);
    if (leads.length > 0) leads = leads.map((lead) => this.#short(lead));
    const { weight } = owner;
    this.#drafts.push({ start, body, end, owner, shows, part, solid, weight, leads, head });
  }

  #short(lead: Span): Span {
    return shortLead(this.#text, lead, this.#ruler, this.#cap);
  }

  #node(branch: Branch, { start, end }: Span): void {
    if (!this.#mustOpen(branch) && this.#fits(start, end)) {
      this.#push({ start, body: start, end }, branch, [branch], this.#isSolid(branch));
      return;
    }
    const own = this.#mustOpen(branch) ? undefined : this.#ownStart(branch, start, end);
    if (own !== undefined) {
      this.#leaf(branch, { start, end: own });
      this.#push({ start: own, body: own, end }, branch, [branch], true);
      return;
    }
    const outer = this.#limits;
    const { lead, children } = branch.node;
    if (lead) this.#limits = withMaxTokens(outer, outer.maxTokens - this.#tokensOf([this.#short(lead)]));
    if (children.length === 0) this.#leaf(branch, { start, end });
    else this.#children(branch, { start, end });
    this.#limits = outer;
  }

  /**
   * The start of a definition that fits only without its comment or its attributes: it is cut there, not somewhere
   * inside.
   */
  #ownStart(branch: Branch, start: number, end: number): number | undefined {
    const { own = [this.#afterDoc(branch, start)] } = branch.node;
    return own.find((at) => at > start && this.#fits(at, end));
  }

  /** The start of a definition below its comment. */
  #afterDoc({ node: { doc, head } }: Branch, start: number): number {
    if (!doc || !head || doc.start < start || doc.end > head.start) return start;
    return lineHead(this.#text, head.start, doc.end);
  }

  #leaf(branch: Branch, span: Span): void {
    const windows = visibleSpans(this.#text, span, LONGEST_BLANK).flatMap((visible) =>
      cutLeaf(this.#text, visible, branch.node.grain, this.#ruler, this.#limits),
    );
    const of = windows.length;
    windows.forEach((window, i) => {
      this.#push(window, branch, [], false, { index: i + 1, of });
    });
  }

  #children(branch: Branch, span: Span): void {
    let run: Segment[] = [];
    const flush = (): void => {
      if (run.length > 0) this.#run(branch, run);
      run = [];
    };
    const segments = this.#underHeading(branch, this.#afterHead(branch, this.#segments(branch, span)));
    for (const segment of this.#withPreamble(branch, segments)) {
      const inside = segment.branch;
      if (inside && this.#standsAlone(inside, segment)) {
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
    // Blocks of one section: leave room for the text that later chunks repeat.
    const blocks = this.#parser.headings && !run.some(({ branch }) => branch?.node.name);
    const repeated = blocks ? Math.min(this.#limits.between, this.#limits.maxTokens >> 1) : 0;
    const scale = {
      fits: (from: number, to: number): boolean =>
        this.#fits(run[from].start, run[to - 1].end, from === 0 && run[0].start <= owner.node.start ? 0 : repeated),
      roughly: (at: number): number => this.#ruler.roughly(at),
      least: this.#limits.minTokens,
    };
    for (const [from, to] of groupSiblings(this.#text, run, scale)) {
      const { start } = run[from];
      const shows: Branch[] = [];
      for (let i = from; i < to; i++) {
        const { branch } = run[i];
        if (branch) shows.push(branch);
      }
      const only = to - from === 1 ? shows[0] : undefined;
      this.#push({ start, body: start, end: run[to - 1].end }, only ?? owner, shows, false);
    }
  }

  /**
   * With a chunk for every unit, an opened unit keeps its head: comment, signature and fields, up to its first
   * member, are a chunk with the unit's own id. Returns the segments after it.
   *
   *     @dataclass           ┐
   *     class Order:         │ head: main:order.py#Order
   *         total: int = 0   ┘
   *         def pay(self): …   main:order.py#Order.pay
   */
  #afterHead(branch: Branch, segments: readonly Segment[]): readonly Segment[] {
    const { head, children } = branch.node;
    if (this.#parser.headings || !head || !children.some((child) => child.head)) return segments;
    this.opened.push(branch);
    const [first] = segments;
    if (this.#limits.granularity !== 'node' || first.branch) return segments;
    if (this.#isNamespace(branch)) return segments;
    const member = segments.findIndex((one) => one.branch && this.#standsAlone(one.branch, one));
    const end = member < 0 ? first.end : segments[member - 1].end;
    if (this.#fits(first.start, end)) {
      this.#pushHead({ start: first.start, end }, branch);
      return segments.slice(Math.max(1, member));
    }
    this.#longHead(branch, first, head);
    return segments.slice(1);
  }

  /**
   * A heading starts the chunk of the block below it. If that block is opened, it starts the chunk of the first block
   * inside, and is a chunk of its own only if that block fits alone but not with the heading: nothing is cut for it.
   */
  #underHeading({ node }: Branch, segments: readonly Segment[]): readonly Segment[] {
    const [first, next] = segments;
    if (!this.#parser.headings || first.branch || !next?.branch || first.end > node.start) return segments;
    const isParted = this.#fits(next.start, next.end) && !this.#fits(first.start, next.end);
    return isParted ? segments : [{ ...next, start: first.start }, ...segments.slice(2)];
  }

  /** A line around a single unit, without a comment or members of its own. */
  #isNamespace({ node: { start, head, doc, children } }: Branch): boolean {
    if (!head || doc || this.#parser.headings) return false;
    const [only, more] = children;
    return !more && only.head !== undefined && only.start >= head.end && this.#isTrivial({ start, end: only.start });
  }

  /**
   * A few lines above the first unit of a file, such as a pragma or a single import, belong to that unit's chunk; so
   * does the line of a namespace around it.
   *
   *     # frozen_string_literal: true   ┐
   *                                     │
   *     module Shop                     │ head: main:order.rb#Shop.Order
   *       class Order < Record          ┘
   */
  #withPreamble(branch: Branch, segments: readonly Segment[]): readonly Segment[] {
    if (this.#parser.sourceType !== 'code' || (branch.parent && !this.#isNamespace(branch))) return segments;
    const at = segments.slice(0, MOST_TRIVIAL + 1).findIndex((one) => one.branch && this.#standsAlone(one.branch, one));
    if (at < 1 || segments[at].branch?.weight !== branch.weight) return segments;
    const [{ start }] = segments;
    if (!this.#isTrivial({ start: Math.max(start, branch.node.start), end: segments[at].start })) return segments;
    return [{ ...segments[at], start }, ...segments.slice(at + 1)];
  }

  /** A line or two, below the minimum or hardly above it; without a minimum, nothing. */
  #isTrivial({ start, end }: Span): boolean {
    let lines = 0;
    for (let at = skipBlank(this.#text, start, end); at < end; lines++) at = Math.min(end, this.#afterLine(at, end));
    const { minTokens } = this.#limits;
    const most = minTokens === 0 ? -1 : Math.max(minTokens - 1, TRIVIAL_TOKENS);
    return lines <= MOST_TRIVIAL && this.#ruler.fits(start, end, most);
  }

  #pushHead({ start, end }: Span, unit: Branch): void {
    this.#push({ start, body: start, end }, unit, [unit], this.#keepsHeads, undefined, unit);
  }

  /** A comment or a signature that is too long is cut like any leaf; the rest of the head is still the unit's chunk. */
  #longHead(branch: Branch, { start, end }: Span, head: Span): void {
    const signature = this.#afterDoc(branch, start);
    const stop = this.#fits(signature, end) ? end : Math.min(end, this.#afterLine(head.end, end));
    if (signature > start) this.#leaf(branch, { start, end: signature });
    if (!this.#fits(signature, stop)) {
      this.#leaf(branch, { start: signature, end });
      return;
    }
    this.#pushHead({ start: signature, end: stop }, branch);
    if (stop < end) this.#leaf(branch, { start: stop, end });
  }

  /** The start of the next line that is not blank. */
  #afterLine(at: number, end: number): number {
    const line = this.#text.indexOf('\n', at);
    return line < 0 ? end : lineHead(this.#text, skipBlank(this.#text, line, end), line);
  }

  #standsAlone(branch: Branch, segment: Span): boolean {
    return this.#mustOpen(branch) || this.#isSolid(branch) || this.#isLarge(segment);
  }

  /** Tiles a parent's span with its children and the text between them. */
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
      // White space before the first child has no segment before it; a heading goes to the first child.
      const leading = segments.length === 0 && skipBlank(this.#text, this.#pastHeading(branch, at), start) === start;
      const from = leading ? at : start;
      if (!leading) own(start);
      at = Math.min(child.end, span.end);
      segments.push({ start: from, end: at, branch: childBranch(branch, child) });
    }
    own(span.end);
    return segments;
  }

  #pastHeading({ node: { head } }: Branch, at: number): number {
    return this.#parser.headings && head ? Math.max(at, head.end) : at;
  }

  /**
   * A segment of half a chunk or more is not grouped with others, so that
   * insertions next to it do not move it.
   */
  #isLarge({ start, end }: Span): boolean {
    const { maxTokens, maxChars } = this.#limits;
    return end - start > maxChars / 2 || !this.#ruler.fits(start, end, maxTokens >> 1);
  }

  /** With granularity `node`, a node with units in it is opened even if it fits, unless all of it is below the minimum. */
  #mustOpen({ node, depth }: Branch): boolean {
    if (node.continued || this.#torn.has(node)) return true;
    const { granularity, minTokens } = this.#limits;
    if (granularity !== 'node' || !node.children.some((child) => this.#parser.isUnit(child, depth + 1))) return false;
    return !this.#ruler.fits(node.start, node.end, minTokens - 1);
  }

  #isSolid(branch: Branch): boolean {
    if (branch.parent && branch.weight !== branch.parent.weight) return true;
    return this.#limits.granularity === 'node' && this.#parser.isUnit(branch.node, branch.depth);
  }
}
