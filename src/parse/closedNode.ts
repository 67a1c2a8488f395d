/**
 * A node whose inside is read when somebody asks for it. Most fences are never
 * cut, and reading all of them took a sixth of the time of cutting a document.
 *
 * A copy of it (`{ ...node }`) has neither children nor meta: ask `closed` first.
 */
import type { Inner, Node, Span } from '../types.js';

export class ClosedNode implements Node {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly grain: Node['grain'];
  readonly closed: true;
  readonly name?: string;
  readonly head?: Span;
  readonly doc?: Span;
  readonly lead?: Span;
  readonly weight?: number;
  readonly inner?: Inner;
  readonly #open: () => Node;
  #inside: Node | undefined;

  /** `open` makes the same node with what is inside it. */
  constructor(node: Node, open: () => Node) {
    this.kind = node.kind;
    this.start = node.start;
    this.end = node.end;
    this.grain = node.grain;
    this.closed = true;
    if (node.name !== undefined) this.name = node.name;
    if (node.head) this.head = node.head;
    if (node.doc) this.doc = node.doc;
    if (node.lead) this.lead = node.lead;
    if (node.weight !== undefined) this.weight = node.weight;
    if (node.inner) this.inner = node.inner;
    this.#open = open;
  }

  get children(): readonly Node[] {
    return this.#look().children;
  }

  get meta(): Readonly<Record<string, unknown>> {
    return this.#look().meta ?? {};
  }

  #look(): Node {
    this.#inside ??= this.#open();
    return this.#inside;
  }
}
