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
import { ancestorsOfWeightless, type Branch, childBranch } from './branch.js';
import type { DraftChunk } from './draftChunk.js';
import { leadsAbove, shortenLead } from './draftChunk.js';
import { groupSiblings } from './groupSiblings.js';
import { joinTiny } from './joinTiny.js';
import { cutLeaf, type Window } from './leaf.js';
import { repeatBetween } from './repeat.js';

/** A part of a parent: a child with the white space after it, or text between children. */
interface Segment extends Span {
  readonly branch: Branch | undefined;
}

/** Limits of a segment that is not worth a chunk of its own. */
const MAX_TRIVIAL_LINES = 2;
const MAX_TRIVIAL_TOKENS = 32;

/** Longer white space belongs to no chunk: it becomes a gap. */
const MAX_BLANK_CHARS = 1024;

export class Cutter {
  readonly #text: string;
  readonly #ruler: Ruler;
  readonly #parser: Parser;
  readonly #keepsHeads: boolean;
  readonly #maxTokens: number;
  readonly #drafts: DraftChunk[] = [];
  /** Smaller inside a node whose lead is repeated with every chunk of it. */
  #limits: Limits;
  /** Nodes that are opened whatever their size. */
  #alwaysOpened: ReadonlySet<Node> = new Set();
  /** Opened units with members, in order: each may get an outline. */
  readonly opened: Branch[] = [];

  /** `keepsHeads`: the head of an opened unit is a chunk of its own, however small it is. */
  constructor(text: string, ruler: Ruler, limits: Limits, parser: Parser, keepsHeads: boolean) {
    this.#text = text;
    this.#ruler = ruler;
    this.#limits = limits;
    this.#maxTokens = limits.maxTokens;
    this.#parser = parser;
    this.#keepsHeads = keepsHeads;
  }

  cut(root: Branch, span: Span): DraftChunk[] {
    if (this.#parser.headings) this.#alwaysOpened = ancestorsOfWeightless(root);
    this.#cutNode(root, span);
    const drafts = this.#limits.minTokens === 0 ? this.#drafts : this.#joinTiny();
    const repeats = this.#parser.headings && this.#limits.between > 0;
    return repeats ? repeatBetween(this.#text, drafts, this.#ruler, this.#limits) : drafts;
  }

  #joinTiny(): DraftChunk[] {
    const { maxTokens, maxChars, minTokens } = this.#limits;
    return joinTiny(this.#text, this.#drafts, {
      isTiny: ({ start, end }) => this.#ruler.fits(start, end, minTokens - 1),
      isTrivial: (draft) => this.#isTrivial(draft),
      fits: ({ start, end, leads }) =>
        end - start <= maxChars && this.#ruler.fits(start, end, maxTokens - this.#tokensOf(leads)),
    });
  }

  #fits(start: number, end: number, reservedTokens = 0): boolean {
    return (
      end - start <= this.#limits.maxChars && this.#ruler.fits(start, end, this.#limits.maxTokens - reservedTokens)
    );
  }

  /** Joining a lead to the text may cost one more token. */
  #tokensOf(leads: readonly Span[]): number {
    return leads.reduce((sum, { start, end }) => sum + this.#ruler.tokens(start, end) + 1, 0);
  }

  #pushDraft(
    window: Window,
    owner: Branch,
    shows: readonly Branch[],
    standalone: boolean,
    part?: DraftChunk['part'],
    head?: Branch,
  ): void {
    const { start, body, end } = window;
    let leads = leadsAbove(owner, start);
    if (leads.length > 0) leads = leads.map((lead) => this.#shortened(lead));
    const { weight } = owner;
    this.#drafts.push({ start, body, end, owner, shows, part, standalone, weight, leads, head });
  }

  #shortened(lead: Span): Span {
    return shortenLead(this.#text, lead, this.#ruler, this.#maxTokens);
  }

  #cutNode(branch: Branch, { start, end }: Span): void {
    if (!this.#mustOpen(branch) && this.#fits(start, end)) {
      this.#pushDraft({ start, body: start, end }, branch, [branch], this.#isStandalone(branch));
      return;
    }
    const definitionStart = this.#mustOpen(branch) ? undefined : this.#definitionStart(branch, start, end);
    if (definitionStart !== undefined) {
      this.#cutLeaf(branch, { start, end: definitionStart });
      this.#pushDraft({ start: definitionStart, body: definitionStart, end }, branch, [branch], true);
      return;
    }
    const outer = this.#limits;
    const { lead, children } = branch.node;
    if (lead) this.#limits = withMaxTokens(outer, outer.maxTokens - this.#tokensOf([this.#shortened(lead)]));
    if (children.length === 0) this.#cutLeaf(branch, { start, end });
    else this.#cutChildren(branch, { start, end });
    this.#limits = outer;
  }

  /**
   * The start of a definition that fits only without its comment or its attributes: it is cut there, not somewhere
   * inside.
   */
  #definitionStart(branch: Branch, start: number, end: number): number | undefined {
    const { own = [this.#afterDoc(branch, start)] } = branch.node;
    return own.find((at) => at > start && this.#fits(at, end));
  }

  /** The start of a definition below its comment. */
  #afterDoc({ node: { doc, head } }: Branch, start: number): number {
    if (!doc || !head || doc.start < start || doc.end > head.start) return start;
    return lineHead(this.#text, head.start, doc.end);
  }

  #cutLeaf(branch: Branch, span: Span): void {
    const windows = visibleSpans(this.#text, span, MAX_BLANK_CHARS).flatMap((visible) =>
      cutLeaf(this.#text, visible, branch.node.grain, this.#ruler, this.#limits),
    );
    const of = windows.length;
    windows.forEach((window, i) => {
      this.#pushDraft(window, branch, [], false, { index: i + 1, of });
    });
  }

  #cutChildren(branch: Branch, span: Span): void {
    let run: Segment[] = [];
    const flush = (): void => {
      if (run.length > 0) this.#cutRun(branch, run);
      run = [];
    };
    const segments = this.#underHeading(branch, this.#afterHead(branch, this.#segments(branch, span)));
    for (const segment of this.#withPreamble(branch, segments)) {
      const child = segment.branch;
      if (child && this.#isCutAlone(child, segment)) {
        flush();
        this.#cutNode(child, segment);
      } else if (!child && !this.#fits(segment.start, segment.end)) {
        flush();
        this.#cutLeaf(branch, segment);
      } else run.push(segment);
    }
    flush();
  }

  #cutRun(owner: Branch, run: readonly Segment[]): void {
    // Blocks of one section: leave room for the text that later chunks repeat.
    const areBlocks = this.#parser.headings && !run.some(({ branch }) => branch?.node.name);
    const repeatedTokens = areBlocks ? Math.min(this.#limits.between, this.#limits.maxTokens >> 1) : 0;
    const measure = {
      fits: (from: number, to: number): boolean =>
        this.#fits(
          run[from].start,
          run[to - 1].end,
          from === 0 && run[0].start <= owner.node.start ? 0 : repeatedTokens,
        ),
      approximateTokens: (at: number): number => this.#ruler.roughly(at),
      minTokens: this.#limits.minTokens,
    };
    for (const [from, to] of groupSiblings(this.#text, run, measure)) {
      const { start } = run[from];
      const shows: Branch[] = [];
      for (let i = from; i < to; i++) {
        const { branch } = run[i];
        if (branch) shows.push(branch);
      }
      const single = to - from === 1 ? shows[0] : undefined;
      this.#pushDraft({ start, body: start, end: run[to - 1].end }, single ?? owner, shows, false);
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
    const firstMember = segments.findIndex((segment) => segment.branch && this.#isCutAlone(segment.branch, segment));
    const end = firstMember < 0 ? first.end : segments[firstMember - 1].end;
    if (this.#fits(first.start, end)) {
      this.#pushHead({ start: first.start, end }, branch);
      return segments.slice(Math.max(1, firstMember));
    }
    this.#cutLongHead(branch, first, head);
    return segments.slice(1);
  }

  /**
   * A heading starts the chunk of the block below it. If that block is opened, it starts the chunk of the first block
   * inside, and is a chunk of its own only if that block fits alone but not with the heading: nothing is cut for it.
   */
  #underHeading({ node }: Branch, segments: readonly Segment[]): readonly Segment[] {
    const [first, next] = segments;
    if (!this.#parser.headings || first.branch || !next?.branch || first.end > node.start) return segments;
    const isHeadingAlone = this.#fits(next.start, next.end) && !this.#fits(first.start, next.end);
    return isHeadingAlone ? segments : [{ ...next, start: first.start }, ...segments.slice(2)];
  }

  /** A line around a single unit, without a comment or members of its own. */
  #isNamespace({ node: { start, head, doc, children } }: Branch): boolean {
    if (!head || doc || this.#parser.headings) return false;
    const [only, second] = children;
    return !second && only.head !== undefined && only.start >= head.end && this.#isTrivial({ start, end: only.start });
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
    const at = segments
      .slice(0, MAX_TRIVIAL_LINES + 1)
      .findIndex((segment) => segment.branch && this.#isCutAlone(segment.branch, segment));
    if (at < 1 || segments[at].branch?.weight !== branch.weight) return segments;
    const [{ start }] = segments;
    if (!this.#isTrivial({ start: Math.max(start, branch.node.start), end: segments[at].start })) return segments;
    return [{ ...segments[at], start }, ...segments.slice(at + 1)];
  }

  /** A line or two, below the minimum or hardly above it; without a minimum, nothing. */
  #isTrivial({ start, end }: Span): boolean {
    let lines = 0;
    for (let at = skipBlank(this.#text, start, end); at < end; lines++)
      at = Math.min(end, this.#nextVisibleLine(at, end));
    const { minTokens } = this.#limits;
    const maxTokens = minTokens === 0 ? -1 : Math.max(minTokens - 1, MAX_TRIVIAL_TOKENS);
    return lines <= MAX_TRIVIAL_LINES && this.#ruler.fits(start, end, maxTokens);
  }

  #pushHead({ start, end }: Span, unit: Branch): void {
    this.#pushDraft({ start, body: start, end }, unit, [unit], this.#keepsHeads, undefined, unit);
  }

  /** A comment or a signature that is too long is cut like any leaf; the rest of the head is still the unit's chunk. */
  #cutLongHead(branch: Branch, { start, end }: Span, head: Span): void {
    const signatureStart = this.#afterDoc(branch, start);
    const headEnd = this.#fits(signatureStart, end) ? end : Math.min(end, this.#nextVisibleLine(head.end, end));
    if (signatureStart > start) this.#cutLeaf(branch, { start, end: signatureStart });
    if (!this.#fits(signatureStart, headEnd)) {
      this.#cutLeaf(branch, { start: signatureStart, end });
      return;
    }
    this.#pushHead({ start: signatureStart, end: headEnd }, branch);
    if (headEnd < end) this.#cutLeaf(branch, { start: headEnd, end });
  }

  /** The start of the next line that is not blank. */
  #nextVisibleLine(at: number, end: number): number {
    const newline = this.#text.indexOf('\n', at);
    return newline < 0 ? end : lineHead(this.#text, skipBlank(this.#text, newline, end), newline);
  }

  #isCutAlone(branch: Branch, segment: Span): boolean {
    return this.#mustOpen(branch) || this.#isStandalone(branch) || this.#isLarge(segment);
  }

  /** Tiles a parent's span with its children and the text between them. */
  #segments(branch: Branch, span: Span): Segment[] {
    const segments: Segment[] = [];
    let at = span.start;
    const pushOwnText = (end: number): void => {
      if (at >= end) return;
      const visibleStart = lineHead(this.#text, skipBlank(this.#text, at, end), at);
      const last = segments.at(-1);
      if (last && visibleStart - at <= MAX_BLANK_CHARS) {
        segments[segments.length - 1] = { ...last, end: visibleStart };
        at = visibleStart;
      }
      if (at < end && visibleStart < end)
        segments.push({ start: segments.length === 0 ? at : visibleStart, end, branch: undefined });
      at = end;
    };
    for (const child of branch.node.children) {
      if (child.end <= at || child.start >= span.end) continue;
      const start = Math.max(child.start, at);
      // White space before the first child has no segment before it; a heading goes to the first child.
      const leading = segments.length === 0 && skipBlank(this.#text, this.#skipHeading(branch, at), start) === start;
      const from = leading ? at : start;
      if (!leading) pushOwnText(start);
      at = Math.min(child.end, span.end);
      segments.push({ start: from, end: at, branch: childBranch(branch, child) });
    }
    pushOwnText(span.end);
    return segments;
  }

  #skipHeading({ node: { head } }: Branch, at: number): number {
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
    if (node.continued || this.#alwaysOpened.has(node)) return true;
    const { granularity, minTokens } = this.#limits;
    if (granularity !== 'node' || !node.children.some((child) => this.#parser.isUnit(child, depth + 1))) return false;
    return !this.#ruler.fits(node.start, node.end, minTokens - 1);
  }

  #isStandalone(branch: Branch): boolean {
    if (branch.parent && branch.weight !== branch.parent.weight) return true;
    return this.#limits.granularity === 'node' && this.#parser.isUnit(branch.node, branch.depth);
  }
}
