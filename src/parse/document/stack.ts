/**
 * A stack of open blocks, for formats with opening and closing tags. If a heading
 * occurs inside an open block, the block cannot be a node, because the section
 * begins inside it and may end after it. The block is dissolved: its children so
 * far take its place.
 *
 *     \begin{multicols}{2}       ─ block 'opening', since a heading follows
 *     Text.                      ─ paragraph
 *     \section{Wood}             ─ section
 */
import type { Grain, Node, Span } from '../../types.js';
import { MAX_BLOCK_DEPTH, type MutableNode } from './block.js';

export interface OpenBlock {
  readonly kind: string;
  /** The name in its closing tag. */
  readonly name: string;
  readonly start: number;
  /** End of its opening tag. */
  readonly openingEnd: number;
  readonly grain: Grain;
  readonly children: MutableNode[];
  readonly anchors: string[];
  readonly weight?: number | undefined;
  /** Context of its chunks, if more than the opening tag. */
  lead?: Span;
}

export class BlockStack {
  /** Blocks of the top level, in order. */
  readonly blocks: MutableNode[] = [];
  readonly #frames: OpenBlock[] = [];
  /** Names of blocks that are nested too deep to be nodes. */
  readonly #tooDeep: string[] = [];
  readonly #openCounts = new Map<string, number>();

  get top(): OpenBlock | undefined {
    return this.#frames.at(-1);
  }

  /** Is a block of that name open, at any depth? */
  isOpen(name: string): boolean {
    return (this.#openCounts.get(name) ?? 0) > 0;
  }

  /** The innermost open block, if it is nested too deep to be a node: its text belongs to the block above. */
  get innermostTooDeep(): string | undefined {
    return this.#tooDeep.at(-1);
  }

  /** Another block would be nested too deep. */
  get isFull(): boolean {
    return this.#frames.length >= MAX_BLOCK_DEPTH;
  }

  /** The innermost open block of either kind. */
  innermost(kind: string, other: string): OpenBlock | undefined {
    return this.#frames.findLast((frame) => frame.kind === kind || frame.kind === other);
  }

  some(test: (frame: OpenBlock) => boolean): boolean {
    return this.#frames.some(test);
  }

  add(node: MutableNode): void {
    (this.top?.children ?? this.blocks).push(node);
  }

  open(frame: Omit<OpenBlock, 'children' | 'anchors' | 'lead'>): void {
    this.#openCounts.set(frame.name, (this.#openCounts.get(frame.name) ?? 0) + 1);
    if (this.isFull) this.#tooDeep.push(frame.name);
    else {
      const { kind, name, start, openingEnd, grain, weight } = frame;
      this.#frames.push({ kind, name, start, openingEnd, grain, weight, children: [], anchors: [] });
    }
  }

  /** Closes the innermost block of that name, and all blocks inside it. Call isOpen() first. */
  close(name: string, end: number): void {
    for (let closed = ''; closed !== name && (this.#tooDeep.length > 0 || this.#frames.length > 0); )
      closed = this.#tooDeep.length > 0 ? this.#uncount(this.#tooDeep.pop()) : this.#pop(end);
  }

  /** Dissolves all open blocks. */
  dissolve(): void {
    while (this.#tooDeep.length > 0) this.#uncount(this.#tooDeep.pop());
    for (const { name, start, openingEnd, lead, children } of this.#frames) {
      const end = Math.max(openingEnd, lead?.end ?? 0);
      if (end > start) this.blocks.push({ kind: 'opening', start, end, children: [], grain: 'lines' });
      for (const child of children) this.blocks.push(child);
      this.#uncount(name);
    }
    this.#frames.length = 0;
  }

  #pop(end: number): string {
    const frame = this.#frames.pop();
    if (!frame) return '';
    this.#uncount(frame.name);
    if (end > frame.start) this.add(blockNodeOf(frame, end));
    return frame.name;
  }

  #uncount(name: string | undefined): string {
    if (name === undefined) return '';
    this.#openCounts.set(name, (this.#openCounts.get(name) ?? 1) - 1);
    return name;
  }
}

function blockNodeOf(
  { kind, start, openingEnd, grain, children, anchors, weight, lead }: OpenBlock,
  end: number,
): MutableNode {
  // A single paragraph adds nothing to its block.
  const nested = children.length === 1 && children[0].kind === 'paragraph' ? [] : children;
  const leadSpan = lead ?? (nested.length > 0 && openingEnd > start ? { start, end: openingEnd } : undefined);
  const allAnchors = nested === children ? anchors : [...anchors, ...anchorsOf(children[0])];
  const node: MutableNode = { kind, start, end, children: nested, grain };
  if (leadSpan && leadSpan.end < end) node.lead = leadSpan;
  if (weight !== undefined) node.weight = weight;
  if (allAnchors.length > 0) node.meta = { anchors: allAnchors };
  return node;
}

const anchorsOf = ({ meta }: Node): readonly string[] => (Array.isArray(meta?.anchors) ? meta.anchors : []);
