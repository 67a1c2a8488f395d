/**
 * Blocks that open and close around others, built as the text is read. Where a
 * heading stands inside an open block, that block cannot be a node: the section
 * begins inside it and may end after it. It is taken apart, and what was read of
 * it so far takes its place.
 *
 *     \begin{multicols}{2}       ─ block 'opening', since a heading follows
 *     Text.                      ─ paragraph
 *     \section{Wood}             ─ section
 */
import type { Grain, Node, Span } from '../../types.js';
import { MAX_BLOCK_DEPTH, type MutableNode } from './block.js';

export interface OpenBlock {
  readonly kind: string;
  /** What closes it says this name. */
  readonly name: string;
  readonly start: number;
  /** Where the mark that opens it ends. */
  readonly opened: number;
  readonly grain: Grain;
  readonly children: MutableNode[];
  readonly anchors: string[];
  readonly weight?: number | undefined;
  /** What its chunks are read under, when that is more than the opening mark. */
  lead?: Span;
}

export class BlockStack {
  /** Blocks of the top level, in order. */
  readonly blocks: MutableNode[] = [];
  readonly #frames: OpenBlock[] = [];
  /** Names of blocks that are too deep to be nodes. */
  readonly #tooDeep: string[] = [];
  readonly #open = new Map<string, number>();

  get top(): OpenBlock | undefined {
    return this.#frames.at(-1);
  }

  /** Is a block of that name open, as a node or too deep to be one? */
  isOpen(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0;
  }

  /** The innermost open block, when that is too deep to be a node: what is in it is text of the one above. */
  get innermostTooDeep(): string | undefined {
    return this.#tooDeep.at(-1);
  }

  /** What is opened now would be too deep. */
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
    this.#open.set(frame.name, (this.#open.get(frame.name) ?? 0) + 1);
    if (this.isFull) this.#tooDeep.push(frame.name);
    else {
      const { kind, name, start, opened, grain, weight } = frame;
      this.#frames.push({ kind, name, start, opened, grain, weight, children: [], anchors: [] });
    }
  }

  /** Closes the innermost block of that name, and all inside it. Ask isOpen() first. */
  close(name: string, end: number): void {
    for (let closed = ''; closed !== name && (this.#tooDeep.length > 0 || this.#frames.length > 0); )
      closed = this.#tooDeep.length > 0 ? this.#forget(this.#tooDeep.pop()) : this.#pop(end);
  }

  /** Takes all open blocks apart. */
  unfold(): void {
    while (this.#tooDeep.length > 0) this.#forget(this.#tooDeep.pop());
    for (const { name, start, opened, lead, children } of this.#frames) {
      const end = Math.max(opened, lead?.end ?? 0);
      if (end > start) this.blocks.push({ kind: 'opening', start, end, children: [], grain: 'lines' });
      for (const child of children) this.blocks.push(child);
      this.#forget(name);
    }
    this.#frames.length = 0;
  }

  #pop(end: number): string {
    const frame = this.#frames.pop();
    if (!frame) return '';
    this.#forget(frame.name);
    if (end > frame.start) this.add(blockNodeOf(frame, end));
    return frame.name;
  }

  #forget(name: string | undefined): string {
    if (name === undefined) return '';
    this.#open.set(name, (this.#open.get(name) ?? 1) - 1);
    return name;
  }
}

function blockNodeOf(
  { kind, start, opened, grain, children, anchors, weight, lead }: OpenBlock,
  end: number,
): MutableNode {
  // A single paragraph inside says nothing that the block does not.
  const kept = children.length === 1 && children[0].kind === 'paragraph' ? [] : children;
  const above = lead ?? (kept.length > 0 && opened > start ? { start, end: opened } : undefined);
  const own = kept === children ? anchors : [...anchors, ...anchorsOf(children[0])];
  const node: MutableNode = { kind, start, end, children: kept, grain };
  if (above && above.end < end) node.lead = above;
  if (weight !== undefined) node.weight = weight;
  if (own.length > 0) node.meta = { anchors: own };
  return node;
}

const anchorsOf = ({ meta }: Node): readonly string[] => (Array.isArray(meta?.anchors) ? meta.anchors : []);
