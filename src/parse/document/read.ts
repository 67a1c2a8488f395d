/**
 * Reads blocks in formats whose markup is at the start of lines. A format is a
 * list of readers. At each line they are tried in turn, and the first match
 * consumes its lines. The last reader must accept any line: it reads paragraphs.
 *
 * Some lines belong to the next block: a target, a block's title, its attributes.
 *
 *     .. _oak:        ┐ `ahead`, with the anchor `oak`
 *                     │
 *     Oak             │ the section starts with them, and has the anchor
 *     ---             ┘
 */
import type { Node } from '../../types.js';
import { block, MAX_BLOCK_DEPTH } from './block.js';
import type { DocumentLines } from './lines.js';
import type { DocumentHeading } from './sections.js';

/** Where a block may begin: at `line`, within lines that end before `to`. */
export interface ReadPosition {
  readonly line: number;
  readonly to: number;
  /** Number of enclosing containers. */
  readonly depth: number;
  /** Indentation of the surrounding lines, in columns. */
  readonly indent: number;
}

type Meta = Readonly<Record<string, unknown>>;

/** What a reader found, and the line after it. */
export type BlockMatch = { readonly next: number } & (
  | { readonly blocks: readonly Node[] }
  | { readonly heading: DocumentHeading }
  | { readonly ahead: PendingAttributes }
);

/** Attributes for the block that follows. */
export interface PendingAttributes {
  readonly anchors?: readonly string[];
  readonly meta?: Meta;
}

export interface ReadContext {
  readonly lines: DocumentLines;
  /** Filled at the top level only: headings inside containers are plain text. */
  readonly headings: DocumentHeading[];
  /** Reads the blocks inside a container. */
  readonly readInside: (position: ReadPosition) => Node[];
}

/** The blocks of the lines [from, to) inside a container; none when they would nest too deep. */
export const childrenOf = (context: ReadContext, from: number, to: number, { depth }: ReadPosition): Node[] =>
  from >= to || depth + 1 >= MAX_BLOCK_DEPTH ? [] : context.readInside({ line: from, to, depth: depth + 1, indent: 0 });

export type BlockReader<C extends ReadContext> = (context: C, position: ReadPosition) => BlockMatch | undefined;

/** The blocks of the lines [place.line, place.to); headings go to the context. */
export function readBlocks<C extends ReadContext>(
  context: C,
  readers: readonly BlockReader<C>[],
  position: ReadPosition,
): Node[] {
  const { lines } = context;
  const { to, depth } = position;
  const blocks: Node[] = [];
  const pendingLines = new PendingLines(lines);
  let indent = Number.POSITIVE_INFINITY;
  for (let line = lines.skipBlank(position.line, to); line < to; line = lines.skipBlank(line, to)) {
    indent = Math.min(indent, lines.indent(line));
    const match = firstMatch(context, readers, { line, to, depth, indent });
    if ('ahead' in match) pendingLines.add(line, match.next, match.ahead);
    else if ('heading' in match) context.headings.push(pendingLines.bindHeading(match.heading));
    else blocks.push(...pendingLines.bindBlocks(match.blocks));
    line = match.next;
  }
  blocks.push(...pendingLines.remaining());
  return blocks;
}

function firstMatch<C extends ReadContext>(
  context: C,
  readers: readonly BlockReader<C>[],
  position: ReadPosition,
): BlockMatch {
  for (const read of readers) {
    const match = read(context, position);
    if (match) return match;
  }
  const { line } = position;
  return { next: line + 1, blocks: [block('paragraph', context.lines, line, line + 1)] };
}

/** Lines that will be attached to the next block or heading. */
class PendingLines {
  readonly #lines: DocumentLines;
  #from = -1;
  #to = -1;
  #anchors: string[] = [];
  #meta: Record<string, unknown> = {};

  constructor(lines: DocumentLines) {
    this.#lines = lines;
  }

  add(from: number, to: number, { anchors = [], meta = {} }: PendingAttributes): void {
    if (this.#from < 0) this.#from = from;
    this.#to = to;
    for (const anchor of anchors) this.#anchors.push(anchor);
    Object.assign(this.#meta, meta);
  }

  bindHeading(heading: DocumentHeading): DocumentHeading {
    if (this.#from < 0) return heading;
    const boundHeading = { ...heading, start: this.#lines.start(this.#from), meta: this.#mergedMeta(heading.meta) };
    this.#clear();
    return boundHeading;
  }

  bindBlocks(blocks: readonly Node[]): readonly Node[] {
    if (this.#from < 0) return blocks;
    const [first, ...others] = blocks;
    const start = this.#lines.start(this.#from);
    const lead = first.lead ? { lead: { start, end: first.lead.end } } : {};
    const boundNode: Node = { ...first, start, ...lead, meta: this.#mergedMeta(first.meta) };
    this.#clear();
    return [boundNode, ...others];
  }

  /** If nothing follows, they are a block of their own. */
  remaining(): readonly Node[] {
    if (this.#from < 0) return [];
    return [block('target', this.#lines, this.#from, this.#to, { meta: this.#mergedMeta(undefined) })];
  }

  #mergedMeta(meta: Meta = {}): Meta {
    const ownAnchors = Array.isArray(meta.anchors) ? meta.anchors : [];
    const anchors = [...this.#anchors, ...ownAnchors];
    return { ...this.#meta, ...meta, ...(anchors.length > 0 ? { anchors } : {}) };
  }

  #clear(): void {
    this.#from = -1;
    this.#anchors = [];
    this.#meta = {};
  }
}
