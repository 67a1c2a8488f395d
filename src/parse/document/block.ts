/** Blocks below a section: nodes without a name, on whole lines. */
import type { Grain, Node, Span } from '../../types.js';
import type { DocumentLines } from './lines.js';

/** Containers in containers are read down to here; what is deeper stays one block. */
export const MAX_BLOCK_DEPTH = 12;

/** A node while it is being made. */
export type MutableNode = { -readonly [K in keyof Node]: Node[K] };

type BlockFields = Partial<Pick<Node, 'children' | 'grain' | 'lead' | 'weight' | 'inner' | 'meta'>>;

/** The lines [from, to) as one node. */
export const block = (kind: string, lines: DocumentLines, from: number, to: number, extra: BlockFields = {}): Node => ({
  kind,
  start: lines.start(from),
  end: lines.end(to - 1),
  children: [],
  grain: 'prose',
  ...extra,
});

/** The lines [from, to); undefined when there are none. */
export const lineSpan = (lines: DocumentLines, from: number, to: number): Span | undefined =>
  to > from ? { start: lines.start(from), end: lines.end(to - 1) } : undefined;

/** Fields of a block of code: its language, where it is named, and the line it must be read under. */
export function codeBlockFields(
  language: string | undefined,
  inside: Span | undefined,
  lead: Span | undefined,
): BlockFields {
  const grain: Grain = 'lines';
  return {
    grain,
    ...(lead ? { lead } : {}),
    ...(language && inside ? { inner: { language, start: inside.start, end: inside.end } } : {}),
    ...(language ? { meta: { language } } : {}),
  };
}

/** The node with more in its `meta`. */
export const withMeta = (node: Node, meta: Readonly<Record<string, unknown>>): Node =>
  Object.keys(meta).length === 0 ? node : { ...node, meta: { ...node.meta, ...meta } };

/**
 * Chunks hold nodes of one weight only, so a node with a weight of its own breaks
 * the text around it into chunks. For a licence or a long log that is right; for
 * a comment of one line it would cost more than it brings, and such a node stays
 * with its neighbours.
 */
/** Shorter ones are not worth a chunk, in UTF-16 code units. */
export const MIN_WEIGHTED_LENGTH = 300;

/** What people wrote for themselves: comments, logs, settings. */
export const ASIDE_WEIGHT = 0.3;
/** What no search should find: tables of contents. */
export const HIDDEN_WEIGHT = 0;

export const weighted = (node: Node, weight: number): Node =>
  node.end - node.start < MIN_WEIGHTED_LENGTH ? node : { ...node, weight };
